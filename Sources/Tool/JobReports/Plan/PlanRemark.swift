package import FitReports
import Foundation
package import Markers
import MarkersEndpoint
import MarkersJobs
import QuadGeometry
import RigidCalibration
import ToolTerminal

/// A remark about a plan as a whole.
package struct PlanRemark {
    /// The remark as a word whose meaning never changes.
    package let code: String
    /// Whether the run fails because of it.
    package let fails: Bool
    /// The sentence, with numbers and what to do; safe for a terminal.
    package let sentence: String

    var note: JobNote { JobNote(code, fails: fails, sentence) }

    package var severity: String { fails ? "error" : "warning" }

    init(_ code: PlanCode, fails: Bool = false, _ sentence: String) {
        self.init(word: code.rawValue, fails: fails, sentence)
    }

    /// A remark with a code of another place: the fit's, or a note's of the library.
    init(word code: String, fails: Bool = false, _ sentence: String) {
        (self.code, self.fails, self.sentence) = (code, fails, sentence)
    }

    /// All remarks that apply, the gravest first.
    package static func all(
        _ plan: RecalibrationPlan, _ space: KnownCalibration, _ fit: SavedFitFile,
        _ neighbors: [PlannedNeighbor], _ inputs: PlanInputs, stale staleMembers: [String]
    ) -> [PlanRemark] {
        let markers = inputs.markers
        return [
            refused(plan, markers), nothing(plan, inputs), cutOff(inputs.suspicious),
            notUnderstood(inputs.unreadable),
        ].compactMap { $0 } + plan.notes.compactMap { note($0, markers) }
            + [
                far(plan, markers, fit), signs(space), spaceless(space, plan, inputs), untilEdit(plan),
                stale(staleMembers),
                findings(plan),
                standing(neighbors, markers), withoutFit(plan, markers, fit),
            ].compactMap { $0 }
            + fit.fit.judgements.filter { $0.severity == .warning }.map {
                PlanRemark(
                    word: visible($0.code), "The fit says: \(visible($0.sentence, atMost: longestSentence))")
            }
    }

    /// The most characters of a sentence from another file.
    private static let longestSentence = 1000

    private static func refused(_ plan: RecalibrationPlan, _ markers: PlannedMarkers) -> PlanRemark? {
        let count = plan.refused.count + markers.refused.count
        guard count > 0 else { return nil }
        let codes = wordCounts(plan.refused.map(\.reason.code) + markers.refused.map(\.error.code.rawValue))
        let chosen = count + plan.updates.count + plan.unchanged.count
        let who = "\(count) of \(counted(chosen, "chosen marker")) cannot be moved"
        if plan.request.mode == .vector {
            return PlanRemark(
                .refusedMarkers, fails: true,
                "\(count) of \(counted(chosen, "chosen marker")) \(count == 1 ? "is" : "are") not fit to be moved (\(codes)), "
                    + "but the space's vector would move \(count == 1 ? "it" : "them"), too. Fix them first, or confirm that this "
                    + "is intended.")
        }
        guard !plan.updates.isEmpty || !plan.unchanged.isEmpty else {
            return PlanRemark(
                .refusedMarkers, fails: true, "\(who) (\(codes)), and no other is to move. Fix them first.")
        }
        return PlanRemark(
            .mixedSpace, fails: true,
            "\(who) and would stay in the old frame (\(codes)). Fix them first, or exclude them on purpose."
        )
    }

    /// The remark for a note of the library; a mixed space is remarked together with values that are not markers.
    private static func note(_ note: PlanNote, _ markers: PlannedMarkers) -> PlanRemark? {
        switch note {
        case .mixedSpace: nil
        case .onlyTheJobCanTell:
            PlanRemark(
                word: note.code,
                "No marker of the fit is here unchanged, so quadcal cannot tell whether it was applied before. Make sure that it was not."
            )
        case .fittedMissing(let ids):
            PlanRemark(
                word: note.code,
                "\(counted(ids.count, "marker")) of the fit \(ids.count == 1 ? "is" : "are") not among these: "
                    + "\(listed(ids.map(\.wireText))). Give all files of the space, and check that it is the same space."
            )
        case .fittedElsewhere(let ids):
            PlanRemark(
                word: note.code,
                "\(counted(ids.count, "marker")) of the fit \(ids.count == 1 ? "was" : "were") moved since, but not by it: "
                    + "\(listed(ids.map(\.wireText))). Fit again if that was a recalibration.")
        case .vectorStaysOnTop(let vector):
            PlanRemark(
                word: note.code,
                "The space's vector \(MeasureText.point(vector.numbers, nil)) still applies on top of the new raw corners. "
                    + "Set it to zero, too, if they should be shown where they are.")
        case .beyondMarkers(let ids):
            PlanRemark(
                word: note.code,
                "\(counted(ids.count, "marker")) \(ids.count == 1 ? "is" : "are") beyond the markers of the fit, in place, in time or by "
                    + "session: \(listed(ids) { markers.name(of: $0) }). Little is known of their shifts, which fade to none where no marker "
                    + "is near, and they may be farther off than stated: add markers there, of the same walk."
            )
        case .sessionsAstray(let sessions):
            PlanRemark(
                word: note.code,
                "\(listed(sessions) { "Session \($0.id.wireText): \($0.sentence)" }). Check that the session is in the old frame, and "
                    + "that equal labels are of one marker.")
        case .datesWithoutZone(let dates):
            PlanRemark(
                word: note.code,
                "\(counted(dates.count, "date")) without a time zone, read as UTC: \(listed(dates.map { visible($0) }))."
            )
        }
    }

    private static func cutOff(_ sessions: [String]) -> PlanRemark? {
        guard !sessions.isEmpty else { return nil }
        return PlanRemark(
            .listLooksCutOff,
            "The server shows a round number of markers of \(listed(sessions.map { visible($0) })): the list may be cut off. "
                + "Count them in the app before pushing anything.")
    }

    private static func notUnderstood(_ values: [UnreadableElement]) -> PlanRemark? {
        guard !values.isEmpty else { return nil }
        return PlanRemark(
            .notUnderstood,
            "\(counted(values.count, "listed value")) cannot be read and \(values.count == 1 ? "is" : "are") passed over: "
                + "\(listed(values, \.text)). Markers of a session among them stay where they are.")
    }

    /// A weakness that the fit alone could not see, since it did not know which markers would move.
    private static func far(
        _ plan: RecalibrationPlan, _ markers: PlannedMarkers, _ fit: SavedFitFile
    ) -> PlanRemark? {
        let code = FitCode.weakGeometry.rawValue
        guard plan.request.motion.straightened == nil,
            !fit.fit.judgements.contains(where: { $0.code == code }),
            let covariance = fit.fit.covariance,
            let atPairs = covariance.worstError(
                atMoved: fit.fit.document.pairs.map { fit.fit.targetFromSource * $0.source }),
            let worst = plan.updates.max(by: { ($0.predictedError ?? 0) < ($1.predictedError ?? 0) }),
            let error = covariance.worstError(atMoved: worst.target.corners),
            worst.target.corners.contains(where: { covariance.isFar($0, error: error, atPairs: atPairs) })
        else { return nil }
        return PlanRemark(
            word: code,
            "At \"\(markers.name(worst.index))\" the error to expect is \(MeasureText.length(error)), at the pairs of the fit it "
                + "is at most \(MeasureText.length(atPairs)). Add a marker near it to the fit.")
    }

    private static func signs(_ space: KnownCalibration) -> PlanRemark? {
        let stated = space.calibration.sign
        switch (space.basis, space.evidence.conclusion) {
        case (.stated, .sign(let found)) where found != stated:
            return PlanRemark(
                .signContradicted,
                "The calibrated corners of \(counted(space.evidence.count, "marker")) have the vector "
                    + "\(found == .added ? "added" : "subtracted"), not \(stated == .added ? "added" : "subtracted") as "
                    + "stated. Find out which is right before pushing anything.")
        case (.assumed, _):
            return PlanRemark(
                .signAssumed,
                "No marker has calibrated corners that show how the space's vector counts: it is assumed to be added. Confirm "
                    + "that with --sign.")
        default: return nil
        }
    }

    private static func spaceless(
        _ space: KnownCalibration, _ plan: RecalibrationPlan, _ inputs: PlanInputs
    ) -> PlanRemark? {
        let motion = plan.request.motion
        let needsIt =
            plan.request.mode != .raw || motion.source == .calibrated || motion.target == .calibrated
        guard inputs.space == nil, needsIt || space.evidence.count > 0 else { return nil }
        return PlanRemark(
            .noSpace,
            "Without --space the space is assumed to have no calibration vector"
                + (space.evidence.count > 0
                    ? ", though \(counted(space.evidence.count, "marker")) \(space.evidence.count == 1 ? "has" : "have") "
                        + "calibrated corners. Give it." : ". Give it if it has one."))
    }

    private static func untilEdit(_ plan: RecalibrationPlan) -> PlanRemark? {
        guard plan.request.mode == .calibrated, !plan.updates.isEmpty else { return nil }
        return PlanRemark(
            .calibratedUntilEdit,
            "The server recomputes calibrated data when somebody edits a marker's corners, so the next edit takes it "
                + "back to the old frame. Rewrite corners instead (--mode raw) to avoid that.")
    }

    /// The fields that are out of date afterwards.
    private static func stale(_ all: [String]) -> PlanRemark? {
        guard !all.isEmpty else { return nil }
        let advice =
            all.contains("/details")
            ? "Have details recalculated, and do not rely on the others" : "Do not rely on them"
        return PlanRemark(
            .staleMembers,
            "These fields will be out of date after the move: "
                + "\(listed(wordTallies(all.map { visible(String($0.dropFirst())) }))). \(advice).")
    }

    private static func findings(_ plan: RecalibrationPlan) -> PlanRemark? {
        let found = plan.updates.map {
            $0.findings.filter { $0.severity == .error || $0.severity == .warning }
        }
        let count = found.count { !$0.isEmpty }
        guard count > 0 else { return nil }
        let codes = wordCounts(found.flatMap { $0.map(\.code.rawValue) })
        return PlanRemark(
            .findingsTravel,
            "\(counted(count, "marker")) to be moved already \(count == 1 ? "has" : "have") findings (\(codes)); moving does not "
                + "change them. quadcal check says how to fix them; --strict refuses errors.")
    }

    private static func standing(_ neighbors: [PlannedNeighbor], _ markers: PlannedMarkers) -> PlanRemark? {
        guard !neighbors.isEmpty else { return nil }
        let shown = neighbors.map {
            "\"\(markers.name($0.moved))\" \($0.issue.code.rawValue) with \"\(markers.name($0.unmoved))\""
        }
        return PlanRemark(
            .meetsUnmoved,
            "\(counted(neighbors.count, "marker")) would be moved onto another that does not move: \(listed(shown)). Check which "
                + "frame each of them is in.")
    }

    /// The reason why no marker moves, though none is in place already.
    private static func nothing(_ plan: RecalibrationPlan, _ inputs: PlanInputs) -> PlanRemark? {
        guard plan.updates.isEmpty, plan.refused.isEmpty, !plan.leftOut.isEmpty, plan.unchanged.isEmpty else {
            return nil
        }
        let fitted = plan.request.motion.fitted, found = Set(inputs.markers.markers.map(\.id))
        let isElsewhere = !fitted.isEmpty && fitted.allSatisfy { !found.contains($0.id) }
        let codes = Set(plan.leftOut.map(\.reason.code))
        let advice =
            codes == [PlanCode.movedBefore.rawValue]
            ? "All of them were moved before, so nothing is left to do."
            : isElsewhere
                ? "None of the \(counted(fitted.count, "marker")) that the motion was fitted to is among them. Check that it is the "
                    + "same space."
                : codes.contains(PlanCode.undated.rawValue)
                    ? "No date tells which sessions are older than \(undated(plan)). Name them: --sessions ID."
                    : codes.contains(PlanCode.finished.rawValue)
                        ? "Sessions that are done or archived only move if they are named: --sessions ID."
                        : "Check which sessions were chosen."
        return PlanRemark(
            .nothingChosen, fails: true,
            "Every marker is left out (\(wordCounts(plan.leftOut.map(\.reason.code)))). \(advice)")
    }

    /// The sessions that supplied targets and have no date.
    private static func undated(_ plan: RecalibrationPlan) -> String {
        let frames = plan.request.frames
        let without = frames.targets.filter { frames.createdAt[$0].flatMap(WireDate.init) == nil }
        return without.isEmpty
            ? "the date"
            : "\(listed(without.map(\.wireText).sorted())), which \(without.count == 1 ? "has" : "have") none"
    }
}

extension PlanRemark {
    /// The remark on errors to expect that are larger than was asked for, or not known; `nil` if none are.
    init?(_ plan: RecalibrationPlan, _ markers: PlannedMarkers, tolerance: Double?) {
        guard let tolerance, !plan.updates.isEmpty else { return nil }
        let code = FitCode.toleranceExceeded.rawValue, limit = MeasureText.length(tolerance)
        let known = plan.updates.compactMap { one in one.predictedError.map { (error: $0, index: one.index) }
        }
        guard known.count == plan.updates.count, let worst = known.max(by: { $0.error < $1.error }) else {
            self.init(
                word: code, fails: true,
                "The error to expect is not known, so the tolerance of \(limit) cannot be verified. Add pairs to the fit, or "
                    + "state the noise with --noise-mm.")
            return
        }
        guard worst.error > tolerance else { return nil }
        let count = known.count { $0.error > tolerance }
        self.init(
            word: code, fails: true,
            "The error to expect is above the tolerance of \(limit) at \(counted(count, "marker")), at most "
                + "\(MeasureText.length(worst.error)) at \"\(markers.name(worst.index))\". Add pairs near "
                + "\(count == 1 ? "it" : "them") to the fit, or allow more.")
    }

    /// Markers that the fit was to do without are of the old frame like the others.
    private static func withoutFit(
        _ plan: RecalibrationPlan, _ markers: PlannedMarkers, _ fit: SavedFitFile
    ) -> PlanRemark? {
        let leftOut = (fit.fit.document.join?.leftOut ?? []).filter {
            $0.side == .old && $0.reason == UnjoinedMarker.Reason.excluded.rawValue
        }
        let ids = Set(leftOut.map(\.id)), moving = plan.updates.filter { ids.contains($0.marker.id.wireText) }
        guard !moving.isEmpty else { return nil }
        return PlanRemark(
            .excludedMoves,
            "\(counted(moving.count, "marker")) that the fit does without \(moving.count == 1 ? "moves" : "move") with the others: "
                + "\(listed(moving.map { "\"\(markers.name($0.index))\"" })). If a marker is in the new frame already, --only-unmoved "
                + "leaves it where it is, so far as its dates tell.")
    }
}
