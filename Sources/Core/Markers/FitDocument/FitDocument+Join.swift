internal import StrictJSON

extension FitDocument {
    /// The join of two files of markers.
    package struct Join: Hashable, Sendable {
        /// The key of the join: `label`, `anchorId`, `map` or `geometry`.
        package var key = "label"
        package var target = PointKind.raw
        package var targetIsStated = false
        package var markers: [Marker] = []
        package var leftOut: [LeftOut] = []
        package var repeated: [RepeatedKey] = []
        package var unknownIDs: [UnknownID] = []

        package init() {}

        /// An old marker and a new one that are the same.
        package struct Marker: Hashable, Sendable {
            package var name = ""
            package var old = "", new = ""
            package var oldSession, newSession: String?
            package var newLine = 0
            package var newCorners = ["p1", "p2", "p3", "p4"]
            package var orderMargin = 0.0
            package var wasChosen = false
            package var distance, nextDistance: Double?

            package init() {}
        }

        /// A marker without a partner.
        package struct LeftOut: Hashable, Sendable {
            package var side = JoinSide.old
            package var id = ""
            package var label: String?
            package var line = 0
            package var reason = "", sentence = ""
            package var center: SIMD3<Double>?

            package init() {}
        }

        /// A key that more than one marker has, with their ids.
        package struct RepeatedKey: Hashable, Sendable {
            package var key = ""
            package var old: [String] = [], new: [String] = []

            package init() {}
        }

        /// An id that no marker of a side has.
        package struct UnknownID: Hashable, Sendable {
            package var side = JoinSide.old
            package var id = ""

            package init() {}
        }
    }
}

extension FitDocument.Join: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Join>] = [
        .always("by", \.key, "What joined them.", schema: .word(["label", "anchorId", "map", "geometry"])),
        .always("target", \.target, "Which corners of the new markers are meant."),
        .always("targetIsStated", \.targetIsStated, "Whether that was said."),
        .always("markers", \.markers, "The markers that were joined."),
        .always("leftOut", \.leftOut, "Those that were not."),
        .always("repeated", \.repeated, "Keys that more than one marker of a side has."),
        .always("unknownIds", \.unknownIDs, "Ids of the map that no marker has."),
    ]
}

extension FitDocument.Join.Marker: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Join.Marker>] = [
        .always("name", \.name, "What it is called here."),
        .always("old", \.old, "The id of the old one."),
        .always("oldSession", \.oldSession, "The session or set of the old one."),
        .always("new", \.new, "The id of the new one."),
        .always("newSession", \.newSession, "The session or set of the new one."),
        .always("newLine", \.newLine, "The line of the new one, from 1."),
        .always(
            "newCorners", \.newCorners, "The new corners that p1 to p4 are.", count: 4,
            of: .word(["p1", "p2", "p3", "p4"])),
        .always("orderMargin", \.orderMargin, "By how many metres the next order of corners is worse."),
        .always("wasChosen", \.wasChosen, "Whether it was told from others of its key."),
        .sometimes(
            "distance", \.distance,
            "Of a join by geometry, how far its corners are from the new ones, root mean square in metres."),
        .sometimes("nextDistance", \.nextDistance, "The same of the next nearest new one."),
    ]
}

extension FitDocument.Join.LeftOut: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Join.LeftOut>] = [
        .always("side", \.side, "The file it is in."),
        .always("id", \.id, "The id of the marker."),
        .always("label", \.label, "The label of the marker."),
        .always("line", \.line, "The line it begins in, from 1."),
        .always("reason", \.reason, "Why, in a word."),
        .always("sentence", \.sentence, "Why, in words."),
        .sometimes("center", \.center, "The middle of its corners, in its own frame."),
    ]
}

extension FitDocument.Join.RepeatedKey: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Join.RepeatedKey>] = [
        .always("key", \.key, "The key."),
        .always("old", \.old, "The ids of old markers that have it."),
        .always("new", \.new, "The ids of new ones."),
    ]
}

extension FitDocument.Join.UnknownID: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Join.UnknownID>] = [
        .always("side", \.side, "The file it is in."),
        .always("id", \.id, "The id that is unknown."),
    ]
}

extension PointKind: DocumentValue {}
extension JoinSide: DocumentValue {}
