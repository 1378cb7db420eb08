import KillSweep

/// Compares the claims of a report with what the log of the server makes of the markers, while nobody edits.
struct CampaignJudge {
    let ledger: CampaignLedger
    let mode: CampaignMode
    let scene: CampaignScene
    /// The motions of the jobs, and the place of that of the job in question.
    let motions: [CampaignMotion], motion: Int
    /// Whether another job has written, too.
    let hasRival: Bool
    /// Whether a read may have shown the state before the last change, or a list may have lacked markers: nobody can know what
    /// no answer shows.
    let hasOldReads: Bool, hasShortLists: Bool

    /// The claims of a report that are not so.
    func findings(_ run: CampaignRun) -> [CampaignFinding] {
        guard let report = run.report else { return [] }
        var found: [CampaignFinding] = []
        func note(_ kind: CampaignFinding.Kind, _ id: String, _ text: String) {
            found.append(CampaignFinding(kind, id, text))
        }
        for id in report.gone.union(report.open.filter { $0.value == "gone" }.keys)
        where ledger.tracks[id]?.isThere == true { note(.misreported, id, "gone, but it is there") }
        guard mode != .vector else {
            let claim = report.isUndo ? "undone" : "done"
            if report.vector == claim, !hasVector(report.isUndo) {
                note(.misreported, "the space", "\(claim), but it is not")
            }
            return found
        }
        for (id, track) in ledger.tracks where track.isThere {
            let state = report.open[id]
            if state == "conflict" || state == "kept", track.edits == 0, !hasRival {
                note(.misreported, id, "\(state ?? ""), but nobody edited it")
            }
            if report.edited.contains(id), track.edits == 0, !hasRival {
                note(.misreported, id, "edited, but nobody did")
            }
            let isNamed = [report.different, report.gone, report.edited, report.appeared].contains {
                $0.contains(id)
            }
            let isHidden = hasOldReads && track.edits > 0 || hasShortLists && track.writes == 0
            let isClaimed = state == nil && !isNamed && !isHidden
            if isClaimed, report.isCompared || run.exit == 0, !isWhereItShouldBe(track, report.isUndo) {
                note(
                    track.edits == 0 ? .lost : .misreported, id,
                    "\(report.isUndo ? "undone" : "done"), but it is not")
            }
        }
        return found
    }

    private func hasVector(_ isUndo: Bool) -> Bool {
        let wanted = isUndo ? scene.vector ?? Point() : motions[motion].shift
        return Corners([wanted]).isNear(Corners([ledger.vector ?? Point()]))
    }

    private func isWhereItShouldBe(_ track: CampaignLedger.Track, _ isUndo: Bool) -> Bool {
        // What was never moved has nothing to be taken back.
        if isUndo, track.writes == 0 { return true }
        switch (mode, isUndo) {
        case (.raw, false): return track.applied.last == motion
        case (.raw, true): return track.applied.isEmpty
        case (_, false): return ledger.wanted(track.corners, motion).isNear(track.calibrated)
        case (_, true):
            let computed = track.corners.map { $0 + (ledger.vector ?? Point()) }
            return track.calibrated.map { $0.isNear(computed) || $0.isNear(track.calibratedBefore) } ?? true
        }
    }
}
