import CheckReports
import FitReports
package import Markers
package import QuadGeometry
import RigidCalibration
package import StrictJSON
package import ToolTerminal

extension SchemaDocument {
    package static let plan = SchemaDocument(
        name: "plan", about: "what quadcal recalibrate --dry-run --json prints and --plan-out writes",
        schema: PlanReport.schema)
}

/// A plan for programs: one document in which every marker is in exactly one list.
extension PlanReport: RunDocument {
    package static let members: [DocumentMember<PlanReport>] =
        .head("quadcal.plan/1", verdict: "The verdict on the notes.") + [
            .always(
                "decidedBy", \.decidedBy,
                "The code of the most serious note; null if there is none."),
            .always("inputs", \.inputs, "The files that were read, by role."),
            .object("fit", "The fit that the plan applies.", fitMembers),
            .object("request", "What the plan was asked to do.", request),
            .always("notes", \.remarks, "Notes on the plan, the most serious first."),
            .object("totals", "The lengths of the lists.", totals),
            .always(
                "vectorUpdate", \.plan.vectorUpdate,
                "The change of the space's vector; null if it stays."),
        ] + lists + [.always("digest", \.plan.digest, "The digest of everything that the plan would change.")]

    private static let fitMembers: [DocumentMember<PlanReport>] = [
        .always("sha256", \.fit.fit.sha256, "The digest of the saved fit."),
        .always("verdict", \.fit.fitVerdict, "The verdict on the fit.", schema: Verdict.schema),
        .always("model", \.fit.fit.model, "The model of the motion."),
        .always("judgements", \.judgements, "The codes of the judgements on the fit."),
        .always("inputs", \.fitInputs, "The files that the fit was made from."),
        .always("fitted", \.fitted, "The ids of the markers that the fit was made from."),
    ]

    private static let request: [DocumentMember<PlanReport>] = [
        .always("mode", \.plan.request.mode, "What the plan rewrites."),
        .always("from", \.plan.request.motion.source, "The kind of corners that the motion starts from."),
        .always("to", \.plan.request.motion.target, "The kind of corners that it leads to."),
        .object(
            "motion", "The motion in its anchored form.",
            [
                .always(
                    "sourceCenter", \.map.sourceCenter,
                    "The centre of the rotation before the motion, in metres."),
                .always(
                    "targetCenter", \.map.targetCenter,
                    "The centre of the rotation after the motion, in metres."),
                .always("rest", \.map.rest, "The remainder of the shift between both centres, in metres."),
                .always(
                    "rotationColumns", \.rotationColumns, "The rotation, column by column.",
                    schema: .array(.point, count: 3)),
                .always("angleDegrees", \.angle, "The angle of the rotation, in degrees."),
            ]),
        .sometimes(
            "straightening", \.plan.request.motion.straightened?.law.kind,
            "What the scan was straightened by, so that each marker has its own shift on top of the motion."),
        .object(
            "frames", "The sessions in the old frame.",
            [
                .always(
                    "rule", \.frameRule.word, "The rule that selects the sessions to move.",
                    schema: .word(["chosen", "before", "all"])),
                .always("before", \.frameRule.date, "The date before which the sessions were created."),
                .always("chosen", \.chosen, "The sessions selected by name."),
                .always("targets", \.targets, "The sessions that supplied the targets, which never move."),
            ]),
        .object(
            "space", "The calibration of the space before the plan.",
            [
                .always(
                    "vector", \.plan.request.space.vector?.numbers,
                    "The vector of the space, in metres; null if it has none."),
                .always(
                    "sign", \.plan.request.space.sign,
                    "Whether the vector is added to raw corners or subtracted from them."),
                .always("signBasis", \.calibration.basis, "How the sign is known."),
            ]),
        .always("strict", \.plan.request.isStrict, "Whether markers with errors are refused."),
        .always(
            "tolerance", \.options.tolerance,
            "The largest error to expect that was good enough, in metres; null for any."),
        .always("limits", \.plan.request.limits, "The limits for findings."),
    ]

    private static let totals: [DocumentMember<PlanReport>] = [
        .always("markers", \.plan.count, "The number of markers."),
        .always("updates", \.plan.updates.count, "The number of updates."),
        .always("unchanged", \.plan.unchanged.count, "The number of unchanged markers."),
        .always("refused", \.plan.refused.count, "The number of refused markers."),
        .always("leftOut", \.plan.leftOut.count, "The number of markers left out."),
        .always("noMarkers", \.markers.refused.count, "The number of values that are not markers."),
    ]

    private var inputs: [PlanInput] {
        let fitted =
            options.fitFile == nil
            ? fitInputs : [FileRecord(role: "fit", file: fit.file, sha256: fit.fit.sha256)]
        let others = [("sessions", sessions), ("space", space)].compactMap { role, file in
            file.map { FileRecord(role: role, file: $0.file, sha256: $0.sha256) }
        }
        let markers = markers.files.map { one in
            MarkerFileInput(
                file: FileRecord(role: "markers", file: one.file.file, sha256: one.file.sha256),
                markers: one.count)
        }
        return fitted.map(PlanInput.other) + markers.map(PlanInput.markers) + others.map(PlanInput.other)
    }

    private var judgements: [String] { fit.fit.judgements.map(\.code) }
    private var fitInputs: [FileRecord] {
        fit.fit.inputs.map { FileRecord(role: $0.role, file: $0.file, sha256: $0.sha256) }
    }
    private var fitted: [String] { fit.fit.fitted.map(\.id.wireText) }
    private var map: AnchoredMotion { plan.request.motion.targetFromSource }
    private var rotationColumns: [SIMD3<Double>] { [map.rotation.x, map.rotation.y, map.rotation.z] }
    private var angle: Double { MeasureText.rounded(map.rotation.angle / QuadLimits.degree) }
    private var chosen: [String] { plan.request.frames.chosen.map(\.wireText).sorted() }
    private var targets: [String] { plan.request.frames.targets.map(\.wireText).sorted() }

    private var decidedBy: String? { remarks.first?.code }

    private var frameRule: (word: String, date: String?) {
        switch plan.request.frames.rule {
        case .onlyChosen: ("chosen", nil)
        case .before(let date): ("before", date.text)
        default: ("all", nil)
        }
    }
}

/// A file that a plan was made of.
private enum PlanInput: WrittenValue {
    case markers(MarkerFileInput), other(FileRecord)

    static var schema: Schema {
        .oneOf([
            MarkerFileInput.schema.narrowing("role", to: .word(["markers"])),
            FileRecord.schema(roles: ["fit", "sessions", "space", "old", "new", "pairs", "map"]),
        ])
    }

    func write(to json: inout JSONWriter) {
        switch self {
        case .markers(let file): file.write(to: &json)
        case .other(let file): file.write(to: &json)
        }
    }
}

private struct MarkerFileInput: WrittenObject {
    let file: FileRecord
    let markers: Int

    static let members: [DocumentMember<MarkerFileInput>] = [
        .part(\.file, FileRecord.members),
        .always("markers", \.markers, "The number of markers in the file."),
    ]
}

extension PlanRemark: WrittenObject {
    package static let members: [DocumentMember<PlanRemark>] = [
        .always("code", \.code, "The code."),
        .always("severity", \.severity, "How serious it is.", schema: .word(["error", "warning"])),
        .always("sentence", \.sentence, "The note in words."),
    ]
}

extension QuadLimits: WrittenObject {
    package static let members: [DocumentMember<QuadLimits>] = LimitOption.all.map { limit in
        .always(limit.name, limit.path, limit.sentence)
    }
}

extension VectorUpdate: WrittenObject {
    package static let members: [DocumentMember<VectorUpdate>] = [
        .always("before", \.before?.numbers, "The vector before, in metres; null if there was none."),
        .always("after", \.after.numbers, "The vector after the change, in metres."),
        .always(
            "largestLoss", \.loss.largest, "The error of the vector at the worst corner, in metres."),
        .always("rmsLoss", \.loss.rms, "The root mean square of that error over all corners, in metres."),
        .object(
            "body", "The body of the request for the space.",
            [.always("calibration_vector", \.after.numbers, "The vector after the change, in metres.")]),
    ]
}

extension KnownCalibration.Basis: DocumentValue {}
