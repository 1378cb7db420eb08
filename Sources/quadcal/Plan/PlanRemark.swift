import Markers
import QuadGeometry

/// A thing to be said about a plan as a whole.
struct PlanRemark {
    /// A word that never changes meaning.
    let code: String
    /// Whether the run fails by it.
    let fails: Bool
    /// What it is, with its numbers, and what to do about it; safe for a terminal.
    let sentence: String

    var severity: String { fails ? "error" : "warning" }

    private init(_ code: String, fails: Bool = false, _ sentence: String) {
        (self.code, self.fails, self.sentence) = (code, fails, sentence)
    }

    /// All that apply, the gravest first.
    static func all(
        _ plan: RecalibrationPlan, _ markers: PlannedMarkers, _ space: PlannedSpace, _ fit: SavedFitFile,
        _ neighbors: [PlannedNeighbor], _ suspicious: [String]
    ) -> [PlanRemark] {
        [refused(plan, markers), cutOff(suspicious)].compactMap { $0 } + plan.notes.compactMap(note)
            + [
                signs(space), spaceless(space, plan), untilEdit(plan), stale(plan),
                findings(plan),
                standing(neighbors, markers), nothing(plan),
            ].compactMap { $0 }
            + fit.fit.judgements.filter { !$0.fails }.map {
                PlanRemark(visible($0.code), "The fit says: \(visible($0.sentence, atMost: longestSentence))")
            }
    }

    /// The most characters of what another file says.
    private static let longestSentence = 1000

    private static func refused(_ plan: RecalibrationPlan, _ markers: PlannedMarkers) -> PlanRemark? {
        let count = plan.refused.count + markers.refused.count
        guard count > 0 else { return nil }
        let codes = counts(plan.refused.map(\.reason.code) + markers.refused.map(\.error.code.rawValue))
        let (are, stay) = count == 1 ? ("is", "stays") : ("are", "stay")
        let who =
            "\(count) of \(counted(markers.markers.count + markers.refused.count, "marker")) cannot be moved"
        if plan.request.mode == .vector {
            return PlanRemark(
                "REFUSED_MARKERS", fails: true,
                "\(count) of \(counted(markers.markers.count + markers.refused.count, "marker")) \(are) not fit to be moved "
                    + "(\(codes)), and the space's vector moves them all the same. Mend them first, or know why not."
            )
        }
        guard !plan.updates.isEmpty || !plan.unchanged.isEmpty else {
            return PlanRemark(
                "REFUSED_MARKERS", fails: true, "\(who) (\(codes)), and no other is to move. Mend them first."
            )
        }
        return PlanRemark(
            "MIXED_SPACE", fails: true,
            "\(who) and \(stay) in the old frame (\(codes)) while the others are in the new one. Mend them first, or "
                + "leave them out on purpose.")
    }

    /// What the library says; that the space is mixed is said with what is no marker.
    private static func note(_ note: PlanNote) -> PlanRemark? {
        switch note {
        case .mixedSpace: nil
        case .onlyTheJobCanTell:
            PlanRemark(
                note.code,
                "No marker of the fit is here as it was then, so nothing here can tell whether it was applied before. Make sure that it was not."
            )
        case .fittedMissing(let ids):
            PlanRemark(
                note.code,
                "\(counted(ids.count, "marker")) of the fit \(ids.count == 1 ? "is" : "are") not among these: "
                    + "\(listed(ids.map(\.wireText))). Give all files of the space, or it may be another one."
            )
        case .fittedElsewhere(let ids):
            PlanRemark(
                note.code,
                "\(counted(ids.count, "marker")) of the fit \(ids.count == 1 ? "was" : "were") moved since, and not by it: "
                    + "\(listed(ids.map(\.wireText))). Fit again if that was a recalibration.")
        case .vectorStaysOnTop(let vector):
            PlanRemark(
                note.code,
                "The space's vector \(MeasureText.point(vector.numbers, nil)) still counts on top of the new raw corners. "
                    + "Set it to zero with them if they are to be shown where they are.")
        case .datesWithoutZone(let dates):
            PlanRemark(
                note.code,
                "\(counted(dates.count, "date")) without a zone taken as UTC: \(listed(dates.map { visible($0) }))."
            )
        }
    }

    private static func cutOff(_ sessions: [String]) -> PlanRemark? {
        guard !sessions.isEmpty else { return nil }
        return PlanRemark(
            "LIST_LOOKS_CUT_OFF",
            "The server shows a round number of markers of \(listed(sessions.map { visible($0) })), as if it kept others back. "
                + "Count them in the app before anything is pushed.")
    }

    private static func signs(_ space: PlannedSpace) -> PlanRemark? {
        let stated = space.calibration.sign
        switch (space.basis, space.evidence.conclusion) {
        case (.stated, .sign(let found)) where found != stated:
            return PlanRemark(
                "SIGN_CONTRADICTED",
                "The calibrated corners of \(counted(space.evidence.count, "marker")) have the vector "
                    + "\(found == .added ? "added" : "subtracted"), not \(stated == .added ? "added" : "subtracted") as "
                    + "stated. Find out which is right before anything is pushed.")
        case (.assumed, _):
            return PlanRemark(
                "SIGN_ASSUMED",
                "No marker has calibrated corners that tell how the space's vector counts: it is taken as added. Say so "
                    + "with --sign.")
        default: return nil
        }
    }

    private static func spaceless(_ space: PlannedSpace, _ plan: RecalibrationPlan) -> PlanRemark? {
        let motion = plan.request.motion
        let needsIt =
            plan.request.mode != .raw || motion.source == .calibrated || motion.target == .calibrated
        guard space.file == nil, needsIt || space.evidence.count > 0 else { return nil }
        return PlanRemark(
            "NO_SPACE",
            "Without --space the space is taken to have no calibration vector"
                + (space.evidence.count > 0
                    ? ", though \(counted(space.evidence.count, "marker")) \(space.evidence.count == 1 ? "has" : "have") "
                        + "calibrated corners. Give it." : ". Give it if it has one."))
    }

    private static func untilEdit(_ plan: RecalibrationPlan) -> PlanRemark? {
        guard plan.request.mode == .calibrated, !plan.updates.isEmpty else { return nil }
        return PlanRemark(
            "CALIBRATED_UNTIL_EDIT",
            "The server works calibrated data out anew when somebody edits a marker's corners, so the next edit takes it "
                + "back to the old frame. Rewrite corners instead (--mode raw) where that must not happen.")
    }

    /// What is no longer true afterwards, by the names of the members.
    private static func stale(_ plan: RecalibrationPlan) -> PlanRemark? {
        let all = plan.updates.flatMap(\.staleMembers)
        guard !all.isEmpty else { return nil }
        return PlanRemark(
            "STALE_MEMBERS",
            "Afterwards no longer true, and not rewritten: \(listed(tallies(all.map { visible(String($0.dropFirst())) }))). Have "
                + "details calculated anew, and do not rely on the others.")
    }

    private static func findings(_ plan: RecalibrationPlan) -> PlanRemark? {
        let found = plan.updates.map {
            $0.findings.filter { $0.severity == .error || $0.severity == .warning }
        }
        let count = found.count { !$0.isEmpty }
        guard count > 0 else { return nil }
        let codes = counts(found.flatMap { $0.map(\.code.rawValue) })
        return PlanRemark(
            "FINDINGS_TRAVEL",
            "\(counted(count, "marker")) that \(count == 1 ? "moves has" : "move have") findings (\(codes)), as they have "
                + "where they are. quadcal check says how to mend them; --strict refuses errors.")
    }

    private static func standing(_ neighbors: [PlannedNeighbor], _ markers: PlannedMarkers) -> PlanRemark? {
        guard !neighbors.isEmpty else { return nil }
        let shown = neighbors.map {
            "\"\(markers.name($0.moved))\" \($0.issue.code.rawValue) with \"\(markers.name($0.unmoved))\""
        }
        return PlanRemark(
            "MEETS_UNMOVED",
            "\(counted(neighbors.count, "marker")) would come to stand where another is that does not move: "
                + "\(listed(shown)). Look whether both are in the frames that you think.")
    }

    private static func nothing(_ plan: RecalibrationPlan) -> PlanRemark? {
        guard plan.updates.isEmpty, plan.refused.isEmpty, !plan.leftOut.isEmpty, plan.unchanged.isEmpty else {
            return nil
        }
        return PlanRemark(
            "NOTHING_CHOSEN",
            "Every marker is left out (\(counts(plan.leftOut.map(\.reason.code)))). Look at the sessions that were chosen."
        )
    }

    /// How many there are of each word, the most first.
    static func counts(_ words: [String]) -> String { tallies(words).joined(separator: ", ") }

    private static func tallies(_ words: [String]) -> [String] {
        Dictionary(grouping: words) { $0 }.map { (word: $0.key, count: $0.value.count) }
            .sorted { (-$0.count, $0.word) < (-$1.count, $1.word) }.map { "\($0.count) \($0.word)" }
    }
}
