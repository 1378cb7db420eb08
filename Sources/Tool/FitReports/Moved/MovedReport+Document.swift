import Markers
import QuadGeometry
import RigidCalibration
package import StrictJSON
package import ToolTerminal

extension SchemaDocument {
    package static let moved = SchemaDocument(
        name: "moved", about: "what quadcal moved --json prints", schema: MovedReport.schema)
}

extension MovedReport: RunDocument {
    package static let members: [DocumentMember<MovedReport>] =
        .head("quadcal.moved/1", verdict: "It is fail if some marker was moved or turned.") + [
            .always(
                "inputs", \.inputs, "The files that were read.",
                schema: .array(FileRecord.schema(roles: ["old", "new"]))),
            .always("join", \.join, "How the markers were paired, and which were not."),
            .always(
                "falseAlarm", \.options.falseAlarm,
                "The share of scans without movement in which some marker is called moved."),
            .always(
                "probability", \.moved.probability,
                "How likely errors alone make a marker stand out as much as the one that does most."),
            .always(
                "congruence", \.moved.congruence,
                "How likely the stated errors alone set all markers as far apart; null where errors are learned from them."
            ),
            .always("stable", \.stableNames, "The markers that stayed, which fix the motion."),
            .always("moved", \.rows, "The markers that were moved or turned."),
            .always("groups", \.groups, "Those that were moved by one motion, the largest group first."),
            .always("unchecked", \.uncheckedNames, "The markers that nothing checks."),
            .always(
                "hidden", \.hidden,
                "The largest shift that would be found in fewer than 80 of 100 cases; null where one is never found."
            ),
        ]

    private var inputs: [FileRecord] {
        [
            FileRecord(role: "old", file: files.old.file, sha256: files.old.sha256),
            FileRecord(role: "new", file: files.new.file, sha256: files.new.sha256),
        ]
    }
    private var join: FitDocument.Join {
        FitDocument.Join(files.joined, target: files.target, targetIsStated: files.targetIsStated)
    }
    private var stableNames: [String] { moved.stable.map { names[$0] } }
    private var uncheckedNames: [String] { moved.unchecked.map { names[$0] } }
    private var rows: [MovedRow] { moved.moved.map { MovedRow($0, self) } }
    private var groups: [MovedGroupRow] { moved.groups.map { MovedGroupRow($0, self) } }
    private var hidden: HiddenRow? { moved.hidden.map { HiddenRow(marker: names[$0.marker], size: $0.size) } }
}

/// A marker that was moved, as the document has it.
private struct MovedRow: WrittenObject {
    let one: MarkerMovement
    let name: String, old: String, new: String
    let line: Int
    let group: Int?
    let alternatives: [String]

    init(_ one: MarkerMovement, _ report: MovedReport) {
        let join = report.files.joined.join, match = report.files.joined.matches[one.marker]
        (self.one, name) = (one, report.names[one.marker])
        (old, new) = (join.old[match.old].id.wireText, join.new[match.new].id.wireText)
        (line, group) = (report.line(of: one.marker), report.group(of: one.marker).map { $0 + 1 })
        alternatives = one.alternatives.map { report.names[$0] }
    }

    static let members: [DocumentMember<MovedRow>] = [
        .always("name", \.name, "The marker."),
        .always("old", \.old, "Its id in the old file."),
        .always("new", \.new, "Its id in the new file."),
        .always("line", \.line, "The line of the new file on which it begins, from 1."),
        .always(
            "isShifted", \.one.isShifted, "Whether its shift is more than errors explain, or only its turn."),
        .always(
            "shift", \.one.shift, "From where it would be to where it is, in the new frame, in metres."),
        .always("bound95", \.one.bound, "What the error of that stays within in 95 of 100 cases, in metres."),
        .always(
            "probability", \.one.probability, "How likely errors alone shift some marker as far."),
        .always(
            "turnDegrees", \.turn,
            "Its turn about its own middle, as a vector; null where it is no more than errors explain."),
        .always(
            "turnProbability", \.one.turnProbability, "How likely errors alone turn some marker as far."),
        .always(
            "mistakenCorner", \.corner,
            "The corner that alone lies elsewhere, so that the marker need not have moved; null where all do."
        ),
        .always("group", \.group, "The number of its group, from 1; null where it was moved by itself."),
        .always("alternatives", \.alternatives, "The markers of which one may have been moved instead."),
    ]

    private var corner: String? { one.mistakenCorner.map { "p\($0 + 1)" } }
    private var turn: SIMD3<Double>? { one.turn.map { $0 / QuadLimits.degree } }
}

/// Markers that were moved by one motion.
private struct MovedGroupRow: WrittenObject {
    let group: MovedGroup
    let markers: [String]

    init(_ group: MovedGroup, _ report: MovedReport) {
        (self.group, markers) = (group, group.markers.map { report.names[$0] })
    }

    static let members: [DocumentMember<MovedGroupRow>] = [
        .always("markers", \.markers, "Its markers."),
        .always("shift", \.group.shift, "The shift of their middle, in the new frame, in metres."),
        .always("isShift", \.group.isShift, "Whether all were shifted alike, without a turn."),
        .always("turnDegrees", \.turn, "The angle that they turned by together."),
    ]

    private var turn: Double { group.motion.rotation.angle / QuadLimits.degree }
}

/// A shift that might not be found.
private struct HiddenRow: WrittenObject {
    let marker: String
    let size: Double

    static let members: [DocumentMember<HiddenRow>] = [
        .always("marker", \.marker, "The marker."),
        .always("size", \.size, "The length of the shift, in metres."),
    ]
}
