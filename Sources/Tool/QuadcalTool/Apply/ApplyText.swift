import CheckReports
import FitReports
import Foundation
import Markers
import QuadGeometry
import RigidCalibration
import ToolMarkers
import ToolTerminal

/// The outcome for people: the verdict first, then whatever needs attention.
enum ApplyText {
    /// Lines for standard error.
    static func lines(_ report: ApplyReport) -> [String] {
        let isQuiet = report.options.loudness == .quiet
        var lines = isQuiet && report.verdict == .pass ? [] : [verdict(report)]
        lines += refused(report)
        if !isQuiet {
            lines += notes(report)
        } else if report.verdict == .warn {
            lines += [faded(report), missing(report)].compactMap(\.self)
        }
        return lines
    }

    private static func verdict(_ report: ApplyReport) -> String {
        let tally = report.tally
        let what = report.request.mode == .raw ? "corners" : "calibrated_data"
        let parts: [String?] = [
            tally.moved > 0
                ? "\(what) of \(counted(tally.moved, "marker")) moved, by at most "
                    + MeasureText.length(tally.largestShift) : "nothing moved",
            tally.unchanged > 0 ? "\(tally.unchanged) already in place" : nil,
            tally.leftOut["NEW_FRAME"].map { "\($0) of sessions that supplied targets" },
            tally.leftOut["NOT_CHOSEN"].map { "\($0) of other sessions" },
        ]
        let text = "\(fileLabel(report.file)): \(parts.compactMap { $0 }.joined(separator: ", "))"
        guard tally.refusedCount > 0 else { return "\(report.verdict.rawValue.uppercased())  \(text)" }
        return "FAIL  \(text), but \(counted(tally.refusedCount, "marker")) cannot be"
            + (report.isMixed ? ": the file now mixes two frames" : "")
    }

    private static let mostNamed = 10

    private static func refused(_ report: ApplyReport) -> [String] {
        let tally = report.tally
        let shown =
            report.options.loudness == .verbose ? tally.refused[...] : tally.refused.prefix(mostNamed)
        let rest = tally.refusedCount - shown.count
        return shown.map { one in
            let place = one.pointer.isEmpty ? "" : " \(visible(one.pointer))"
            return
                "\(fileLabel(report.file)):\(one.line):\(place) not moved: \(one.code), \(one.sentence)"
        }
            + (rest > 0
                ? ["and \(rest) more" + (shown.count < tally.refused.count ? "; -v names them" : "")] : [])
    }

    /// The markers that the fit's own say little about; `nil` if there is none.
    private static func faded(_ report: ApplyReport) -> String? {
        let count = report.tally.faded, isOne = count == 1
        guard count > 0, let kind = report.saved.fit.document.straightening?.kind else { return nil }
        let (are, how) =
            kind == .time
            ? (isOne ? "was" : "were", "made longer before or after the markers of the fit than these were")
            : (isOne ? "is" : "are", "farther from the markers of the fit than these are")
        return "\(counted(count, "marker")) \(are) \(how) from each other: shifts fade there to none"
    }

    private static func notes(_ report: ApplyReport) -> [String] {
        let tally = report.tally, fit = fileLabel(report.saved.file)
        let stale = tally.stale.sorted { $0.key < $1.key }.map { "\($0.key.dropFirst()) of \($0.value)" }
        let findings = tally.findings.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let motion = report.request.motion
        let shifted = report.saved.fit.document.straightening?.kind
        // What the shifts bring is not a warning.
        let said = report.saved.fit.judgements.map(\.code).filter { $0 != FitCode.straightened.rawValue }
            .map { visible($0) }
        let notes: [String?] = [
            shifted.map {
                "each marker was shifted on top of the motion, as \(fit) was straightened by \($0.rawValue)"
            },
            faded(report),
            said.isEmpty ? nil : "\(fit) was saved with a warning (\(said.joined(separator: ", ")))",
            stale.isEmpty
                ? nil
                : "out of date, and not rewritten: \(stale.map(visible).joined(separator: ", ")); the server "
                    + "recomputes details and calibrated_data, the rest is up to its author",
            findings.isEmpty
                ? nil
                : "findings moved along with their markers (\(findings.joined(separator: ", "))); see quadcal check",
            report.fitted == nil
                ? "\(fit) names no markers, so quadcal cannot tell whether it was already applied" : nil,
            report.saved.fit.kinds == nil
                ? "\(fit) does not say which corners its points are: assuming \(motion.source.rawValue) to "
                    + "\(motion.target.rawValue) (--from, --to)" : nil,
            missing(report),
            report.fitted.flatMap { state in
                state.elsewhere.isEmpty
                    ? nil
                    : "\(counted(state.elsewhere.count, "fitted marker")) \(state.elsewhere.count == 1 ? "was" : "were") "
                        + "moved since the fit, but not by it"
            },
        ]
        return notes.compactMap { $0 }
    }

    private static func missing(_ report: ApplyReport) -> String? {
        guard let state = report.fitted, !state.missing.isEmpty else { return nil }
        let count = report.saved.fit.fitted.count
        return state.missing.count == count
            ? "none of the \(counted(count, "fitted marker")) is in the file, so quadcal cannot tell whether it was "
                + "already applied"
            : "\(state.missing.count) of \(counted(count, "fitted marker")) \(state.missing.count == 1 ? "is" : "are") not "
                + "in the file"
    }
}

extension StayingMarker {
    /// The sentence about what was found and expected; safe for a terminal.
    var sentence: String {
        switch reason {
        case .unreadable(let error), .refused(.badCorner(let error)): error.sentence
        case .refused(.outOfRange(let issue)), .refused(.outOfRangeAfter(let issue)),
            .refused(.unsound(let issue)):
            MarkerFinding(MarkerSite(line: line, pointer: pointer), issue).message(.whole)
        case .refused(.missingVersion): "it has no version"
        case .refused(.missingTime):
            "no usable time is known of it, and the fit was straightened by time: add created_at, or fit with --straighten place"
        case .finding(let finding): finding.message(.whole)
        }
    }
}
