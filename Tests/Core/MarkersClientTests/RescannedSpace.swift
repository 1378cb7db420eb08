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
    /// Another session in the old frame, with other data of its own, if asked for; otherwise the new one.
    let odd: UUID

    /// The time at which a marker of the old session was edited that has no partner in the new one; or the first, which has one, and the
    /// last were placed in the new frame before the rescan; or the last alone, in the rescan's session before its first marker.
    enum Edit { case never, beforeRescan, afterRescan, placedBeforeRescan, placedAtItsStart }

    var old: UUID { scene.session }
    var api: MarkersAPI { scene.api }
    var path: String { scene.path }

    /// Of a user whose records are of this space alone.
    var recalibration: Recalibration {
        get throws {
            var recalibration = Recalibration(
                api, on: try Origin(scene.server.address + "/api/v1"), as: "ann")
            recalibration.records = JobRecords(folder: scene.folder.appending(path: "records").path)
            return recalibration
        }
    }

    /// - Parameters:
    ///   - options: the server.
    ///   - more: further markers of the old session.
    ///   - editing: when a marker of it was edited.
    ///   - hasOther: whether there is another session in the old frame,
    ///   - meta: and the `meta` of that.
    ///   - shifted: so many of those placed again are half a metre off.
    init(
        _ options: SandboxOptions = SandboxOptions(seed: 1), more: Int = 0, editing: Edit = .never,
        shifted: Int = 0, hasOther: Bool = false,
        meta: String = #"{"spatial_environment":null,"n":1.50}"#
    ) async throws {
        scene = try await SandboxScene(options, vector: "[0.25,0,-0.5]")
        let quads = (0..<(RescannedSpace.count + more)).map(RescannedSpace.quad)
        try await RescannedSpace.make(quads, in: scene.session, scene.api)
        if editing == .beforeRescan { try await RescannedSpace.edit(scene) }
        var session = RequestBody.Session(in: scene.space, type: "inspection")
        if editing == .placedAtItsStart {
            session.startedAt = try await scene.markers().compactMap(\.createdAt).max()
        }
        if editing == .placedBeforeRescan || editing == .placedAtItsStart {
            try await RescannedSpace.place(scene, first: editing == .placedBeforeRescan)
        }
        let again = quads.prefix(RescannedSpace.placedAgain).enumerated().map { place, quad in
            quad.map { RescannedSpace.moved($0) + (place < shifted ? SIMD3(0.5, 0, 0) : .zero) }
        }
        new = try await scene.api.createWorkSession(session.json).id
        try await RescannedSpace.make(again, in: new, scene.api)
        odd = hasOther ? try await RescannedSpace.other(quads.suffix(3), scene, meta) : new
        set = try await scene.api.createReferenceSet(
            in: scene.space,
            try RequestBody.creatingReferenceSet(
                name: "set",
                markers: again.enumerated().map {
                    (id: UUID(), label: "door \($0.offset)", quad: $0.element)
                })
        ).id
        if editing == .afterRescan { try await RescannedSpace.edit(scene) }
    }

    private static func other(
        _ quads: ArraySlice<Quad>, _ scene: SandboxScene, _ meta: String
    ) async throws -> UUID {
        var body = RequestBody.Session(in: scene.space, type: "inspection")
        body.meta = try JSONValue(meta)
        let session = try await scene.api.createWorkSession(body.json).id
        try await make(quads.map { $0.moved(by: SIMD3(0, 2, 0)) }, in: session, scene.api)
        return session
    }

    /// Gives the last marker of the old session another colour.
    private static func edit(_ scene: SandboxScene) async throws {
        guard let marker = try await scene.markers().last, let version = marker.version else { return }
        var update = RequestBody.MarkerUpdate(version: version)
        update.color = "#00ff00"
        _ = await scene.api.updateMarker(marker.id, try update.json())
    }

    /// Puts the last marker of the old session, and perhaps the first, where it is in the new frame.
    private static func place(_ scene: SandboxScene, first: Bool) async throws {
        let markers = try await scene.markers()
        for marker in [markers.last, first ? markers.first : nil].compactMap(\.self) {
            guard let version = marker.version else { return }
            var update = RequestBody.MarkerUpdate(version: version)
            update.quad = try marker.quad.map(moved)
            _ = await scene.api.updateMarker(marker.id, try update.json())
        }
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

    /// The place in the new frame of a point of the old one, by the textbook's turn about the vertical.
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
    func shifting(
        _ mode: PushMode, by step: SIMD3<Double>, only session: UUID? = nil
    ) throws -> SpaceRequest {
        let points = [SIMD3(0.0, 0, 0), SIMD3(4.0, 0, 0), SIMD3(0.0, 4, 0), SIMD3(0.0, 0, 4)]
        var fit = FitSettings(isRobust: false)
        fit.options.model = .translation
        let pairs = try Correspondences(sources: points, targets: points.map { $0 + step })
        return SpaceRequest(
            "k", mode: mode, motion: .pairs(pairs, from: .raw, to: mode == .raw ? .raw : .calibrated),
            fit: fit,
            frames: session.map { FrameMembership(chosen: [$0]) } ?? FrameMembership(rule: .all))
    }

    /// The number of times that each marker was written.
    var writes: [String: Int] {
        Dictionary(
            scene.server.effects.filter { $0.action == .update && $0.kind == "marker" }.map { ($0.id, 1) },
            uniquingKeysWith: +)
    }
}
