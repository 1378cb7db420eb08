package import FrameGraph
internal import Markers
internal import MarkersReport
internal import QuadGeometry

/// A fusion in words and tables.
package enum FusionText {
    /// - Parameter verdict: `pass`, `warn` or `fail`.
    package static func view(_ report: FusionReport, verdict: String) -> ResultView {
        ResultView(
            verdict: verdict, sentence(report), facts: facts(report), remarks: report.remarks,
            tables: [sessions(report), undecided(report), leftOut(report), markers(report)])
    }

    private static func sentence(_ report: FusionReport) -> String {
        let fusion = report.fusion, markers = fusion.markers.count
        let doubts =
            [
                fusion.disputed > 0 ? "\(counted(fusion.disputed, "sighting")) left out" : nil,
                report.undecided.isEmpty ? nil : "\(counted(report.undecided.count, "marker")) undecided",
            ].compactMap(\.self) + report.remarks.map(\.code).filter { $0 != "UNDECIDED" }
        return "\(fusion.frames.count) sessions: \(counted(markers, "marker")) in the frame of "
            + visibleText(fusion.root, atMost: longest) + doubts.map { ", " + $0 }.joined() + "."
    }

    private static func facts(_ report: FusionReport) -> [(name: String, text: String)] {
        let carried = report.carriedOver
        let total = report.keyed.sessions.reduce(0) { $0 + $1.markers.count }
        let out = report.keyed.leftOut.map(\.reason.rawValue)
        let joined = "\(counted(total, "sighting")) by \(report.keyed.key.name)"
        var facts = [
            (name: "joined", text: joined + (out.isEmpty ? "" : "; \(tallied(out)) left out before")),
            ("seen", seen(report)),
            ("noise", noise(report)),
        ]
        if let tilt = report.tilt {
            let stated = "each session level to \(MeasureText.shortest(tilt))° (as stated)"
            facts.append(("gravity", tilt > 0 ? stated : "every session level"))
        }
        if let worst = report.worst {
            let corner =
                "\(MeasureText.length(worst.error)) at the worst corner (\(report.name(worst.marker)))"
            facts.append(("error", "in 95 of 100 cases within \(corner)"))
        }
        if !carried.isEmpty {
            let names = listed(carried, report.name)
            let count = counted(carried.count, "marker")
            facts.append(("unchecked", "\(count) of one session only, carried over: \(names)"))
        }
        if let truth = report.truth {
            let misses =
                "rms \(MeasureText.length(truth.rms)) off, \(MeasureText.length(truth.largest)) at most"
            let share = "\(truth.within) of \(truth.corners) within their own 95 % error"
            facts.append(("truth", "fused corners are \(misses); \(share)"))
        }
        return facts
    }

    /// The number of markers by the number of sessions that saw them.
    private static func seen(_ report: FusionReport) -> String {
        let counts = Dictionary(grouping: report.fusion.markers) { $0.sessions.count }.mapValues(\.count)
        return counts.sorted { $0.key > $1.key }.map { sessions, count in
            "\(counted(count, "marker")) by \(counted(sessions, "session"))"
        }.joined(separator: ", ")
    }

    private static func noise(_ report: FusionReport) -> String {
        func word(_ stated: Double?) -> String { stated == nil ? "estimated" : "as stated" }
        return
            "corner noise \(MeasureText.length(report.fusion.cornerNoise)) a coordinate (\(word(report.stated.corner))), "
            + "marker noise \(MeasureText.length(report.fusion.markerNoise)) (\(word(report.stated.marker)))"
    }

    private static func sessions(_ report: FusionReport) -> ResultTable {
        let fusion = report.fusion
        let rows = fusion.frames.map { frame in
            let own = fusion.markers.filter { $0.sessions.contains(frame.session) }
            let out = own.count { $0.leftOut.contains { $0.session == frame.session } }
            let errors = frame.covariance.map { (turn: $0.turnBound, shift: $0.shiftBound) }
            return [
                visibleText(frame.session, atMost: longest), "\(own.count)",
                "\(own.count { !$0.isCarriedOver })", "\(out)",
                MeasureText.place(frame.rootFromSession.translation),
                MeasureText.digits(4, frame.rootFromSession.rotation.angle / QuadLimits.degree),
                errors.map { MeasureText.digits(2, $0.turn / QuadLimits.degree) } ?? "root",
                errors.map { MeasureText.millimetres($0.shift) } ?? "root",
            ]
        }
        return ResultTable(
            title: "Sessions",
            caption: "Where each session's frame is in that of the root, with 95 % errors.",
            ["session", "markers", "shared", "left out", "at m", "turn deg", "± deg", "± mm"], words: [], rows
        )
    }

    private static func undecided(_ report: FusionReport) -> ResultTable {
        var rows: [[String]] = []
        for marker in report.undecided {
            for corner in marker.undecided {
                for (session, place) in zip(marker.sessions, marker.places) {
                    rows.append([
                        report.name(marker), "p\(corner + 1)", visibleText(session, atMost: longest),
                        MeasureText.place(place[corner: corner]),
                    ])
                }
            }
        }
        return ResultTable(
            title: "Undecided corners", caption: "Every place of a corner that sessions dispute.",
            ["undecided", "corner", "session", "at m"], words: [1, 2], rows)
    }

    private static func leftOut(_ report: FusionReport) -> ResultTable {
        let rows = report.disputed.flatMap { marker in
            marker.leftOut.map { sighting in
                [
                    report.name(marker), visibleText(sighting.session, atMost: longest),
                    sighting.reason.rawValue,
                    sighting.other.map { "on " + report.name(ofKey: $0) }
                        ?? (sighting.corners.count == 4
                            ? "all corners" : sighting.corners.map { "p\($0 + 1)" }.joined(separator: " ")),
                    MeasureText.millimetres(sighting.distance),
                ]
            }
        }
        return ResultTable(
            title: "Sightings left out", caption: "How far each is from the fused corners.",
            ["left out", "session", "reason", "what", "off by mm"], words: [1, 2, 3], rows)
    }

    /// A sentence about the corners of a sighting that were left out.
    package static func sentence(_ sighting: LeftOutSighting, _ report: FusionReport) -> String {
        let corners = sighting.corners.map { "p\($0 + 1)" }.joined(separator: " ")
        let what =
            sighting.corners.count == 4
            ? "all corners are" : "\(corners) \(sighting.corners.count == 1 ? "is" : "are")"
        let place = sighting.other.map { ", on " + report.name(ofKey: $0) } ?? ""
        return
            "\(what) up to \(MeasureText.length(sighting.distance)) from where most sessions saw it\(place)"
    }

    private static func markers(_ report: FusionReport) -> ResultTable {
        let rows = report.fusion.markers.map { marker in
            [
                report.name(marker), "\(marker.sessions.count)", "\(marker.agreeing.min() ?? 0)",
                MeasureText.place(marker.quad.center),
                report.error(of: marker).map(MeasureText.millimetres) ?? "-",
            ]
        }
        return ResultTable(
            title: "Markers",
            caption: "Sessions that saw each and that agree on every corner, with the 95 % error.",
            ["marker", "sessions", "agree", "center m", "± mm"], words: [], rows)
    }

    /// The number of each of some words, as in `3 NO_KEY`.
    private static func tallied(_ words: [String]) -> String {
        Dictionary(grouping: words) { $0 }.map { ($0.key, $0.value.count) }.sorted { $0 < $1 }
            .map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    }

    private static let longest = 40
}
