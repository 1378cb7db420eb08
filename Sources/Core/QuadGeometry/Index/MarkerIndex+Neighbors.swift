extension MarkerIndex {
    /// Markers in the place of others: duplicates, overlaps in one plane and stacks; in order of the markers.
    ///
    /// The search has a tree of its own, by place and direction, since markers that are not parallel do not overlap.
    ///
    /// - Parameter check: the check whose limits say what counts.
    /// - Complexity: that of ``QuadCheck/neighborIssues(among:)``.
    public func neighborIssues(_ check: QuadCheck = QuadCheck()) -> [NeighborIssue] {
        check.neighborIssues(among: slots)
    }
}
