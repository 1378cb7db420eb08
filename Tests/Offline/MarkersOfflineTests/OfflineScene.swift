import Foundation
import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox
import QuadGeometry
import Synchronization
import TestSupport

/// A sandbox with a session of markers, and a device that can lose its network.
final class OfflineScene: Sendable {
    let server: SandboxServer
    let api: MarkersAPI
    let network: Network
    let folder: Folder
    let space: WireID
    let session: UUID

    /// The network of a device: it can be cut, and its clock can be wrong.
    final class Network: BoundTransport {
        private let inner: CurlTransport
        private let isCut = Mutex(false)
        private let sent = Mutex(0)
        private let failing = Mutex<(part: String, status: Int)?>(nil)
        private let meanwhile = Mutex<(@Sendable () async -> Void)?>(nil)

        init(_ inner: CurlTransport) { self.inner = inner }

        var origin: Origin { inner.origin }

        /// Answers requests whose path has this part with a status, instead of the server; `nil` ends that.
        func fail(_ part: String?, status: Int = 500) { failing.withLock { $0 = part.map { ($0, status) } } }

        func cut(_ value: Bool) { isCut.withLock { $0 = value } }

        /// Does something while the next request is under way.
        func meanwhile(_ body: @escaping @Sendable () async -> Void) { meanwhile.withLock { $0 = body } }

        /// The requests since it was last asked.
        func requests() -> Int {
            sent.withLock { count in
                defer { count = 0 }
                return count
            }
        }

        func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
            guard !isCut.withLock({ $0 }) else {
                throw TransportError(.unresolved, mayHaveArrived: false, "no network")
            }
            sent.withLock { $0 += 1 }
            let fails = failing.withLock { $0 }
            if let fails, request.path.contains(fails.part) { return HTTPResponse(fails.status) }
            let answer = try await inner.send(request, timeout: timeout)
            let body = meanwhile.withLock { body in
                defer { body = nil }
                return body
            }
            await body?()
            return answer
        }
    }

    /// A clock whose date is wrong, and whose pauses take no time; nothing else does either, however busy the machine is.
    final class WrongClock: ClientClock {
        private let offset: Double
        private let passed = Mutex(Duration.zero)

        init(offBy offset: Double) { self.offset = offset }

        var now: Duration { passed.withLock { $0 } }
        var date: Date { Date(timeIntervalSinceNow: offset) }
        func sleep(for duration: Duration) async throws { passed.withLock { $0 += duration } }
    }

    init(
        _ options: SandboxOptions = SandboxOptions(seed: 1), markers: Int = 3, clockOffBy offset: Double = 0
    ) async throws {
        server = try SandboxServer(options)
        network = Network(try CurlTransport(Origin(server.address + "/api/v1")))
        api = MarkersAPI(network, clock: WrongClock(offBy: offset))
        folder = try Folder()
        space = try await api.createSpace(Array(#"{"key":"hall","name":"hall"}"#.utf8)).id
        session = try await api.createWorkSession(RequestBody.Session(in: space, type: "inspection").json).id
        for place in 0..<markers { _ = try await make(place) }
        _ = network.requests()
    }

    deinit { server.stop() }

    var path: String { folder.url.appending(path: "hall.quadstore").path }

    func store() throws -> MarkersStore { try MarkersStore.open(at: path, for: network.origin) }

    /// A marker of the session as it is now.
    func marker(_ place: Int = 0) async throws -> Marker {
        let markers = try await api.markers(of: session).elements
        _ = network.requests()
        return markers[place]
    }

    /// Changes a marker as somebody else would.
    func change(_ marker: Marker, _ members: String) async throws {
        let now = try await api.marker(marker.id)
        let body = "{\"version\":\(now.version ?? 0),\(members)}"
        guard case .applied = await api.updateMarker(marker.id, Array(body.utf8)) else { throw Refused() }
    }

    private struct Refused: Error {}

    @discardableResult
    func make(_ place: Int) async throws -> Marker {
        let corner = SIMD3(Double(place), 1, 2)
        var marker = RequestBody.MarkerCreation(
            workSessionID: session,
            quad: Quad(
                corner, corner + SIMD3(0.2, 0, 0), corner + SIMD3(0.2, 0.1, 0), corner + SIMD3(0, 0.1, 0)))
        marker.label = "board-\(place)"
        return try await api.createMarker(marker)
    }

    /// Every value that a stream gives.
    func all<Value>(_ stream: AsyncStream<Cached<Value>>) async -> [Cached<Value>] {
        await stream.reduce(into: []) { $0.append($1) }
    }
}
