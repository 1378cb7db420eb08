internal import QuadGeometry

extension GraphProblem {
    /// An edge's residual and leverage at the solution.
    func judged(_ edge: Edge, _ inverse: BlockInverse) -> SolvedEdge {
        let twist = (edge.back * motion(edge, poses)).twist
        let r = edge.whitening * twist.vector
        return SolvedEdge(
            place: edge.place, residual: twist, squares: (r * r).sum(),
            leverage: edge.weight * spread(edge, inverse).trace, weight: edge.weight)
    }

    /// The whitened covariance of the solution's motion along an edge.
    private func spread(_ edge: Edge, _ inverse: BlockInverse) -> Matrix6 {
        let h = motion(edge, poses)
        let to = edge.whitening * inverseRightJacobian((edge.back * h).twist.vector)
        let from = to * h.inverted().adjointMatrix * -1
        let (i, j) = edge.slots
        var spread = Matrix6.zero
        if i >= 0 { spread = spread + (from * inverse.covariance(i, i)).timesTranspose(from) }
        if j >= 0 { spread = spread + (to * inverse.covariance(j, j)).timesTranspose(to) }
        if i >= 0, j >= 0 {
            let cross = (from * inverse.covariance(i, j)).timesTranspose(to)
            spread = spread + cross + cross.transposed
        }
        return spread
    }

    /// The fall of the least cost without each edge, to first order; `nil` where it is not determined.
    mutating func gains() -> [(place: Int, gain: Double)]? {
        guard settledCost() != nil else { return nil }
        linearize(damping: 0)
        guard factor.factor() else { return nil }
        let inverse = BlockInverse(factor)
        return edges.map { edge in
            let r = residual(edge, poses)
            // What the edge does not decide itself; singular where it decides all in some direction.
            let rest = (Matrix6.identity - spread(edge, inverse)).symmetric
            return (edge.place, rest.inverse.map { (($0 * r) * r).sum() } ?? 0)
        }
    }

    /// The edges by their misses of the robust solution, the largest first.
    mutating func farthest() -> [Int] {
        relax()
        do throws(PoseGraphError) { try anneal() } catch {}
        let misses = edges.map { edge in
            let r = residual(edge, poses)
            return (place: edge.place, square: (r * r).sum())
        }
        return misses.sorted { ($1.square, $0.place) < ($0.square, $1.place) }.map { $0.place }
    }

    /// The least cost; `nil` where steps do not settle.
    mutating func settledCost() -> Double? {
        relax()
        do throws(PoseGraphError) { try settle() } catch { return nil }
        return cost(poses)
    }
}
