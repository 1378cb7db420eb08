internal import Markers
package import StrictJSON
internal import ToolTerminal

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

    /// The markers that wait to be made.
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
