internal import QuadGeometry

/// Sums over pins by which small changes of a motion enter a law: of ones and of arms, from both sides of a matrix.
struct TrendSums {
    /// Ones, and the arms along x, y and z, each pin by pin.
    let columns: [[Double]]

    init(arms: [SIMD3<Double>], scale: [Double]? = nil) {
        func column(_ value: (SIMD3<Double>) -> Double) -> [Double] {
            arms.indices.map { value(arms[$0]) * (scale?[$0] ?? 1) }
        }
        columns = [column { _ in 1 }, column { $0.x }, column { $0.y }, column { $0.z }]
    }

    private init(columns: [[Double]]) { self.columns = columns }

    /// The same columns after something has been done to each.
    func map(_ body: ([Double]) -> [Double]) -> TrendSums { TrendSums(columns: columns.map(body)) }

    /// Fᵀ A F, `other` being A times the columns.
    func information(_ other: TrendSums, _ free: [Int]) -> NormalMatrix {
        func sum(_ a: Int, _ b: Int) -> Double { TrendSums.dot(columns[a], other.columns[b]) }
        let moments = ArmMoments(
            weight: sum(0, 0), sum: SIMD3(sum(0, 1), sum(0, 2), sum(0, 3)),
            scatter: SymmetricMatrix(
                xx: sum(1, 1), xy: sum(1, 2), xz: sum(1, 3), yy: sum(2, 2), yz: sum(2, 3), zz: sum(3, 3)))
        return moments.information(on: free)
    }

    /// Fᵀ r, the residuals being given axis by axis.
    func pull(_ residuals: [[Double]], _ free: [Int]) -> [Double] {
        free.map { change in
            switch change {
            case 0: TrendSums.dot(columns[2], residuals[2]) - TrendSums.dot(columns[3], residuals[1])
            case 1: TrendSums.dot(columns[3], residuals[0]) - TrendSums.dot(columns[1], residuals[2])
            case 2: TrendSums.dot(columns[1], residuals[1]) - TrendSums.dot(columns[2], residuals[0])
            default: TrendSums.dot(columns[0], residuals[change - 3])
            }
        }
    }

    /// F times a change, axis by axis.
    func movement(_ change: SmallChange) -> [[Double]] {
        let (turn, shift) = (change.turn, change.shift)
        return [
            SIMD4(shift.x, 0, -turn.z, turn.y), SIMD4(shift.y, turn.z, 0, -turn.x),
            SIMD4(shift.z, -turn.y, turn.x, 0),
        ].map { factors in
            columns[0].indices.map { pin in
                (columns[0][pin] * factors.x + columns[1][pin] * factors.y)
                    + (columns[2][pin] * factors.z + columns[3][pin] * factors.w)
            }
        }
    }

    /// The scalar product of two columns.
    static func dot(_ a: [Double], _ b: [Double]) -> Double {
        var sum = 0.0
        for place in a.indices { sum += a[place] * b[place] }
        return sum
    }
}
