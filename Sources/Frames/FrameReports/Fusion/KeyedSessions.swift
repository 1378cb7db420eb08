internal import Foundation
package import FrameGraph
package import Markers

/// Markers of several sessions, joined by a key; no marker is dropped without a reason.
package struct KeyedSessions: Sendable {
    /// The markers of one session, by the name of the session.
    package struct Source: Sendable {
        package let name: String
        let observations: [MarkerObservation]

        package init(_ name: String, _ observations: [MarkerObservation]) {
            (self.name, self.observations) = (name, observations)
        }
    }

    /// A marker that takes no part.
    package struct LeftOut: Sendable {
        /// The reason why a marker takes no part.
        package enum Reason: String, CaseIterable, Sendable {
            case noKey = "NO_KEY"
            /// Another marker of its session has its key.
            case repeatedKey = "REPEATED_KEY"
        }

        package let session: String
        package let marker: MarkerObservation
        package let reason: Reason
    }

    package let key: FusionKey
    package let sessions: [FusionSession]
    package private(set) var leftOut: [LeftOut] = []
    /// The markers of each session that take part, by key.
    private var markers: [String: [String: MarkerObservation]] = [:]

    package init(_ sources: [Source], by key: FusionKey) {
        self.key = key
        let keys = key.keys()
        var sessions: [FusionSession] = [], leftOut: [LeftOut] = []
        for source in sources {
            let texts = source.observations.map(keys)
            var counts: [String: Int] = [:]
            for case let text? in texts { counts[text, default: 0] += 1 }
            var own: [String: MarkerObservation] = [:]
            for (marker, text) in zip(source.observations, texts) {
                if let text, counts[text] == 1 {
                    own[text] = marker
                } else {
                    let reason: LeftOut.Reason = text == nil ? .noKey : .repeatedKey
                    leftOut.append(LeftOut(session: source.name, marker: marker, reason: reason))
                }
            }
            sessions.append(FusionSession(name: source.name, markers: own.mapValues(\.quad)))
            markers[source.name] = own
        }
        (self.sessions, self.leftOut) = (sessions, leftOut)
    }

    func marker(_ key: String, in session: String) -> MarkerObservation? { markers[session]?[key] }

    /// The marker that stands for all of a key: that of the root, or else of the first session that has one.
    func marker(_ fused: FusedMarker, root: String) -> MarkerObservation? {
        marker(fused.key, in: root) ?? fused.sessions.lazy.compactMap { marker(fused.key, in: $0) }.first
    }
}

/// The property by which markers of several sessions are known to be the same.
package enum FusionKey: Sendable {
    case label, anchor
    /// Their ids, and lists of ids that are of one marker.
    case identifier([IdentifierMap])

    package var name: String {
        switch self {
        case .label: "label"
        case .anchor: "anchor"
        case .identifier(let maps): maps.isEmpty ? "id" : "map"
        }
    }

    /// The keys of markers; `nil` of one that has none.
    func keys() -> (MarkerObservation) -> String? {
        switch self {
        case .label: return { $0.label.flatMap(JoinKey.folded) }
        case .anchor: return { $0.anchor.flatMap(JoinKey.folded) }
        case .identifier(let maps):
            let classes = IdentifierClasses(maps)
            return { classes.first(of: $0.id).wireText }
        }
    }
}

/// Ids that are of one marker, by the first of them.
private struct IdentifierClasses {
    private var parents: [UUID: UUID] = [:]

    init(_ maps: [IdentifierMap]) {
        for pair in maps.flatMap(\.pairs) {
            let (one, other) = (first(of: pair.old), first(of: pair.new))
            guard one != other else { continue }
            let (least, greatest) = one.wireText < other.wireText ? (one, other) : (other, one)
            parents[greatest] = least
        }
    }

    func first(of id: UUID) -> UUID {
        var id = id
        while let parent = parents[id] { id = parent }
        return id
    }
}
