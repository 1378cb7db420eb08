import Foundation
import Markers
import MarkersEndpoint
package import MarkersJobs
import RigidCalibration
package import StrictJSON
import ToolServer
package import ToolTerminal

extension SchemaDocument {
    package static let run = SchemaDocument(
        name: "run", about: "what quadcal recalibrate --json prints of a job on a server",
        schema: JobReport.schema)
}

extension JobReport: RunDocument {
    package static let members: [DocumentMember<JobReport>] =
        .head("quadcal.run/1", verdict: "The verdict on the run.") + [
            .always("action", \.action, "The action that was asked for."),
            .always("job", \.commands.file, "The file of the job."),
            .always("server", \.head.server, "The server of the job."),
            .object(
                "space", "The space of the job.",
                [
                    .always("id", \.head.space.text, "The id of the space."),
                    .always("key", \.space, "The key of the space, or its id if the key is not known."),
                ]),
            .always("mode", \.head.mode, "What the plan rewrites."),
            .sometimes(
                "straightening", \.head.straightened?.law.kind,
                "What the scan was straightened by, so that each marker has its own shift on top of the motion."
            ),
            .always("plan", \.head.digest, "The digest of the plan."),
            .always("created", \.head.created, "When the job was created."),
            .always("sessions", \.sessions, "The sessions whose markers were planned."),
            .always(
                "leftOut", \.leftOut,
                "The sessions that a rule, such as that for all sessions, left out; known only in the run that made the plan."
            ),
            .always("inputs", \.head.inputs, "The files that the plan was made from."),
            .always(
                "notes", \.notes,
                "Notes on the plan, the most serious first; none of jobs that older versions made."),
            .always("direction", \.direction, "Whether the job is applied or undone."),
            .always("complete", \.isComplete, "Whether that is complete."),
            .object("counts", "The number of markers in each state.", states),
            .always("vector", \.vector?.word, "The state of the space's vector; null in the other modes."),
            .always("run", \.sent, "The requests that were sent; null if none were."),
            .always("warnings", \.oddities, "The warnings of the run."),
            .always("open", \.open, "The markers that are not as the job wants them."),
            .always(
                "comparison", \.comparison,
                "How the server compares with the job; null if it was not asked.",
                schema: .oneOf(Comparison.schema.alternatives + [.null])),
            .object(
                "next", "The command lines that continue the job.",
                [
                    .always(
                        "goOn", \.goOn,
                        "The command that continues the job; null if another run would change nothing."),
                    .always("undo", \.undo, "The command that undoes the job; null if nothing was changed."),
                    .always("all", \.commandLines, "The commands of all ways on, the most usual first."),
                ]),
        ]

    private static let states: [DocumentMember<JobReport>] =
        JobState.Word.allCases.map { word in
            .always(word.rawValue, \.[word], "The number of markers that are \(word.rawValue).")
        } + [
            .always(
                "refused", \.refused,
                "The number of markers that the plan could not move; known only in the run that made the plan."
            )
        ]

    private subscript(word: JobState.Word) -> Int { self.counts[word, default: 0] }
    private var sessions: [String] { self.head.sessions.map(\.wireText) }
    private var sent: SentRequests? { self.run.map { SentRequests(run: $0, report: self) } }
    private var oddities: [CodedSentence] {
        warnings.map { CodedSentence(code: $0.code, sentence: $0.sentence) }
    }
    private var commandLines: [String] { ways.map(\.command) }
    private var undo: String? { self.canBeUndone ? commands.line(.undo) : nil }
}

extension JobAction: DocumentValue {}
extension JobState.Word: DocumentValue {}

extension UpdateRule.Direction: DocumentWord {
    package static var allCases: [UpdateRule.Direction] { [.apply, .undo] }
    package var word: String { self == .apply ? "apply" : "undo" }
}

extension JobInput: WrittenObject {
    package static let members: [DocumentMember<JobInput>] = [
        .always("name", \.name, "The name of the file."),
        .always("sha256", \.sha256, "The SHA-256 digest of its bytes."),
    ]
}

extension JobNote: WrittenObject {
    package static let members: [DocumentMember<JobNote>] = [
        .always("code", \.code, "The code; quadcal recalibrate --explain describes it."),
        .always("severity", \.severity, "How serious it is.", schema: .word(["error", "warning"])),
        .always("sentence", \.sentence, "The meaning, and what to do about it."),
    ]

    private var severity: String { fails ? "error" : "warning" }
}

private struct CodedSentence: WrittenObject {
    let code: String
    let sentence: String

    static let members: [DocumentMember<CodedSentence>] = [
        .always("code", \.code, "The code."),
        .always("sentence", \.sentence, "The problem, and what to do about it."),
    ]
}

private struct SentRequests: WrittenObject {
    let run: RunReport
    let report: JobReport

    static let members: [DocumentMember<SentRequests>] = [
        .always("requests", \.run.requests, "The number of requests sent, not counting lists."),
        .always("stop", \.stop, "Why the run stopped early; null if it did not."),
        .always(
            "sessionsWithDetails", \.report.details?.sessions,
            "The number of sessions whose details were recalculated; null if no corners were sent."),
        .always(
            "detailsProblem", \.report.details?.problem?.code,
            "The code of the reason why others were not; null if there is none."),
        .always(
            "detailsAreDue", \.report.detailsAreDue,
            "Whether corners may have been sent without the server having recalculated details."),
    ]

    private var stop: CodedSentence? {
        run.stop.map { CodedSentence(code: $0.code, sentence: $0.sentence(report.head)) }
    }
}

extension JobStatus.OpenMarker: WrittenObject {
    package static let members: [DocumentMember<JobStatus.OpenMarker>] = [
        .always("id", \.id.wireText, "The id of the marker."),
        .always("label", \.label, "The label of the marker."),
        .always("state", \.state.word, "The state of the marker."),
        .always("code", \.state.code, "The code of the reason."),
    ]
}

extension JobStatus.Comparison: WrittenValue {
    package static var schema: Schema { .oneOf([VerifyReport.schema, FailedComparison.schema]) }

    package func write(to json: inout JSONWriter) {
        switch self {
        case .made(let report): report.write(to: &json)
        case .failed(let error): FailedComparison(error: error).write(to: &json)
        }
    }
}

private struct FailedComparison: WrittenObject {
    let error: APIError

    static let members: [DocumentMember<FailedComparison>] = [
        .always("problem", \.error.code, "The code of the reason why it could not be compared."),
        .always("sentence", \.error.text, "That reason in words."),
    ]
}

extension VerifyReport: WrittenObject {
    package static let members: [DocumentMember<VerifyReport>] = [
        .always("asPlanned", \.asPlanned, "The number of markers that are as the job wants them."),
        .always("different", \.differences, "The markers that are not."),
        .always("edited", \.editedIDs, "The markers that somebody else has changed, and that stay so."),
        .always("gone", \.goneIDs, "The markers of the plan that no longer exist."),
        .always("appeared", \.appearedIDs, "The markers that the plan did not include."),
        .always(
            "vectorIsThere", \.vectorIsThere, "Whether the space has the vector; null in the other modes."),
    ]

    fileprivate var differences: [DifferentMarker] {
        different.map { DifferentMarker(id: $0.wireText, code: $1) }.sorted { $0.id < $1.id }
    }
    fileprivate var editedIDs: [String] { edited.map(\.wireText).sorted() }
    fileprivate var goneIDs: [String] { gone.map(\.wireText) }
    fileprivate var appearedIDs: [String] { appeared.map(\.wireText) }
}

private struct DifferentMarker: WrittenObject {
    let id: String
    let code: String

    static let members: [DocumentMember<DifferentMarker>] = [
        .always("id", \.id, "The id of the marker."), .always("code", \.code, "The code of the reason."),
    ]
}
