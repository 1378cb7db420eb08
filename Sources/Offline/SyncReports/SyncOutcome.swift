package import Foundation
internal import Markers
internal import MarkersEndpoint
package import MarkersOffline
package import StrictJSON
package import ToolTerminal

/// A run of `quadcal sync`, for people and for programs.
package struct SyncOutcome: Sendable {
    package let file: String
    package let server: String
    package let report: SyncReport
    package var decided: [UUID] = []
    package var output: String?
    /// Whether a signal ended it.
    package var isInterrupted = false
    /// Whether something was to be sent.
    package var sends = true
    package var demo: SyncDemoResult?
    /// The reason why a space could not be asked for; `nil` if there is a network.
    var unreached: APIError?

    package init(file: String, server: String, report: SyncReport) {
        (self.file, self.server, self.report) = (file, server, report)
    }
}

extension SyncOutcome: RunDocument {
    package var exitCode: ExitCode {
        if let demo { return demo.isSound ? .good : .findings }
        if isInterrupted { return .interrupted }
        guard report.storeFailure == nil else { return .unreadable }
        if sends, report.flush.failure != nil || offline != nil { return .network }
        if !report.parked.isEmpty || !report.damaged.isEmpty && !sends { return .findings }
        return !sends || report.isComplete ? .good : .findings
    }

    package var verdict: Verdict { exitCode == .good ? .pass : .fail }

    package static let members: [DocumentMember<SyncOutcome>] =
        .head(
            "quadcal.sync/1",
            verdict: "It is fail if something is parked or could not be sent or validated."
        ) + [
            .always("store", \.file, "The file of the store."),
            .always("server", \.server, "The server whose markers it keeps."),
            .object(
                "queue", "The edits.",
                [
                    .always("sent", \.sent, "The number of edits that the server has now."),
                    .always("waiting", \.waiting, "The number of edits that wait for the next run."),
                    .always("parked", \.parked, "The number of edits that wait for a decision."),
                    .always(
                        "superseded", \.superseded, "The number of edits withdrawn for those of a newer fit."),
                    .always("decided", \.decidedIDs, "The edits that were decided on."),
                ]),
            .always("edits", \.report.parked, "The edits that wait for a decision, the oldest first."),
            .always("lists", \.report.lists, "The lists that are kept."),
            .always(
                "uncompared", \.uncompared,
                "The sessions of which too little was kept to tell whether they moved while markers of them waited."
            ),
            .always("damaged", \.damaged, "The lists whose kept bytes were damaged and set aside."),
            .always("failure", \.failure, "Why not all was sent; null if all was."),
            .always("output", \.output, "The file that markers were written to; null without --export."),
            .sometimes("demo", \.demo, "The result of --demo."),
        ]

    /// The failure that shows that there is no network.
    var offline: APIError? { report.offline ?? unreached }

    private var sent: Int { report.flush.done.count }
    private var waiting: Int { report.flush.waiting.count }
    private var parked: Int { report.parked.count }
    private var superseded: Int { report.flush.superseded.count }
    private var decidedIDs: [String] { decided.map(\.wireText) }
    private var uncompared: [String] { report.flush.uncompared.map(\.wireText).sorted() }
    private var damaged: [String] { report.damaged.map(\.name) }
    private var failure: String? {
        (report.flush.failure ?? offline).map(\.code) ?? report.storeFailure?.code
    }
}

/// An edit that waits for a decision.
extension QueuedEdit: WrittenObject {
    package static let members: [DocumentMember<QueuedEdit>] = [
        .always("id", \.id.wireText, "Its id, which --retry, --discard and --mine take."),
        .always("kind", \.kind, "What it does."),
        .always("session", \.session.wireText, "The session of its marker."),
        .always("marker", \.target.wireText, "Its marker; of one that is not made, the id of the edit."),
        .always("reason", \.reason?.rawValue, "Why it waits."),
        .always("code", \.code, "The last failure; null without one."),
        .always("attempts", \.attempts, "The number of times that it was sent in vain."),
        .always("fields", \.sides, "What it wants, beside what it was and what was found."),
        .always("motion", \.motion, "How far its session has moved; null if it has not."),
    ]
}

/// One field of an edit.
extension EditSides: WrittenObject {
    package static let members: [DocumentMember<EditSides>] = [
        .always("field", \.field, "Its name."),
        .always("before", \.before, "What it was, as JSON text; null if it is not known."),
        .always("mine", \.mine, "What is wanted, as JSON text."),
        .always("theirs", \.theirs, "What was found, as JSON text; null if nothing was."),
        .always("distance", \.distance, "The greatest distance of two corners in metres; else null."),
    ]
}

extension SessionMotion: WrittenObject {
    package static let members: [DocumentMember<SessionMotion>] = [
        .always("markers", \.markers, "The number of markers that show it."),
        .always("error", \.error, "The error to expect at the edit, 95 of 100, in metres."),
    ]
}

extension SyncedList: WrittenObject {
    package static let members: [DocumentMember<SyncedList>] = [
        .always("list", \.category.name, "Its name."),
        .always("state", \.staleness, "What is known of its truth."),
        .always("count", \.count, "The number of its elements; null where nothing is kept."),
        .always("added", \.added, "The elements that are new."),
        .always("changed", \.changed, "The elements that have changed."),
        .always("removed", \.removed, "The elements that are gone."),
        .always(
            "failure", \.failure?.code, "Why it was not confirmed; null if it was, or was not asked for."),
    ]
}

extension Staleness: DocumentValue {}
extension QueuedEdit.Kind: DocumentValue {}

extension SchemaDocument {
    package static let sync = SchemaDocument(
        name: "sync", about: "what quadcal sync --json prints", schema: SyncOutcome.schema)
}

package struct SyncDemoResult: Sendable {
    package var seed: UInt64
    /// The edits that waited, and the answers that were lost.
    package var queued = 0, lost = 0
    /// The edits that were parked because the session moved, and for another reason.
    package var moved = 0, contested = 0
    /// The largest error that was predicted of the motion, in metres.
    package var predicted = 0.0
    /// The greatest distance of a made marker from where it belongs, in metres.
    package var off = 0.0
    /// The markers that were made, and those made more than once.
    package var made = 0, doubled = 0
    /// The edits of others that were overwritten.
    package var overwritten = 0

    /// Whether everything was done once, nothing of others was lost, and every marker is where it belongs.
    var isSound: Bool {
        made == SyncDemoResult.markers && doubled == 0 && overwritten == 0 && moved == SyncDemoResult.markers
            && off <= SyncDemoResult.bound && predicted <= SyncDemoResult.bound
    }

    var text: String {
        TextTable.list([
            ("queued", "\(queued) edits: \(SyncDemoResult.markers) markers to be made, 3 labels"),
            ("meanwhile", "somebody colors one marker, names another, and recalibrates the session"),
            ("network", "\(lost) answers lost after the server had acted"),
            ("parked", "\(moved) because the session moved, \(contested) because the label was changed"),
            (
                "followed",
                "to within \(MeasureText.length(off)); \(MeasureText.length(predicted)) predicted"
            ),
            ("made", "\(made) markers, \(doubled) twice; \(overwritten) edits of others overwritten"),
        ])
    }

    package static let markers = 12
    /// The farthest that a marker may be from where it belongs, in metres.
    static let bound = 0.005
}

extension SyncDemoResult: WrittenObject {
    package static let members: [DocumentMember<SyncDemoResult>] = [
        .always("seed", \.seedText, "The seed as text."),
        .always("queued", \.queued, "The edits that waited."),
        .always("lost", \.lost, "The answers that were lost."),
        .always("moved", \.moved, "The edits parked because the session moved."),
        .always("contested", \.contested, "The edits parked because somebody changed the same field."),
        .always("predicted", \.predicted, "The largest predicted error of the motion, in metres."),
        .always("off", \.off, "The greatest distance of a marker from where it belongs, in metres."),
        .always("made", \.made, "The markers that were made."),
        .always("doubled", \.doubled, "The markers that were made more than once."),
        .always("overwritten", \.overwritten, "The edits of others that were overwritten."),
    ]

    private var seedText: String { "\(seed)" }
}
