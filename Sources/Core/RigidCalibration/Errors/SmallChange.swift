internal import QuadGeometry

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

    /// The movement of a point at an arm.
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
