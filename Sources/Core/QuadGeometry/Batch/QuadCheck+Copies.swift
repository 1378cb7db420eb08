extension QuadCheck {
    /// Markers with the corners of an earlier one of another group, in order of the later one.
    ///
    /// Groups are sessions or files, which may have different frames, so that only copies count: corners that are the
    /// same in single precision, in which the server keeps them, whichever comes first. Two observations of one thing
    /// never are.
    ///
    /// - Complexity: linear in the number of quads.
    public func copyIssues(among quads: [Quad], groups: [Int]) -> [NeighborIssue] {
        guard groups.contains(where: { $0 != groups[0] }) else { return [] }
        var firsts: [Corners: [Int]] = [:]
        var found: [NeighborIssue] = []
        for (index, quad) in quads.enumerated() {
            guard let corners = Corners(quad) else { continue }
            // The same corners in a crossed order are another quad.
            let distances = (firsts[corners] ?? []).map { ($0, quads[$0].correspondence(to: quad).distance) }
            guard let (first, distance) = distances.first(where: { $0.1 <= limits.snap }) else {
                firsts[corners, default: []].append(index)
                continue
            }
            guard groups[first] != groups[index] else { continue }
            found.append(
                NeighborIssue(
                    index: index, other: first,
                    issue: QuadIssue(
                        .duplicateMarker, .warning, value: distance,
                        limit: limits.snap, unit: .metres, location: quad.center)))
        }
        return found
    }

    /// Four corners in single precision, in an order of their own.
    private struct Corners: Hashable {
        let sorted: [SIMD3<Float>]

        init?(_ quad: Quad) {
            let corners = quad.corners.map { SIMD3<Float>($0) }
            guard corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }) else { return nil }
            sorted = corners.sorted { ($0.x, $0.y, $0.z) < ($1.x, $1.y, $1.z) }
        }
    }
}
