import Foundation
import Markers
import MarkersClient
import QuadGeometry

/// The judge, who reads corners and knows where every marker belongs.
extension WorldStory {
    /// Every marker is where it was, or where a motion from one frame to the other leads it from the one.
    func judge(
        _ before: [UUID: WorldSpace.Seen], _ vector: SIMD3<Double>?, from old: Int, to new: Int
    ) async throws {
        let after = try await space.seen()
        let present = try await space.presentVector()
        if mode != .vector, present != vector { find(.lost, "the vector of the space") }
        var moved = 0
        defer { if moved >= WorldStory.weekMarkers.lowerBound { totals[.pushes] += 1 } }
        for (id, was) in before.sorted(by: { $0.key.uuidString < $1.key.uuidString }) {
            guard let now = after[id] else {
                if space.placed[id] != nil { find(.lost, "marker \(id)") }
                continue
            }
            totals[.writes] += Int(now.version - was.version)
            guard now.corners != was.corners else { continue }
            moved += 1
            let (past, here) = (space.frames(of: was), space.frames(of: now))
            if was.place != now.place, here.contains(space.frames.newest) { continue }
            guard mode == .raw else {
                find(.astray, "raw corners in mode \(mode.rawValue)")
                continue
            }
            if past.contains(old), here.contains(new) { continue }
            if !past.isDisjoint(with: here) { continue }
            find(
                past.contains(new) ? .moved : .astray,
                "\(name(was.session)) \(id.uuidString.prefix(4)): \(past.sorted()) to \(here.sorted())")
        }
        try judgeCalibrated(before, after, present)
    }

    /// A job that says it is complete has moved every marker that was in the old frame.
    func judgeComplete(
        _ sessions: Set<UUID>, _ before: [UUID: WorldSpace.Seen], to frame: Int
    ) async throws {
        let after = try await space.seen()
        let left = before.filter { id, was in
            sessions.contains(was.session) && space.placed[id] != nil
                && space.frames(of: was).contains(frame - 1)
                && !(after[id].map { space.frames(of: $0).contains(frame) } ?? false)
        }
        if !left.isEmpty {
            let names = Set(left.values.map { name($0.session) }).sorted()
            find(.untold, "complete, and \(left.count) markers of \(names) are where they were")
        }
    }

    /// Calibrated corners follow from the raw ones, and from one motion at most; so does the vector.
    private func judgeCalibrated(
        _ before: [UUID: WorldSpace.Seen], _ after: [UUID: WorldSpace.Seen], _ vector: SIMD3<Double>?
    ) throws {
        guard mode != .raw, let shift = space.vector else { return }
        let motion = space.frames.motions[0]
        for (id, marker) in before {
            if let calibrated = marker.calibrated { past[id, default: []].append(calibrated) }
        }
        if mode == .vector {
            let moved = shift + motion.shift
            let isKnown = ([shift, moved] + vectors).contains { wanted in
                vector.map { WorldFrames.isNear([$0], [wanted]) } ?? false
            }
            if !isKnown { find(.moved, "the vector is \(vector.map { "\($0)" } ?? "null")") }
            return
        }
        for (id, marker) in after.sorted(by: { $0.key.uuidString < $1.key.uuidString }) {
            guard let calibrated = marker.calibrated, !past[id, default: []].contains(calibrated) else {
                continue
            }
            past[id, default: []].append(calibrated)
            let ways = [marker.corners.map { $0 + shift }, marker.corners.map { motion($0) + shift }]
            if !ways.contains(where: { WorldFrames.isNear($0, calibrated) }) {
                find(.astray, "calibrated corners of \(id.uuidString.prefix(4))")
            }
        }
    }
}
