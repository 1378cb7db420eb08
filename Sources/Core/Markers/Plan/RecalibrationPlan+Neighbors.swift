public import QuadGeometry

/// A moved marker that comes to be where another is that does not move.
public struct PlannedNeighbor: Hashable, Sendable {
    /// The indices of both in what was planned.
    public let moved, unmoved: Int
    /// The issue, as one of the moved marker.
    public let issue: QuadIssue
}

extension RecalibrationPlan {
    /// Moved markers that become duplicates of markers that stay, or overlap or are stacked with them.
    ///
    /// A marker observed again in the new frame is expected there: of sessions that supplied targets, and of markers that
    /// lie where the fit's targets are, only those of another label count. In the vector mode all markers move, so there are none.
    ///
    /// - Complexity: that of `QuadCheck.neighborIssues(among:)`, n log n for markers that are spread out.
    public func neighbors() -> [PlannedNeighbor] {
        guard request.mode != .vector, let check = try? QuadCheck(request.limits) else { return [] }
        var places: [(index: Int, marker: Marker, quad: Quad, isMoved: Bool)] = []
        for update in updates {
            switch update.change {
            case .corners(let quad, _): places.append((update.index, update.marker, quad, true))
            case .calibrated(let data, _): places.append((update.index, update.marker, data.quad, true))
            case .vector: break
            }
        }
        let others =
            unchanged.map { ($0.index, $0.marker) } + refused.map { ($0.index, $0.marker) }
            + leftOut.compactMap { marker in
                if case .listedTwice = marker.reason { nil } else { (marker.index, marker.marker) }
            }
        for (index, marker) in others {
            if let quad = standing(marker) { places.append((index, marker, quad, false)) }
        }
        places.sort { $0.index < $1.index }
        let seen = PointCells(request.motion.seenTargets, within: FittedPlaces.horizon)
        return check.neighborIssues(among: places.map(\.quad)).compactMap { found in
            let (later, earlier) = (places[found.index], places[found.other])
            guard found.issue.code != .crowded, later.isMoved != earlier.isMoved else { return nil }
            let (moved, unmoved) = later.isMoved ? (later, earlier) : (earlier, later)
            let tolerance = StoredTolerance(magnitude: unmoved.quad.largestMagnitude)
            let isSeen = seen.distances(unmoved.quad).max() <= tolerance.metres
            guard !isSameThing(moved.marker, unmoved.marker, isSeen: isSeen) else { return nil }
            return PlannedNeighbor(moved: moved.index, unmoved: unmoved.index, issue: found.issue)
        }
    }

    /// The corners of a marker that stays, of the kind that is rewritten in others.
    private func standing(_ marker: Marker) -> Quad? {
        guard let raw = try? marker.quad else { return nil }
        guard request.mode == .calibrated else { return raw }
        return (try? marker.calibratedData)?.quad ?? raw.map { $0 + request.space.shift }
    }

    /// True if the second marker is the first as it was observed in the new frame.
    private func isSameThing(_ moved: Marker, _ unmoved: Marker, isSeen: Bool) -> Bool {
        guard isSeen || request.frames.targets.contains(unmoved.workSessionID) else { return false }
        guard let label = moved.label.flatMap(JoinKey.folded),
            let other = unmoved.label.flatMap(JoinKey.folded)
        else { return true }
        return label == other
    }
}
