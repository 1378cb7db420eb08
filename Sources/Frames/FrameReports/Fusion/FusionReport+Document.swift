package import FrameGraph
package import Markers
internal import QuadGeometry

extension FusionReport: WrittenObject {
    /// Everything but what every document of a run begins with.
    package static let members: [DocumentMember<FusionReport>] = [
        .always(
            "join", \.join, "The property by which markers are the same.", schema: .word(FusionReport.keys)),
        .always("root", \.root, "The session whose frame everything is in."),
        .object("noise", "The errors of sightings.", noise),
        .object("counts", "How many of what there are.", counts),
        .always("sessions", \.sessions, "The sessions with their frames, by name."),
        .always("markers", \.markers, "The fused markers, by key."),
        .always("drifts", \.fusion.drifts, "The sessions whose markers are bent beside those of the others."),
        .always("left", \.left, "The markers of sessions that take no part."),
        .always("remarks", \.remarks, "What is wrong or doubtful, in the order of the text."),
        .sometimes(
            "truth", \.truth, "How far the result is from the truth of a made-up scene; only with --demo."),
    ]

    private static let keys = ["label", "anchor", "map", "id"]

    private static let noise: [DocumentMember<FusionReport>] = [
        .always("corner", \.fusion.cornerNoise, "The noise of one corner, in metres a coordinate."),
        .always("cornerIsStated", \.isCornerStated, "Whether that was stated."),
        .always(
            "marker", \.fusion.markerNoise,
            "The error that the corners of a sighting share, in metres a coordinate."),
        .always("markerIsStated", \.isMarkerStated, "Whether that was stated."),
        .always(
            "tiltDegrees", \.tilt, "The deviation of each session's tilt that was stated; null for any tilt."),
    ]

    private static let counts: [DocumentMember<FusionReport>] = [
        .always("sessions", \.fusion.frames.count, "The number of sessions."),
        .always("markers", \.fusion.markers.count, "The number of fused markers."),
        .always("agreeing", \.fusion.agreeing, "The sightings of which every corner agrees."),
        .always("leftOut", \.fusion.disputed, "The sightings of which a corner or more was left out."),
        .always("undecided", \.undecided.count, "The markers with an undecided corner."),
        .always("carriedOver", \.carriedOver.count, "The markers that only one session saw."),
    ]

    private var join: String { keyed.key.name }
    private var root: String { fusion.root }
    private var isCornerStated: Bool { stated.corner != nil }
    private var isMarkerStated: Bool { stated.marker != nil }
    private var left: [KeyedSessions.LeftOut] { keyed.leftOut }

    private var sessions: [SessionRecord] {
        fusion.frames.map { SessionRecord(frame: $0, markers: fusion.markers) }
    }

    private var markers: DocumentList<MarkerRecord> {
        DocumentList(fusion.markers) { MarkerRecord(marker: $0, label: keyed.marker($0, root: root)?.label) }
    }
}

private struct SessionRecord: WrittenObject {
    let frame: FusedFrame
    let markers: [FusedMarker]

    static let members: [DocumentMember<SessionRecord>] = [
        .always("session", \.frame.session, "The name of the session."),
        .always("markers", \.count, "The number of its markers that take part."),
        .always("shared", \.shared, "Those that other sessions saw, too."),
        .always("leftOut", \.leftOut, "Those of which a corner or more was left out."),
        .always(
            "translation", \.frame.rootFromSession.translation,
            "The origin of its frame in the root's, in metres."),
        .always("quaternion", \.quaternion, "The attitude of its frame in the root's: x, y, z, w."),
        .always("turnError95", \.turnError, "The 95 % error of that in radians; null for the root."),
        .always("shiftError95", \.shiftError, "The 95 % error of the origin in metres; null for the root."),
        .always(
            "covariance", \.covariance,
            "The upper triangle of the covariance, row by row, of a motion on the right: turn in radians, then shift in metres; null for the root."
        ),
    ]

    private var own: [FusedMarker] { markers.filter { $0.sessions.contains(frame.session) } }
    private var count: Int { own.count }
    private var shared: Int { own.count { !$0.isCarriedOver } }
    private var leftOut: Int { own.count { $0.leftOut.contains { $0.session == frame.session } } }
    private var quaternion: [Double] {
        let q = frame.rootFromSession.rotation.quaternionXYZW
        return [q.x, q.y, q.z, q.w]
    }
    private var turnError: Double? { frame.covariance?.turnBound }
    private var shiftError: Double? { frame.covariance?.shiftBound }
    private var covariance: [Double]? { frame.covariance?.upperTriangle }
}

private struct MarkerRecord: WrittenObject {
    let marker: FusedMarker
    let label: String?

    static let members: [DocumentMember<MarkerRecord>] = [
        .always("key", \.marker.key, "What its sightings have in common, as it is compared."),
        .always("label", \.label, "The label of the first of them; null if it has none."),
        .always("corners", \.marker.quad.corners, "The corners p1 to p4 in the root's frame, in metres."),
        .always("errors95", \.errors, "The 95 % error of each corner, in metres."),
        .always("sessions", \.marker.sessions, "The sessions that saw it."),
        .always("agreeing", \.marker.agreeing, "The number of sightings that agree, corner by corner."),
        .always("leftOut", \.marker.leftOut, "The sightings that were left out, wholly or in part."),
        .always(
            "orders", \.orders,
            "The order in which each session's corners are these, in the order of sessions."),
        .always("undecided", \.undecided, "The corners that sessions dispute without enough that agree."),
        .sometimes(
            "places", \.places,
            "Where each session saw it, in the root's frame; only if a corner is undecided."),
    ]

    private var errors: [Double] { (0..<4).map { marker.bound(ofCorner: $0) } }
    private var orders: [String] { marker.orders.map(\.text) }
    private var undecided: [String] { marker.undecided.map(LeftOutSighting.word) }
    private var places: [PlaceRecord]? {
        marker.undecided.isEmpty
            ? nil : zip(marker.sessions, marker.places).map { PlaceRecord(session: $0, quad: $1) }
    }
}

/// A marker as one session saw it.
private struct PlaceRecord: WrittenObject {
    let session: String
    let quad: Quad

    static let members: [DocumentMember<PlaceRecord>] = [
        .always("session", \.session, "The session."),
        .always("corners", \.quad.corners, "The corners p1 to p4 in the root's frame, in metres."),
    ]
}

extension LeftOutSighting.Reason: DocumentValue {}
extension KeyedSessions.LeftOut.Reason: DocumentValue {}

extension LeftOutSighting: WrittenObject {
    package static let members: [DocumentMember<LeftOutSighting>] = [
        .always("session", \.session, "The session."),
        .always("reason", \.reason, "The look of its distances."),
        .always("corners", \.words, "The corners that were left out."),
        .always("other", \.other, "The key of the marker that is there; null unless the label is wrong."),
        .always(
            "distance", \.distance, "The largest distance of those corners from the fused ones, in metres."),
    ]

    private var words: [String] { corners.map(LeftOutSighting.word) }

    fileprivate static func word(_ corner: Int) -> String { "p\(corner + 1)" }
}

extension FusedDrift: WrittenObject {
    package static let members: [DocumentMember<FusedDrift>] = [
        .always("session", \.session, "The session."),
        .always(
            "bend", \.bend, "The largest difference between the displacements of two markers, in metres."),
        .always("rms", \.rms, "The root mean square of the displacements, in metres."),
        .always("length", \.length, "The extent of its markers, in metres."),
        .always("probability", \.probability, "The probability of as much if there were none."),
    ]
}

extension KeyedSessions.LeftOut: WrittenObject {
    package static let members: [DocumentMember<KeyedSessions.LeftOut>] = [
        .always("session", \.session, "The session."),
        .always("id", \.id, "The id of the marker."),
        .always("label", \.marker.label, "Its label; null if it has none."),
        .always("reason", \.reason, "Why it takes no part."),
    ]

    private var id: String { marker.id.wireText }
}

extension FusionTruth: WrittenObject {
    package static let members: [DocumentMember<FusionTruth>] = [
        .always("rms", \.rms, "The root mean square of the misses of fused corners, in metres."),
        .always("largest", \.largest, "The largest miss, in metres."),
        .always("corners", \.corners, "The decided corners that were compared."),
        .always("within", \.within, "Those within their own 95 % error."),
    ]
}
