/// Markers that no fit is to use, as when somebody moved them between two scans.
public struct MarkerExclusions: Hashable, Sendable {
    /// Labels and ids as they were given.
    public let names: [String]
    private let keys: Set<String>

    /// - Parameter names: Labels, compared as a join compares them, or ids.
    public init(_ names: [String] = []) {
        self.names = names
        keys = Set(names.compactMap(JoinKey.folded))
    }

    /// Whether a marker is one of them.
    public func contains(_ marker: MarkerObservation) -> Bool {
        !keys.isDisjoint(with: MarkerExclusions.keys(of: marker))
    }

    /// The names that no marker has.
    public func unknown(among markers: [MarkerObservation]) -> [String] {
        guard !names.isEmpty else { return [] }
        let known = Set(markers.flatMap(MarkerExclusions.keys))
        return names.filter { JoinKey.folded($0).map(known.contains) != true }
    }

    private static func keys(of marker: MarkerObservation) -> [String] {
        [marker.id.wireText, marker.label].compactMap { $0.flatMap(JoinKey.folded) }
    }
}
