import Foundation
import Markers
import MarkersClient
import QuadGeometry

/// The way of one client to the sandbox: its name in every request, its own tokens, its own connections.
enum FaultCostClient {
    static func api(_ address: String, agent: String, _ counter: RequestCounter) throws -> MarkersAPI {
        let origin = try Origin(address + "/api/v1")
        let tokens = try CurlTransport(Origin(address))
        let bearer = BearerTokens(nil) { timeout throws(TransportError) in
            let answer = try await tokens.send(HTTPRequest(.post, "/sandbox/token"), timeout: timeout)
            guard let text = (try? Markers.JSONValue(answer.body))?["token"]?.string,
                let secret = try? Secret(text)
            else { throw TransportError(.badFraming, mayHaveArrived: false, "no token") }
            return BearerToken(secret)
        }
        let named = NamedTransport(base: try CurlTransport(origin), agent: agent, counter: counter)
        return MarkersAPI(try AuthorizedTransport(named, Credentials(bearer: bearer, for: origin)))
    }
}

/// The number of requests sent, by their answers.
final class RequestCounter: @unchecked Sendable {
    private let lock = NSLock()
    private var answers: [String: Int] = [:]

    /// The counts by keys such as `PATCH 200` or `GET TRUNCATED`.
    var counts: [String: Int] { lock.withLock { answers } }

    func add(_ answer: String) { lock.withLock { answers[answer, default: 0] += 1 } }
}

/// States the sender in every request, and counts them.
struct NamedTransport: BoundTransport {
    let base: any BoundTransport
    let agent: String
    let counter: RequestCounter

    var origin: Origin { base.origin }

    func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
        var request = request
        request.headers["User-Agent"] = agent
        do throws(TransportError) {
            let answer = try await base.send(request, timeout: timeout)
            counter.add("\(request.method.rawValue) \(answer.status)")
            return answer
        } catch {
            counter.add("\(request.method.rawValue) \(error.code.rawValue)")
            throw error
        }
    }
}

/// The progress of a job, and the number of edits it allows: as many for its last markers as for its first.
final class FaultCostProgress: @unchecked Sendable {
    /// One edit for this many markers.
    private static let markersPerEdit = 20

    private let markers: Int
    private let edits: Int
    private let lock = NSLock()
    private var done = 0, begun = 0, isFinished = false

    init(_ markers: Int) {
        self.markers = markers
        edits = max(30, markers / FaultCostProgress.markersPerEdit)
    }

    /// Counts one more marker as written.
    func step() { lock.withLock { done += 1 } }

    /// Allows the remaining edits at once.
    func finish() { lock.withLock { isFinished = true } }

    /// True if one more edit may begin now; nil once all are made.
    func mayEdit() -> Bool? {
        lock.withLock {
            guard begun < edits else { return nil }
            guard isFinished || begun * markers < done * edits else { return false }
            begun += 1
            return true
        }
    }
}

/// A client that reads markers and changes some, with the version that it read and no care for failures.
actor FaultCostEditor {
    private let api: MarkersAPI
    private let ids: [UUID]
    private let progress: FaultCostProgress
    private var random: SeededGenerator

    init(_ number: Int, _ ids: [UUID], _ address: String, seed: UInt64, _ progress: FaultCostProgress) throws
    {
        api = try FaultCostClient.api(address, agent: "editor \(number)", RequestCounter())
        random = SeededGenerator(seed: seed, sample: number)
        (self.ids, self.progress) = (ids, progress)
    }

    /// Edits until all edits are made.
    func work() async {
        while let mayEdit = progress.mayEdit() {
            if mayEdit { await edit() } else { try? await Task.sleep(for: .milliseconds(1)) }
        }
    }

    private func edit() async {
        let id = ids[Int.random(in: ids.indices, using: &random)]
        // People read more often than they write.
        for _ in 0..<2 { _ = try? await api.marker(id) }
        guard let marker = try? await api.marker(id), let version = marker.version,
            var quad = try? marker.quad
        else { return }
        var update = RequestBody.MarkerUpdate(version: version)
        let step = Double.random(in: 0.01...0.02, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            quad[corner: Int.random(in: 0..<4, using: &random)] += SIMD3(step, step, 0)
            update.quad = quad
        case 1: update.calibratedData = CalibratedData(quad.map { $0 + SIMD3(1 + step, 0, 0) })
        default: update.label = "seen at \(step)"
        }
        if let body = try? update.json() { _ = await api.updateMarker(id, body) }
    }
}
