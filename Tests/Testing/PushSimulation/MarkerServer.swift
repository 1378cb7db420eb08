package import Foundation
internal import Markers
package import MarkersClient
package import QuadGeometry
package import RigidCalibration
internal import TestSupport

/// A server of one space and one session in memory, with versions, seeded faults and other people.
package actor MarkerServer: Transport {
    package struct Stored: Sendable {
        package var quad: Quad
        package var version: Int64
        package var calibrated: Quad?
        package var label = "a \u{00e9}"
        /// The times a client moved it; `isSpoilt` once one wrote something that does not belong there.
        package var moves = 0
        package var isSpoilt = false
        /// The number of clients' writes that had an effect.
        package var writes = 0

        func text(_ id: UUID) -> String {
            func list(_ quad: Quad) -> [String] { quad.corners.map { "[\($0.x),\($0.y),\($0.z)]" } }
            let corners = zip(1...4, list(quad)).map { "\"p\($0)\":\($1)" }.joined(separator: ",")
            let calibrated = calibrated.map { quad in
                let corners = zip(1...4, list(quad)).map { "\"p\($0)\":\($1)" }.joined(separator: ",")
                return "{\(corners)}"
            }
            return "{\"id\":\"\(id.wireText)\",\"work_session_id\":\"\(MarkerServer.session.wireText)\","
                + "\"label\":\"\(label)\",\(corners),\"version\":\(version),\"meta\":{\"a\": 1.0},"
                + "\"custom_props\":{\"n\":1e2},\"calibrated_data\":\(calibrated ?? "null")}"
        }
    }

    /// A fault of a server.
    package enum Habit: Sendable {
        case sound
        /// Accepts `calibrated_data` silently and keeps its own.
        case ignoresCalibratedData
        /// Writes without raising the version.
        case keepsVersion
        /// Fails everything that changes something.
        case isDown
    }

    package static let session = UUID(uuid: (1, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))
    package static let space = UUID(uuid: (2, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 2))

    package var markers: [UUID: Stored] = [:]
    package var vector: [Double] = []
    package private(set) var patches = 0
    package private(set) var lists = 0
    private var random: SeededGenerator
    private let habit: Habit
    private let faults: Double
    /// True if other people edit, and the number of times they did.
    private let meddles: Bool
    package private(set) var meddled = 0
    private var motion: AnchoredMotion?

    package init(
        _ count: Int, seed: UInt64 = 1, faults: Double = 0, meddles: Bool = false, habit: Habit = .sound
    ) {
        random = SeededGenerator(seed: seed)
        (self.faults, self.meddles, self.habit) = (faults, meddles, habit)
        for number in 0..<count {
            let quad = Quad.rectangle(0.2, 0.1).map {
                $0 + SIMD3(Double(number % 100) / 4, 1, Double(number / 100) / 4)
            }
            markers[MarkerServer.id(number)] = Stored(quad: quad, version: 3, calibrated: quad)
        }
    }

    package static func id(_ number: Int) -> UUID {
        UUID(
            uuid: (
                3, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, UInt8(number >> 16 & 255),
                UInt8(number >> 8 & 255),
                UInt8(number & 255)
            ))
    }

    /// Compares every write of corners with the expected motion.
    package func watch(_ motion: AnchoredMotion) { self.motion = motion }

    /// Moves a corner of some marker once in a hundred requests, whatever the client is doing with it.
    private func meddle() {
        guard meddles, chance() < 0.01 else { return }
        change(MarkerServer.id(Int(chance() * Double(markers.count)))) { marker in
            marker.quad.p1.y += 0.05
            marker.version += 1
            marker.calibrated = marker.quad
        }
        meddled += 1
    }

    private static func same(_ a: Quad, _ b: Quad) -> Bool {
        StoredTolerance(magnitude: Double.maximum(a.largestMagnitude, b.largestMagnitude)).allows(a, b)
    }

    package func change(_ id: UUID, _ body: @Sendable (inout Stored) -> Void) {
        if var marker = markers[id] {
            body(&marker)
            markers[id] = marker
        }
    }

    package func remove(_ id: UUID) { markers[id] = nil }

    package func add(_ id: UUID, _ marker: Stored) { markers[id] = marker }

    private func chance() -> Double { Double(random.next() >> 11) * 0x1p-53 }

    package func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse
    {
        await Task.yield()
        meddle()
        guard chance() < faults else { return answer(request) }
        switch Int(chance() * 7) {
        case 0: throw TransportError(.unreachable, mayHaveArrived: false, "no connection")
        case 1: throw TransportError(.timeout, mayHaveArrived: true, "lost")
        case 2:
            _ = answer(request)
            throw TransportError(.timeout, mayHaveArrived: true, "answer lost")
        case 3:
            _ = answer(request)
            return HTTPResponse(503, headers: ["Retry-After": "1"])
        case 4: return HTTPResponse(429, headers: ["Retry-After": "Sun, 06 Nov 1994 08:49:39 GMT"])
        case 5:
            var response = answer(request)
            response.body.removeLast(response.body.count / 2)
            return response
        default:
            _ = answer(request)
            return answer(request)
        }
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        let path = request.path
        if path == "/markers?work_session_id=" + MarkerServer.session.wireText {
            lists += 1
            let texts = markers.sorted { $0.key.wireText < $1.key.wireText }.map { $0.value.text($0.key) }
            return HTTPResponse(200, body: Array("[\(texts.joined(separator: ","))]".utf8))
        }
        if path == "/spaces/" + MarkerServer.space.wireText { return space(request) }
        guard path.hasPrefix("/markers/"), let id = UUID(uuidString: String(path.dropFirst(9))),
            let marker = markers[id]
        else { return HTTPResponse(404, body: Array(#"{"error":"Not Found"}"#.utf8)) }
        guard request.method == .patch else { return HTTPResponse(200, body: Array(marker.text(id).utf8)) }
        return patch(marker, id, request.body)
    }

    private func patch(_ old: Stored, _ id: UUID, _ body: [UInt8]) -> HTTPResponse {
        patches += 1
        guard habit != .isDown else { return HTTPResponse(500) }
        guard let json = try? JSONValue(body) else { return HTTPResponse(400) }
        guard json["version"]?.integer == old.version else { return HTTPResponse(409) }
        var marker = old
        func quad(_ value: JSONValue?) -> Quad? {
            let points = (1...4).compactMap { value?["p\($0)"]?.elements.compactMap(\.double) }
            guard points.count == 4, points.allSatisfy({ $0.count == 3 }) else { return nil }
            let corners = points.map { SIMD3($0[0], $0[1], $0[2]) }
            return Quad(corners[0], corners[1], corners[2], corners[3])
        }
        if let corners = quad(json) {
            if let motion {
                let isForth = Self.same(corners, motion * old.quad)
                let isBack = Self.same(corners, motion.inverted() * old.quad)
                marker.moves += isForth ? 1 : isBack ? -1 : 0
                if !isForth && !isBack || !(0...1).contains(marker.moves) { marker.isSpoilt = true }
            }
            marker.quad = corners
            marker.calibrated = corners
        }
        if let data = json["calibrated_data"], habit != .ignoresCalibratedData {
            marker.calibrated = data.isNull ? nil : quad(data)
        }
        marker.writes += 1
        if habit != .keepsVersion { marker.version += 1 }
        markers[id] = marker
        return HTTPResponse(200, body: Array(marker.text(id).utf8))
    }

    private func space(_ request: HTTPRequest) -> HTTPResponse {
        if request.method == .patch {
            patches += 1
            vector =
                (try? JSONValue(request.body))?["calibration_vector"]?.elements.compactMap(\.double) ?? []
            let shift = vector.count == 3 ? SIMD3(vector[0], vector[1], vector[2]) : .zero
            for (id, marker) in markers { markers[id]?.calibrated = marker.quad.map { $0 + shift } }
        }
        let text =
            "{\"id\":\"\(MarkerServer.space.wireText)\",\"key\":\"k\",\"name\":\"n\",\"calibration_vector\":\(vector)}"
        return HTTPResponse(200, body: Array(text.utf8))
    }
}
