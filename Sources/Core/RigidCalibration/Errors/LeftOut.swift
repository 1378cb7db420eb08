internal import QuadGeometry

/// The pairs of an estimate held against it one by one: what the motion took of each, and what leaving out its group does.
struct LeftOut {
    /// A pair beside the motion, and beside that of all pairs but its group.
    struct Pair {
        let residual: SIMD3<Double>
        /// From the anchor to the moved source, in metres.
        let arm: SIMD3<Double>
        /// The covariance of the moved point, in units of one weight.
        let spread: SymmetricMatrix
        /// The residual times the inverse of its own expected covariance, in units of one weight; `nil` where the pair has no
        /// redundancy, or it was not asked for.
        let solved: SIMD3<Double>?
        /// The change of the motion; `nil` where the others fix none, or it was not asked for.
        let change: SmallChange?

        /// The residual's length under the motion of the others, in metres.
        var length: Double? { change.map { (residual - $0.movement(atArm: arm)).length } }
    }

    private let estimate: MotionEstimate
    private let pairs: Correspondences
    private let inverse: ChangeCovariance

    init(_ estimate: MotionEstimate, _ pairs: Correspondences) {
        (self.estimate, self.pairs) = (estimate, pairs)
        inverse = ChangeCovariance(estimate.inverse, of: estimate.changes)
    }

    /// Visits every pair, group after group; without groups each is left out alone.
    ///
    /// - Parameters:
    ///   - leavesOut: Whether ``Pair/change`` is asked for.
    ///   - solvesAll: Whether ``Pair/solved`` is asked for of pairs that are not left out alone, too.
    ///   - body: Takes the pair, the pairs of its group, and the results.
    func visit(
        leavesOut: Bool = true, solvesAll: Bool = false,
        _ body: (_ pair: Int, _ group: ArraySlice<Int>, _ found: Pair) -> Void
    ) {
        for group in pairs.members {
            let isAlone = group.count == 1
            let others = isAlone || !leavesOut ? nil : without(group)
            for pair in group {
                let arm = estimate.motion.moved(pairs.sources[pair]) - estimate.changes.anchor
                let residual = estimate.motion.residual(pairs, pair)
                let spread = inverse.covariance(atArm: arm)
                let solved =
                    isAlone || solvesAll ? solved(residual, estimate.weights[pair], spread) : nil
                // Without the one pair its pull has no part in the motion: by Woodbury's identity.
                let change =
                    isAlone && leavesOut
                    ? solved.map { inverse.change(ofPull: -$0, atArm: arm) } ?? without(group) : others
                body(
                    pair, group,
                    Pair(residual: residual, arm: arm, spread: spread, solved: solved, change: change))
            }
        }
    }

    /// A residual keeps the pair's own noise less what the motion took of it.
    private func solved(
        _ residual: SIMD3<Double>, _ weight: SymmetricMatrix, _ spread: SymmetricMatrix
    ) -> SIMD3<Double>? {
        guard let noise = weight.inverse else { return nil }
        let expected = noise - spread
        // A direction with less than this share of its noise left is spent on the motion.
        guard expected.determinant > 1e-9 * noise.determinant else { return nil }
        return expected.inverse.map { $0 * residual }
    }

    /// The change of the motion when these pairs do not count; `nil` when the others leave a change free.
    private func without(_ group: ArraySlice<Int>) -> SmallChange? {
        let changes = estimate.changes, weights = estimate.weights
        guard group.contains(where: { weights.counts($0) }) else { return SmallChange() }
        var share = NormalMatrix(size: changes.free.count)
        var pull = [Double](repeating: 0, count: changes.free.count)
        var columns = changes.columns(at: changes.anchor)
        for pair in group {
            changes.write(&columns, at: estimate.motion.moved(pairs.sources[pair]))
            let weighted = weights[pair] * estimate.motion.residual(pairs, pair)
            share.add(columns, weights[pair])
            for place in columns.indices { pull[place] -= columns[place].dot(weighted) }
        }
        let factor = (estimate.information - share).choleskyFactor
        return factor.map { SmallChange($0.backward($0.forward(pull)), free: changes.free) }
    }

    /// The root mean square by weight of the residuals, and of those that each pair has without its group; `nil` where some group
    /// cannot be left out.
    func rootMeanSquares() -> (all: Double, leftOut: Double?) {
        var all = CompensatedSum(), leftOut: CompensatedSum? = CompensatedSum(), total = CompensatedSum()
        visit { pair, _, found in
            let weight = pairs.weights?[pair] ?? 1
            total.add(weight)
            all.add(weight * found.residual.dot(found.residual))
            guard let length = found.length else { return leftOut = nil }
            leftOut?.add(weight * length * length)
        }
        return (
            (all.value / total.value).squareRoot(), leftOut.map { ($0.value / total.value).squareRoot() }
        )
    }
}

/// A small change of a motion: a turn and a growth about a place, and a shift.
struct SmallChange {
    /// In radians and metres.
    var turn = SIMD3<Double>.zero, shift = SIMD3<Double>.zero
    var growth = 0.0

    init() {}

    init(turn: SIMD3<Double>, shift: SIMD3<Double>, growth: Double) {
        (self.turn, self.shift, self.growth) = (turn, shift, growth)
    }

    /// From the values of those that are free, with numbers as in ``MotionModel/freeChanges``.
    init(_ values: [Double], free: [Int]) {
        for (change, value) in zip(free, values) {
            switch change {
            case 0..<3: turn[change] = value
            case 3..<6: shift[change - 3] = value
            default: growth = value
            }
        }
    }

    func movement(atArm arm: SIMD3<Double>) -> SIMD3<Double> { turn.cross(arm) + shift + arm * growth }
}

extension ArmMoments {
    /// The weighted squares of the points' movements with a change.
    func squares(of change: SmallChange) -> Double {
        let turned = change.turn.dot(change.turn) * scatter.trace - change.turn.dot(scatter * change.turn)
        let shifted = change.turn.cross(sum) + sum * change.growth
        return turned + change.growth * change.growth * scatter.trace + 2 * change.shift.dot(shifted)
            + weight * change.shift.dot(change.shift)
    }
}

extension ChangeCovariance {
    /// The change that a pull at an arm makes, this being the inverse of the information.
    func change(ofPull pull: SIMD3<Double>, atArm arm: SIMD3<Double>) -> SmallChange {
        let moment = arm.cross(pull), stretch = arm.dot(pull)
        let own = SIMD3(turnShift.x.dot(pull), turnShift.y.dot(pull), turnShift.z.dot(pull))
        let turned = SIMD3(shiftTurn.x.dot(moment), shiftTurn.y.dot(moment), shiftTurn.z.dot(moment))
        return SmallChange(
            turn: turn * moment + own + turnGrowth * stretch,
            shift: turned + shift * pull + shiftGrowth * stretch,
            growth: turnGrowth.dot(moment) + shiftGrowth.dot(pull) + growth * stretch)
    }
}
