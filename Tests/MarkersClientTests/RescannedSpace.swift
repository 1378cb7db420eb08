import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import RigidCalibration
import TestSupport

/// A space of a sandbox in two scans: markers along a hall, half of which were placed again in a new session.
struct RescannedSpace {
    static let count = 12, placedAgain = 6
    static let vector = SIMD3(0.25, 0, -0.5)
    private static let yaw = 0.6, shift = SIMD3(2, 0.25, -4)

    let scene: SandboxScene
    /// The session in the new frame, and a reference set of the same markers.
    let new: UUID
    let set: UUID

    var old: UUID { scene.session }
    var api: MarkersAPI { scene.api }
    var path: String { scene.path }

    var recalibration: Recalibration {
        get throws { Recalibration(api, on: try Origin(scene.server.address + "/api/v1"), as: "ann") }
    }

    init(more: Int = 0) async throws {
        scene = try await SandboxScene(vector: "[0.25,0,-0.5]")
        let quads = (0..<(RescannedSpace.count + more)).map(RescannedSpace.quad)
        try await RescannedSpace.make(quads, in: scene.session, scene.api)
        let again = quads.prefix(RescannedSpace.placedAgain).map { $0.map(RescannedSpace.moved) }
        new = try await scene.api.createWorkSession(
            RequestBody.Session(in: scene.space, type: "inspection").json
        ).id
        try await RescannedSpace.make(again, in: new, scene.api)
        set = try await scene.api.createReferenceSet(
            in: scene.space,
            try RequestBody.creatingReferenceSet(
                name: "set",
                markers: again.enumerated().map {
                    (id: UUID(), label: "door \($0.offset)", quad: $0.element)
                })
        ).id
    }

    func clear() { scene.clear() }

    private static func make(_ quads: [Quad], in session: UUID, _ api: MarkersAPI) async throws {
        let markers = quads.enumerated().map { place, quad in
            var marker = RequestBody.MarkerCreation(workSessionID: session, quad: quad)
            marker.label = "door \(place)"
            return marker
        }
        _ = try await MarkerCreation(api).create(
            markers, keys: quads.indices.map { "key \($0)" }, in: session)
    }

    private static func quad(_ place: Int) -> Quad {
        let x = Double(place)
        return Quad.rectangle(0.5, 0.25).moved(by: SIMD3(1.5 * x, 1 + 0.125 * x, Double(place * place % 7)))
    }

    /// Where a point of the old frame is in the new one, by the textbook's turn about the vertical.
    static func moved(_ point: SIMD3<Double>) -> SIMD3<Double> {
        let (c, s) = (cos(yaw), sin(yaw))
        return SIMD3(c * point.x + s * point.z, point.y, c * point.z - s * point.x) + shift
    }

    /// A request that finds the motion by the labels of the new session.
    func request(_ mode: PushMode = .raw) -> SpaceRequest {
        SpaceRequest(
            "k", mode: mode,
            motion: .markers(by: .label, onto: [new], corners: mode == .raw ? .raw : .calibrated),
            frames: FrameMembership(chosen: [old]))
    }

    /// A request with a shift as its motion, for all sessions.
    func shifting(_ mode: PushMode, by step: SIMD3<Double>) throws -> SpaceRequest {
        let points = [SIMD3(0.0, 0, 0), SIMD3(4.0, 0, 0), SIMD3(0.0, 4, 0), SIMD3(0.0, 0, 4)]
        var fit = FitSettings(isRobust: false)
        fit.options.model = .translation
        let pairs = try Correspondences(sources: points, targets: points.map { $0 + step })
        return SpaceRequest(
            "k", mode: mode, motion: .pairs(pairs, from: .raw, to: mode == .raw ? .raw : .calibrated),
            fit: fit, frames: FrameMembership(rule: .all))
    }

    /// How often markers were written.
    var writes: [String: Int] {
        Dictionary(
            scene.server.effects.filter { $0.action == .update && $0.kind == "marker" }.map { ($0.id, 1) },
            uniquingKeysWith: +)
    }
}
