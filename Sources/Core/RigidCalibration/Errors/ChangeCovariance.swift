internal import QuadGeometry

/// A covariance of the seven small changes of a motion, in blocks, and what it makes of moved points; changes that are not free
/// have none.
struct ChangeCovariance {
    /// Of turns, in square radians, and of shifts, in square metres.
    let turn, shift: SymmetricMatrix
    /// Of each turn with the three shifts, and of each shift with the three turns.
    let turnShift, shiftTurn: (x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>)
    /// Of growth with turns, with shifts, and its own.
    let turnGrowth, shiftGrowth: SIMD3<Double>
    let growth: Double

    /// From its lower entries, by the numbers of two changes as in ``MotionModel/freeChanges``.
    private init(_ entry: (Int, Int) -> Double) {
        func block(_ first: Int) -> SymmetricMatrix {
            SymmetricMatrix(
                xx: entry(first, first), xy: entry(first + 1, first), xz: entry(first + 2, first),
                yy: entry(first + 1, first + 1), yz: entry(first + 2, first + 1),
                zz: entry(first + 2, first + 2))
        }
        func shifts(_ turn: Int) -> SIMD3<Double> { SIMD3(entry(3, turn), entry(4, turn), entry(5, turn)) }
        func turns(_ change: Int) -> SIMD3<Double> {
            SIMD3(entry(change, 0), entry(change, 1), entry(change, 2))
        }
        (turn, shift) = (block(0), block(3))
        turnShift = (shifts(0), shifts(1), shifts(2))
        shiftTurn = (turns(3), turns(4), turns(5))
        (turnGrowth, growth) = (turns(6), entry(6, 6))
        shiftGrowth = SIMD3(entry(6, 3), entry(6, 4), entry(6, 5))
    }

    /// Of the free changes, of which all others are held.
    init(_ matrix: NormalMatrix, of changes: SmallChanges) {
        var rows = [Int?](repeating: nil, count: 7)
        for (row, change) in changes.free.enumerated() { rows[change] = row }
        self.init { i, j in
            guard let row = rows[i], let column = rows[j] else { return 0 }
            return matrix[row, column]
        }
    }

    /// Of turns and shifts alone: six rows of six, of which the lower half counts.
    init(six matrix: [Double]) { self.init { $0 < 6 && $1 < 6 ? matrix[6 * $0 + $1] : 0 } }

    func covariance(atArm arm: SIMD3<Double>) -> SymmetricMatrix {
        covariance(atArm: arm, and: arm, weight: 1)
    }

    /// The symmetric half of the covariance between a point at an arm and a weighted sum of points, whose arms add up to another.
    func covariance(
        atArm arm: SIMD3<Double>, and sum: SIMD3<Double>, weight: Double
    ) -> SymmetricMatrix {
        // The covariance of each change with the sum's movement: a turn by ω moves an arm by ω × arm, and growth along itself.
        let x = row(turn.column(0), turnShift.x, turnGrowth.x, sum, weight)
        let y = row(turn.column(1), turnShift.y, turnGrowth.y, sum, weight)
        let z = row(turn.column(2), turnShift.z, turnGrowth.z, sum, weight)
        let grown = row(turnGrowth, shiftGrowth, growth, sum, weight)
        let a = row(shiftTurn.x, shift.column(0), shiftGrowth.x, sum, weight)
        let b = row(shiftTurn.y, shift.column(1), shiftGrowth.y, sum, weight)
        let c = row(shiftTurn.z, shift.column(2), shiftGrowth.z, sum, weight)
        return SymmetricMatrix(product: SmallChanges.column(0, arm), x)
            + SymmetricMatrix(product: SmallChanges.column(1, arm), y)
            + SymmetricMatrix(product: SmallChanges.column(2, arm), z)
            + SymmetricMatrix(product: arm, grown)
            + SymmetricMatrix(
                xx: a.x, xy: (a.y + b.x) / 2, xz: (a.z + c.x) / 2, yy: b.y, yz: (b.z + c.y) / 2, zz: c.z)
    }

    private func row(
        _ turns: SIMD3<Double>, _ shifts: SIMD3<Double>, _ growth: Double, _ sum: SIMD3<Double>,
        _ weight: Double
    ) -> SIMD3<Double> { turns.cross(sum) + shifts * weight + sum * growth }

    var trace: ArmPolynomial {
        ArmPolynomial(
            square: SymmetricMatrix(diagonal: turn.trace + growth) - turn,
            slope: (turnShift.x.cross(SIMD3(1, 0, 0)) + turnShift.y.cross(SIMD3(0, 1, 0))
                + turnShift.z.cross(SIMD3(0, 0, 1)) + shiftGrowth) * 2, constant: shift.trace)
    }
}

/// A polynomial of second degree of a place.
struct ArmPolynomial {
    var square: SymmetricMatrix
    var slope: SIMD3<Double>
    var constant: Double

    func value(at arm: SIMD3<Double>) -> Double { arm.dot(square * arm + slope) + constant }
}

extension SymmetricMatrix {
    fileprivate func column(_ column: Int) -> SIMD3<Double> {
        switch column {
        case 0: SIMD3(xx, xy, xz)
        case 1: SIMD3(xy, yy, yz)
        default: SIMD3(xz, yz, zz)
        }
    }
}
