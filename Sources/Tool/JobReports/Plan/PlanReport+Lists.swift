import Markers
package import QuadGeometry
import RigidCalibration
package import StrictJSON
import ToolMarkers
import ToolTerminal

extension PlanReport {
    /// The lists of a plan, marker by marker.
    package static let lists: [DocumentMember<PlanReport>] = [
        .always("updates", \.updates, "The markers that move."),
        .always("unchanged", \.unchanged, "The markers that are already in place."),
        .always("refused", \.refused, "The markers that cannot be moved."),
        .always("leftOut", \.leftOut, "The markers that are not to move."),
        .always("noMarkers", \.noMarkers, "The values that are not markers."),
    ]

    private var updates: DocumentList<PlannedMove> {
        let meets = Dictionary(grouping: neighbors, by: \.moved)
        return DocumentList(plan.updates) { [self] update in
            let neighbors = (meets[update.index] ?? []).map { one in
                Neighbor(
                    other: markers.markers[one.unmoved].id.wireText, otherIndex: one.unmoved,
                    issue: one.issue)
            }
            return PlannedMove(
                listed: listed(update.index), update: update, neighbors: neighbors, stale: stale(update))
        }
    }

    private var unchanged: DocumentList<PlannedRest> {
        DocumentList(plan.unchanged) { [self] in PlannedRest(listed: listed($0.index), marker: $0) }
    }

    private var refused: DocumentList<UnmovedMarker> {
        DocumentList(plan.refused) { [self] one in
            UnmovedMarker(listed: listed(one.index), reason: one.reason.code, sentence: one.reason.text)
        }
    }

    private var leftOut: DocumentList<UnmovedMarker> {
        DocumentList(plan.leftOut) { [self] one in
            UnmovedMarker(
                listed: listed(one.index), reason: one.reason.code, sentence: one.reason.text(markers))
        }
    }

    private var noMarkers: DocumentList<NoMarker> {
        DocumentList(markers.refused) { NoMarker(file: $0, error: $1) }
    }

    private func listed(_ index: Int) -> ListedMarker {
        ListedMarker(index: index, marker: markers.markers[index], file: markers.file(of: index))
    }
}

/// The marker, its place, and the digest of its bytes before.
private struct ListedMarker: WrittenObject {
    let index: Int
    let marker: Marker
    let file: String

    static let members: [DocumentMember<ListedMarker>] = [
        .always("index", \.index, "The position among the markers of all files, from 0."),
        .always("id", \.marker.id.wireText, "The id of the marker."),
        .always("session", \.marker.workSessionID.wireText, "The session or set of the marker."),
        .always("label", \.marker.label, "The label of the marker."),
        .always("file", \.file, "The file that contains it."),
        .always("line", \.marker.place.line, "The line on which it begins, from 1."),
        .always("pointer", \.marker.place.pointer, "The JSON pointer to it."),
        .always("before", \.digest, "The SHA-256 digest of its bytes as they were read."),
    ]

    private var digest: String { SHA256.hex(of: marker.text[...]) }
}

private struct PlannedMove: WrittenObject {
    let listed: ListedMarker
    let update: MarkerUpdate
    let neighbors: [Neighbor]
    let stale: [String]

    static let members: [DocumentMember<PlannedMove>] = [
        .part(\.listed, ListedMarker.members),
        .always("version", \.version, "The version sent with the update; null in the vector mode."),
        .always(
            "displacement", \.update.displacement,
            "The largest distance that a corner moves, in metres."),
        .always(
            "error95", \.update.predictedError,
            "The 95 % bound of its error, in metres; null if it is not known."),
        .sometimes(
            "shift", \.update.shift?.shift,
            "What it is shifted by on top of the motion, in metres, where the scan was straightened."),
        .sometimes(
            "beyond", \.beyond,
            "How much too far from the fit's markers it is for all of its shift, in metres or seconds."),
        .always(
            "findings", \.update.findings, "The findings that do not keep it from moving."),
        .always("neighbors", \.neighbors, "The markers at its new place that do not move."),
        .always("stale", \.stale, "The JSON pointers to fields that will be out of date."),
        .always("body", \.body, "The body of the request for the marker; null in the vector mode."),
    ]

    private var version: Int? { update.version.map { Int($0) } }
    private var beyond: Double? { update.shift.flatMap { $0.beyond > 0 ? $0.beyond : nil } }

    private var body: SentBody {
        switch update.change {
        case .corners(let quad, let version): .corners(SentCorners(version: Int(version), quad: quad))
        case .calibrated(let data, let version): .data(SentData(version: Int(version), quad: data.quad))
        case .vector: .nothing
        }
    }
}

private struct PlannedRest: WrittenObject {
    let listed: ListedMarker
    let marker: UnchangedMarker

    static let members: [DocumentMember<PlannedRest>] = [
        .part(\.listed, ListedMarker.members),
        .always(
            "displacement", \.marker.displacement,
            "The largest distance that a corner moves, in metres."),
        .always(
            "findings", \.marker.findings, "The findings that do not keep it from moving."),
    ]
}

private struct UnmovedMarker: WrittenObject {
    let listed: ListedMarker
    let reason: String
    let sentence: String

    static let members: [DocumentMember<UnmovedMarker>] = [
        .part(\.listed, ListedMarker.members), .always("reason", \.reason, "The code of the reason."),
        .always("sentence", \.sentence, "The reason in words."),
    ]
}

private struct NoMarker: WrittenObject {
    let file: String
    let error: JSONError

    static let members: [DocumentMember<NoMarker>] = [
        .always("file", \.file, "The file that contains it."),
        .always("line", \.error.line, "The line of the problem, from 1."),
        .always("pointer", \.error.pointer, "The JSON pointer to the problem."),
        .always("reason", \.error.code.rawValue, "The code of the reason."),
        .always("sentence", \.error.text, "The reason in words."),
    ]
}

extension QuadIssue: WrittenObject {
    package static let members: [DocumentMember<QuadIssue>] = [
        .always("code", \.code, "The code of the finding."),
        .always("severity", \.severity, "How serious it is."),
        .always("message", \.short, "The measured value and its limit."),
    ]
}

private struct Neighbor: WrittenObject {
    let other: String
    let otherIndex: Int
    let issue: QuadIssue

    static let members: [DocumentMember<Neighbor>] = [
        .always("other", \.other, "The id of the marker that does not move."),
        .always("otherIndex", \.otherIndex, "The position among the markers of all files, from 0."),
        .part(\.issue, QuadIssue.members),
    ]
}

/// The body of a request, as it is sent for a marker.
private enum SentBody: WrittenValue {
    case corners(SentCorners), data(SentData), nothing

    static var schema: Schema { .oneOf([SentCorners.schema, SentData.schema, .null]) }

    func write(to json: inout JSONWriter) {
        switch self {
        case .corners(let corners): corners.write(to: &json)
        case .data(let data): data.write(to: &json)
        case .nothing: json.null()
        }
    }
}

private struct SentCorners: WrittenObject {
    let version: Int
    let quad: Quad

    static let members: [DocumentMember<SentCorners>] =
        [.always("version", \.version, "The version that the server must still have of the marker.")] + [
            .part(\.quad, Quad.members)
        ]
}

private struct SentData: WrittenObject {
    let version: Int
    let quad: Quad

    static let members: [DocumentMember<SentData>] = [
        .always("version", \.version, "The version that the server must still have of the marker."),
        .object(
            "calibrated_data", "The calibrated corners after the move.",
            [.part(\.quad, Quad.members), .always("center", \.quad.center, "The mean of the corners.")]),
    ]
}

extension Quad: WrittenObject {
    package static let members: [DocumentMember<Quad>] = (0..<4).map { corner in
        .always("p\(corner + 1)", \.[corner: corner], "The corner p\(corner + 1) after the move, in metres.")
    }
}
