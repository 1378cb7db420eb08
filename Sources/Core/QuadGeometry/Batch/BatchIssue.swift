/// A finding about a batch of markers as a whole, or about one of them in comparison with the others.
public struct BatchIssue: Hashable, Sendable {
    /// The place of the marker in the batch; `nil` if it is about the whole batch.
    public var index: Int?
    public var issue: QuadIssue
}

extension QuadCheck {
    /// Everything that only the markers of a file together show: slipped units, markers far away, a vertical axis that
    /// is not y, and markers that are bent for their size; those about the whole batch first.
    ///
    /// `frames` are the places of markers that share a frame, if not all do; only the vertical axis depends on it.
    /// Quads with a number that is not finite take no part.
    ///
    /// - Complexity: n log n.
    public func batchIssues(among quads: [Quad], frames: [[Int]]? = nil) -> [BatchIssue] {
        let measures = BatchMeasures(quads)
        let slips = UnitSlips(measures, limits)
        var found: [BatchIssue] = []
        if let slip = slips.whole {
            let index = measures.places.count == 1 ? measures.places[0] : nil
            found.append(BatchIssue(index: index, issue: issue(slip, limit: UnitSlips.longestEdge(limits))))
        }
        let tilts = (frames ?? [Array(quads.indices)]).map { places in
            UpAxis(places.compactMap { quads[$0].isFinite ? quads[$0] : nil })
        }
        let tilt = tilts.filter { $0.axis != nil }.max { ($0.share, $0.axis ?? 0) < ($1.share, $1.axis ?? 0) }
        if let tilt, !tilts.contains(where: { $0.isLevel }) {
            found.append(BatchIssue(index: nil, issue: tilt.issue))
        }
        for (place, slip) in slips.markers {
            var issue = issue(slip, limit: UnitSlips.longestEdge(limits))
            issue.location = measures.centers[place]
            found.append(BatchIssue(index: measures.places[place], issue: issue))
        }
        let slipped = Set(slips.markers.map { $0.place })
        for (place, distance, limit) in measures.remote(apartFrom: slipped, within: limits.largestCoordinate)
        {
            found.append(
                BatchIssue(
                    index: measures.places[place],
                    issue: QuadIssue(
                        .farAway, .warning, value: distance, limit: limit, unit: .metres,
                        location: measures.centers[place])))
        }
        for place in measures.places {
            if let issue = warp(quads[place]) { found.append(BatchIssue(index: place, issue: issue)) }
        }
        return found
    }

    private func issue(_ slip: LengthSlip, limit: Double) -> QuadIssue {
        var issue = QuadIssue(.unitSlip, .error, value: slip.edge, limit: limit, unit: .metres)
        issue.slip = slip
        return issue
    }

    /// The largest flatness over the shorter diagonal of a sound marker: 4 mm on a square of 100 mm, which is four times
    /// what corners placed to 2 mm make of it.
    package static let warpLimit = 0.03

    /// A bend that is small in metres but large for the marker, unless another code reports it.
    private func warp(_ quad: Quad) -> QuadIssue? {
        guard let flatness = quad.flatness, flatness <= limits.flatnessWarning else { return nil }
        let diagonal = min((quad.p3 - quad.p1).length, (quad.p4 - quad.p2).length)
        guard diagonal > limits.snap, flatness > QuadCheck.warpLimit * diagonal, quad.shape == .convex,
            quad.foldAngle.map({ $0 <= limits.foldAngle }) ?? false
        else { return nil }
        return QuadIssue(
            .warped, .info, value: flatness / diagonal, limit: QuadCheck.warpLimit, unit: .ratio,
            location: quad.center, fix: .flatten)
    }
}
