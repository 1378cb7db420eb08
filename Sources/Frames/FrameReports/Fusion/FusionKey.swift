internal import Foundation
package import Markers

/// The property by which markers of several sessions are known to be the same.
package enum FusionKey: Sendable {
    case label, anchor
    /// Their ids, and lists of ids that are of one marker.
    case identifier([IdentifierMap])

    /// The key in a word.
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
