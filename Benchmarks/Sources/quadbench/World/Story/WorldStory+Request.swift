import Foundation
import Markers
import MarkersClient
import QuadGeometry
import RigidCalibration

/// The motions that persons have the client carry out, and fits that they keep for later.
extension WorldStory {
    func request(
        _ source: WorldSource, _ sessions: Set<UUID>, to frame: Int, by person: Int
    ) throws -> SpaceRequest {
        let target: PointKind = mode == .vector ? .calibrated : .raw
        // A vector moves the whole space.
        let scan = source.saysWhen ? Set([space.scan].compactMap(\.self)) : []
        let frames =
            mode == .vector
            ? FrameMembership(rule: .all, targets: scan) : FrameMembership(chosen: sessions, targets: scan)
        var fit = FitSettings()
        let way: MotionSource
        switch source {
        case .motion, .named:
            let motion = space.frames.motions[frame - 1]
            guard let rotation = Rotation(angle: motion.yaw, axis: SIMD3(0, 1, 0)),
                let transform = RigidTransform(rotation: rotation, translation: motion.shift)
            else { throw BenchError.violated("a motion that is none") }
            let start: PointKind = mode == .vector ? .calibrated : .raw
            way = .motion(PlannedMotion(AnchoredMotion(transform), from: start, to: target))
        case .pairs:
            let points = [
                SIMD3(0.0, 0, 0), SIMD3(9.0, 1, 0), SIMD3(0.0, 2, 5), SIMD3(11.0, 0, 6), SIMD3(5.0, 3, 2),
            ]
            let motion = space.frames.motions[frame - 1]
            fit.isRobust = false
            way = .pairs(
                try Correspondences(sources: points, targets: points.map { motion($0) }), from: .raw,
                to: target)
        case .saved:
            guard let known = persons[person].fits.last else {
                throw BenchError.violated("a fit that is none")
            }
            way = .savedFit(known.fit, named: "fit.json", to: target)
        case .labels, .badScan:
            let scan = source == .labels ? space.scan : space.badScan
            way = .markers(by: .label, onto: scan.map { [$0] } ?? [], corners: .raw)
        }
        return SpaceRequest(WorldSpace.key, mode: mode, motion: way, fit: fit, frames: frames, sign: .added)
    }

    /// Somebody fits the motion of a session to the newest scan, and keeps it.
    func saveFit(of session: UUID, by person: Int) async throws {
        let seen = try await space.seen(), newest = space.frames.newest
        let shown = Dictionary(
            seen.filter { $0.value.session == space.scan }.compactMap { id, marker in
                space.placed[id].map { ($0.thing, marker.corners) }
            }
        ) { first, _ in first }
        var sources: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = []
        for (id, marker) in seen.sorted(by: { $0.key.uuidString < $1.key.uuidString })
        where marker.session == session && space.frames(of: marker).contains(newest - 1) {
            guard let corners = space.placed[id].flatMap({ shown[$0.thing] }) else { continue }
            sources += marker.corners
            targets += corners
        }
        guard mode == .raw, let pairs = try? Correspondences(sources: sources, targets: targets),
            let calibration = try? Calibration(pairs)
        else { return }
        var document = FitDocument(calibration, of: pairs)
        // Markers then have a shift each, which is of the noise alone.
        if dice.chance(0.3), let straightened = try? StraightenedMotion(calibration, by: .place) {
            document.straighten(by: straightened)
        }
        guard let fit = try? SavedFit(document, takesShifts: true) else { return }
        note("\(persons[person].name) saves a fit of \(name(session)) to \(newest)")
        persons[person].fits.append(WorldPerson.KnownFit(session: session, frame: newest, fit: fit))
    }

    /// Somebody applies the fit that was saved last, if it leads to the newest frame.
    func applyFit(by person: Int) async throws {
        guard let known = persons[person].fits.last, known.frame == space.frames.newest else { return }
        let action = WorldAction.recalibrate(
            MoveDecisions(), .saved, elsewhere: dice.chance(0.3), locks: true, marks: dice.chance(0.9))
        _ = try await run(
            action, [known.session], to: known.frame, by: person, cut: dice.chance(0.2) ? cut() : nil,
            trouble: trouble())
    }
}
