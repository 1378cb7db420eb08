internal import QuadGeometry

extension GraphProblem {
    /// A part of the poses that is moved while the rest is held.
    private enum Part {
        case turns, shifts

        /// The directions of a step that move.
        var directions: SIMD8<Double> {
            switch self {
            case .turns: SIMD8(1, 1, 1, 0, 0, 0, 0, 0)
            case .shifts: SIMD8(0, 0, 0, 1, 1, 1, 0, 0)
            }
        }

        /// The residuals that count: whitening leaves the first three to turns alone.
        var residuals: SIMD8<Double> {
            switch self {
            case .turns: directions
            case .shifts: SIMD8(1, 1, 1, 1, 1, 1, 0, 0)
            }
        }
    }

    /// Makes the turns of the start agree, then the shifts, where some edge turns far from the tree.
    ///
    /// Steps of the whole problem are taken along lever arms, which are no guide while turns are wrong by tens of degrees. The start
    /// is kept where that raises the cost.
    mutating func relax() {
        let isFar = edges.contains {
            (($0.back * motion($0, poses)).twist.rotation).length > GraphProblem.farTurn
        }
        guard isFar, !free.isEmpty else { return }
        let (start, before) = (poses, cost(poses))
        relaxTurns()
        linearize(.shifts, damping: 0)
        if factor.factor() { poses = moved(factor.solve(side)) }
        if !(cost(poses) < before) { poses = start }
    }

    /// Steps of the turns alone, damped where they raise their cost.
    private mutating func relaxTurns() {
        var damping = 0.0, before = cost(of: .turns, poses)
        for _ in 0..<GraphProblem.mostRelaxations {
            linearize(.turns, damping: damping)
            guard factor.factor() else { return }
            let step = factor.solve(side), next = moved(step), after = cost(of: .turns, next)
            guard after <= before else {
                guard damping < GraphProblem.mostRelaxationDamping else { return }
                damping = Double.maximum(10 * damping, GraphProblem.leastRelaxationDamping)
                continue
            }
            let size = step.reduce(0.0) { Double.maximum($0, ($1 * $1).max().squareRoot()) }
            (poses, before) = (next, after)
            damping = damping > GraphProblem.leastRelaxationDamping ? damping / 10 : 0
            if size < GraphProblem.smallRelaxation { return }
        }
    }

    /// 30°, in radians.
    private static var farTurn: Double { .pi / 6 }
    private static var mostRelaxations: Int { 100 }
    private static var mostRelaxationDamping: Double { 1e6 }
    private static var leastRelaxationDamping: Double { 1e-3 }
    /// The whole problem continues from there, in radians.
    private static var smallRelaxation: Double { 1e-4 }

    private func cost(of part: Part, _ poses: [RigidTransform]) -> Double {
        edges.reduce(0.0) { sum, edge in
            let r = residual(edge, poses) * part.residuals
            return sum + (r * r).sum()
        }
    }

    /// The normal matrix of a part; what is held gets a step of zero.
    private mutating func linearize(_ part: Part, damping: Double) {
        factor.clear()
        for slot in side.indices { side[slot] = .zero }
        let mask = part.directions, rows = part.residuals
        for edge in edges {
            let h = motion(edge, poses), r = (edge.back * h).twist.vector
            let whitened = (edge.whitening * r) * rows
            let both = (edge.whitening * inverseRightJacobian(r)).masked(rows: rows)
            let to = both.masked(columns: mask)
            let from = (both * h.inverted().adjointMatrix * -1).masked(columns: mask)
            let (i, j) = edge.slots
            if j >= 0 {
                factor.add(to.transposeTimes(to), toDiagonalOf: j)
                side[j] -= to.transposeTimes(whitened)
            }
            guard i >= 0 else { continue }
            factor.add(from.transposeTimes(from), toDiagonalOf: i)
            side[i] -= from.transposeTimes(whitened)
            guard j >= 0 else { continue }
            factor.add(edge.isTransposed ? to.transposeTimes(from) : from.transposeTimes(to), at: edge.block)
        }
        let held = SIMD8<Double>(1, 1, 1, 1, 1, 1, 0, 0) - mask
        for slot in side.indices {
            factor.add(Matrix6(diagonal: held), toDiagonalOf: slot)
            if damping > 0 { factor.damp(slot, by: damping) }
        }
    }
}

extension Matrix6 {
    /// The matrix with zeros in the rows where a mask has them.
    fileprivate func masked(rows mask: SIMD8<Double>) -> Matrix6 {
        Matrix6(c0 * mask, c1 * mask, c2 * mask, c3 * mask, c4 * mask, c5 * mask)
    }

    /// The matrix with zeros in the columns where a mask has them.
    fileprivate func masked(columns mask: SIMD8<Double>) -> Matrix6 {
        Matrix6(c0 * mask[0], c1 * mask[1], c2 * mask[2], c3 * mask[3], c4 * mask[4], c5 * mask[5])
    }
}
