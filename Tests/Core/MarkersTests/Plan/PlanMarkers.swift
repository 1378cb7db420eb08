import Foundation
import QuadGeometry
import RigidCalibration
import TestSupport

@testable import Markers

/// Markers of a small space, and motions to move them by.
enum PlanMarkers {
    static func id(_ number: Int) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, UInt8(number >> 8), UInt8(number & 255)))
    }

    static let oldSession = id(1001), newSession = id(1002), otherSession = id(1003)

    /// All sessions but the one that supplied the targets.
    static let frames = FrameMembership(
        chosen: [oldSession], rule: .onlyChosen, targets: [newSession])

    static func marker(
        _ number: Int, _ quad: Quad, session: UUID = oldSession, version: Int64? = 3,
        calibrated: Quad? = nil, more: String = "", options: JSONOptions = JSONOptions()
    ) throws(JSONError) -> Marker {
        func text(_ point: SIMD3<Double>) -> String { "[\(point.x), \(point.y),\(point.z)]" }
        let corners = zip(1...4, quad.corners).map { "\"p\($0)\":" + text($1) }.joined(separator: ",")
        var json = "{\"id\":\"\(id(number))\",\"work_session_id\":\"\(session.wireText)\",\(corners)"
        if let version { json += ",\"version\":\(version)" }
        if let calibrated {
            var data = JSONWriter()
            CalibratedData(calibrated).write(to: &data)
            json += ",\"calibrated_data\":" + String(decoding: data.bytes, as: UTF8.self)
        }
        return try Marker(Array((json + more + "}").utf8), options: options)
    }

    /// A square of 20 cm somewhere within this many metres.
    static func quad(within metres: Double, using random: inout SeededGenerator) -> Quad {
        let turn = RigidStrategy.random.transform(using: &random).rotation
        let place = SIMD3(
            Double.random(in: -metres...metres, using: &random), Double.random(in: -2...2, using: &random),
            Double.random(in: -metres...metres, using: &random))
        return Quad.rectangle(0.2, 0.2).map { turn * $0 + place }
    }

    static func motion(turn: SIMD3<Double>, shift: SIMD3<Double>) throws -> AnchoredMotion {
        guard let rotation = Rotation(rotationVector: turn),
            let transform = RigidTransform(rotation: rotation, translation: shift)
        else { throw NoMotion() }
        return AnchoredMotion(transform)
    }

    private struct NoMotion: Error {}
}

/// The server's data after a plan was carried out: in single precision, with calibrated data recomputed.
struct PlanServer {
    var space: SpaceCalibration
    var markers: [Marker]

    mutating func carryOut(_ plan: RecalibrationPlan) throws {
        if let vector = plan.vectorUpdate?.after { space.vector = vector }
        try carryOut(plan.updates)
    }

    /// - Parameter rounded: the corners as the server keeps them.
    mutating func carryOut(
        _ updates: some Sequence<MarkerUpdate>, rounded: (Quad) -> Quad = { $0.rounded }
    ) throws {
        for update in updates {
            var marker = try update.after()
            if case .corners(let quad, _) = update.change {
                try marker.setQuad(rounded(quad))
                try marker.setCalibratedData(
                    CalibratedData(rounded(rounded(quad).map { $0 + space.shift })))
            }
            if case .calibrated(let data, _) = update.change {
                try marker.setCalibratedData(CalibratedData(rounded(data.quad)))
            }
            markers[update.index] = marker
        }
    }

    /// The place shown for a marker: its calibrated data, or raw corners with the vector if that is old.
    func shown(_ index: Int, after mode: PushMode) throws -> Quad {
        if mode == .calibrated, let data = try markers[index].calibratedData { return data.quad }
        return try markers[index].quad.map { $0 + space.shift }
    }
}
