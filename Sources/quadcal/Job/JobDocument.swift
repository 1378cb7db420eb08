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
        .head("quadcal.run/1", verdict: "What the run came to.") + [
            .always("action", \.action, "What was asked for."),
            .always("job", \.commands.file, "The job's file."),
            .always("server", \.head.server, "The server it is for."),
            .object(
                "space", "The space it is about.",
                [
                    .always("id", \.head.space.text, "The id of the space."),
                    .always("key", \.space, "Its key, or its id again."),
                ]),
            .always("mode", \.head.mode, "What is rewritten."),
            .always("plan", \.head.digest, "The digest of the plan."),
            .always("created", \.head.created, "When the job was made."),
            .always("sessions", \.sessions, "The sessions whose markers were planned."),
            .always("inputs", \.head.inputs, "What the plan was made of."),
            .always("direction", \.direction, "Whether the job is carried out or taken back."),
            .always("complete", \.isComplete, "Whether all of that is done."),
            .object("counts", "How many markers are in each state.", states),
            .always("vector", \.vector?.word, "The state of the space's vector; null in other modes."),
            .always("run", \.sent, "What was sent; null where nothing was."),
            .always("warnings", \.oddities, "What is odd."),
            .always("open", \.open, "Markers that are not where the job wants them."),
            .always(
                "comparison", \.comparison,
                "How the server compares with the job; null where it was not asked.",
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
            .always(word.rawValue, \.[word], "How many are \(word.rawValue).")
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
        .always("code", \.code, "What it is, in a word."),
        .always("sentence", \.sentence, "What it is, and what to do about it."),
    ]
}

private struct SentRequests: WrittenObject {
    let run: RunReport
    let report: JobReport

    static let members: [DocumentMember<SentRequests>] = [
        .always("requests", \.run.requests, "How many requests were sent, lists apart."),
        .always("stop", \.stop, "Why it ended before its end."),
        .always(
            "sessionsWithDetails", \.report.details?.sessions,
            "How many sessions had details recalculated; null where no corners were sent."),
        .always("detailsProblem", \.report.details?.problem?.code, "Why others have not, in a word."),
    ]

    private var stop: CodedSentence? {
        run.stop.map { CodedSentence(code: $0.code, sentence: $0.sentence(report.head)) }
    }
}

extension JobStatus.OpenMarker: WrittenObject {
    package static let members: [DocumentMember<JobStatus.OpenMarker>] = [
        .always("id", \.id.wireText, "The id of the marker."), .always("label", \.label, "Its label."),
        .always("state", \.state.word, "Its state."),
        .always("code", \.state.code, "Why, in a word."),
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
        .always("problem", \.error.code, "Why it could not be compared, in a word."),
        .always("sentence", \.error.text, "The same in words."),
    ]
}

extension VerifyReport: WrittenObject {
    package static let members: [DocumentMember<VerifyReport>] = [
        .always("asPlanned", \.asPlanned, "How many markers are as the job wants them."),
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
        .always("id", \.id, "The id of the marker."), .always("code", \.code, "Why, in a word."),
    ]
}
