internal import Foundation

/// Judges the data of a server and the tool's report, whatever was killed on the way.
///
/// I1: every marker is where the motion takes it, or is reported not to be. I2: each was written once. I3:
/// nobody else's edit is lost. I4: exit code and report agree with the server. I5: the same command again
/// changes nothing.
struct Judge {
    let scene: Scene
    /// The state before the job.
    let before: Snapshot
    let isUndo: Bool
    /// True if the job was completely applied when the writes that are judged began.
    let isApplied: Bool
    /// The state before the run that is judged began to write.
    let start: Snapshot
    let edits: Edits?
    /// True if the plan was made after the edits.
    let isReplanned: Bool
    /// The number of simultaneous jobs: a space has no version, so each may have written the same vector.
    var jobs = 1

    /// The violations after a run, each with the number of the invariant.
    func violations(_ report: ToolReport) throws -> [String] {
        let now = try Snapshot(scene, after: start.last)
        var found: [String] = []
        if scene.mode == .vector {
            found += vectorViolations(now, report)
        } else {
            for marker in before.markers {
                guard let there = now.marker(marker.id) else {
                    found.append("I3 marker \(marker.label) is gone")
                    continue
                }
                found += violations(of: there, was: marker, written: now.ours[marker.id] ?? 0).map {
                    "\($0) (marker \(marker.label), \(now.ours[marker.id] ?? 0) writes)"
                }
            }
            let expected = expectedProblems
            if report.problems != expected {
                found.append("I4 reported \(report.problems.count) problems, expected \(expected.count)")
            }
            if report.total != scene.markers { found.append("I4 accounts for \(report.total) markers") }
        }
        if (report.exit == 0) != expectedProblems.isEmpty || report.exit > 1 {
            found.append("I4 exit \(report.exit)")
        }
        if edits != nil, now.note != Edits.label { found.append("I3 the description of the space is lost") }
        return found
    }

    /// The markers that cannot be where the job moves them, since somebody else changed their corners. Calibrated data is
    /// computed from the corners that are there, and what a job never moved has nothing to be taken back.
    private var expectedProblems: Set<String> {
        guard let edits, scene.mode == .raw, !isReplanned else { return [] }
        return isUndo && !isApplied && !edits.isOfMoved ? [] : [edits.moved]
    }

    /// Whether a job was undone that was not applied to its end.
    private var isTakenBack: Bool { isUndo && !isApplied }

    private func vectorViolations(_ now: Snapshot, _ report: ToolReport) -> [String] {
        var found: [String] = []
        // The motion leads from raw to calibrated points, as a vector does.
        let target = isUndo ? Motion.vector : scene.motion.shift
        if !Corners([target]).isNear(now.vector.map { Corners([$0]) }) { found.append("I1 the vector") }
        let written = now.ours[scene.space] ?? 0
        if isTakenBack ? ![0, 2].contains(written) : !(1...jobs).contains(written) {
            found.append("I2 vector written \(written) times")
        }
        if report.vector != (isUndo ? "undone" : "done") {
            found.append("I4 vector \(report.vector ?? "none")")
        }
        return found
    }

    private func violations(of marker: Snapshot.Marker, was: Snapshot.Marker, written: Int) -> [String] {
        let isMoved = marker.id == edits?.moved, isRenamed = marker.id == edits?.renamed
        var found: [String] = []
        if marker.label != (isRenamed ? Edits.label : was.label) { found.append("I3 label") }
        let raw = isMoved ? edits?.corners ?? was.corners : was.corners
        switch (scene.mode, isUndo) {
        case (_, true):
            // There and back, or never.
            let whole = isTakenBack ? [0, 2] : [1]
            if isMoved ? written > (whole.last ?? 0) : !whole.contains(written) { found.append("I2") }
            if isMoved {
                if !marker.corners.isNear(edits?.corners) { found.append("I3 corners") }
                if scene.mode == .calibrated, !raw.map({ $0 + Motion.vector }).isNear(marker.calibrated) {
                    found.append("I1 calibrated data is not of its corners")
                }
            } else if !isSame(marker.value, was.value) {
                found.append("I1 not as it was")
            }
        case (.raw, false):
            let isLeft = isMoved && !isReplanned
            if isLeft ? written > 1 : written != 1 { found.append("I2") }
            // Moved by us, by somebody else, or by both in this order.
            let target = isLeft ? raw : raw.map { scene.motion($0) }
            if !marker.corners.isNear(target) { found.append(isMoved ? "I3 corners" : "I1 corners") }
            if !marker.corners.map({ $0 + Motion.vector }).isNear(marker.calibrated) {
                found.append("I1 calibrated data is not of its corners")
            }
        default:
            // Values written before somebody else moved the corners are computed again from them.
            if isMoved ? !(1...2).contains(written) : written != 1 { found.append("I2") }
            if !marker.corners.isNear(raw) { found.append("I3 corners") }
            let target = raw.map { scene.motion($0) + Motion.vector }
            if !target.isNear(marker.calibrated) { found.append("I1 calibrated data") }
        }
        return found
    }

    private func isSame(_ a: NSDictionary, _ b: NSDictionary) -> Bool {
        (Corners.names + ["color", "meta", "custom_props", "calibrated_data"]).allSatisfy { name in
            (a[name] as? NSObject) == (b[name] as? NSObject)
        }
    }
}
