import Foundation
import Markers
package import MarkersClient
package import StrictJSON

extension SchemaDocument {
    static let run = SchemaDocument(
        name: "run", about: "what quadcal recalibrate --json prints of a job on a server",
        schema: JobReport.schema)
}

extension JobReport: RunDocument {
    static let members: [DocumentMember<JobReport>] =
        .head("quadcal.run/1", verdict: "The verdict on the run.") + [
            .always("action", \.action, "The request."),
            .always("job", \.commands.file, "The job's file."),
            .always("server", \.head.server, "The server it is for."),
            .object(
                "space", "The space it is about.",
                [
                    .always("id", \.head.space.text, "The id of the space."),
                    .always("key", \.space, "Its key, or its id again."),
                ]),
            .always("mode", \.head.mode, "The kind of values that is rewritten."),
            .always("plan", \.head.digest, "The digest of the plan."),
            .always("created", \.head.created, "When the job was made."),
            .always("sessions", \.sessions, "The sessions whose markers were planned."),
            .always("inputs", \.head.inputs, "The inputs of the plan."),
            .always("direction", \.direction, "Whether the job is carried out or taken back."),
            .always("complete", \.isComplete, "Whether all of that is done."),
            .object("counts", "The numbers of markers by state.", states),
            .always("vector", \.vector?.word, "The state of the space's vector; null in other modes."),
            .always("run", \.sent, "The requests sent; null if there were none."),
            .always("warnings", \.oddities, "The warnings."),
            .always("open", \.open, "Markers that are not where the job wants them."),
            .always(
                "comparison", \.comparison,
                "The comparison of the server with the job; null if it was not asked.",
                schema: .oneOf(Comparison.schema.alternatives + [.null])),
            .object(
                "next", "Command lines for the next steps.",
                [
                    .always("goOn", \.goOn, "Resumes what is open; null where nothing is."),
                    .always("undo", \.undo, "Restores what was changed; null where nothing was."),
                ]),
        ]

    private static let states: [DocumentMember<JobReport>] =
        JobState.Word.allCases.map { word in
            .always(word.rawValue, \.[word], "The number of markers that are \(word.rawValue).")
        } + [
            .always(
                "refused", \.refused, "How many the plan could not move; known in the run that made it.")
        ]

    private subscript(word: JobState.Word) -> Int { self.counts[word, default: 0] }
    private var sessions: [String] { self.head.sessions.map(\.wireText) }
    private var sent: SentRequests? { self.run.map { SentRequests(run: $0, report: self) } }
    private var oddities: [CodedSentence] {
        warnings.map { CodedSentence(code: $0.code, sentence: $0.sentence) }
    }
    private var goOn: String? { next.map { commands.line($0) } }
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
        .always("name", \.name, "Its name."), .always("sha256", \.sha256, "The digest of its bytes."),
    ]
}

private struct CodedSentence: WrittenObject {
    let code: String
    let sentence: String

    static let members: [DocumentMember<CodedSentence>] = [
        .always("code", \.code, "Its code."),
        .always("sentence", \.sentence, "A sentence about it and what to do."),
    ]
}

private struct SentRequests: WrittenObject {
    let run: RunReport
    let report: JobReport

    static let members: [DocumentMember<SentRequests>] = [
        .always("requests", \.run.requests, "The number of requests sent, not counting lists."),
        .always("stop", \.stop, "The reason why it ended early."),
        .always(
            "sessionsWithDetails", \.report.details?.sessions,
            "The number of sessions with recalculated details; null if no corners were sent."),
        .always(
            "detailsProblem", \.report.details?.problem?.code, "The code of the reason why others have none."),
    ]

    private var stop: CodedSentence? {
        run.stop.map { CodedSentence(code: $0.code, sentence: $0.sentence(report.head)) }
    }
}

extension JobStatus.OpenMarker: WrittenObject {
    package static let members: [DocumentMember<JobStatus.OpenMarker>] = [
        .always("id", \.id.wireText, "The id of the marker."), .always("label", \.label, "Its label."),
        .always("state", \.state.word, "Its state."),
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
        .always("sentence", \.error.text, "The same in words."),
    ]
}

extension VerifyReport: WrittenObject {
    package static let members: [DocumentMember<VerifyReport>] = [
        .always("asPlanned", \.asPlanned, "The number of markers that are as the job wants them."),
        .always("different", \.differences, "Those that are not."),
        .always("gone", \.goneIDs, "Markers that the plan knew and that are not there any more."),
        .always("appeared", \.appearedIDs, "Markers that the plan did not know."),
        .always("vectorIsThere", \.vectorIsThere, "Whether the space has the vector; null in other modes."),
    ]

    fileprivate var differences: [DifferentMarker] {
        different.map { DifferentMarker(id: $0.wireText, code: $1) }.sorted { $0.id < $1.id }
    }
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
