import QuadGeometry

@testable import RigidCalibration

/// An adjustment as textbooks write it, in whole matrices of all coordinates: A, its hat matrix, and the covariance of every error.
/// Slow and long, and shares no line with what it checks.
struct PlainAdjustment {
    typealias Matrix = [[Double]]
    let pairs: Correspondences
    private let design: Matrix, inverse: Matrix, shown: Matrix, residuals: [Double], covariance: Matrix

    /// - Parameters:
    ///   - motion: The fit's own, at which the adjustment is linear.
    ///   - marker: The deviation of one coordinate of a marker as a whole, and of a corner, in metres.
    init(_ pairs: Correspondences, at motion: AnchoredMotion, marker: Double, corner: Double) {
        self.pairs = pairs
        let moved = pairs.sources.map { motion * $0 }, count = 3 * pairs.count
        design = moved.flatMap { p in
            [
                [0, p.z, -p.y, 1, 0, 0], [-p.z, 0, p.x, 0, 1, 0], [p.y, -p.x, 0, 0, 0, 1],
            ]
        }
        residuals = zip(pairs.targets, moved).flatMap { target, moved in
            let residual = target - moved
            return [residual.x, residual.y, residual.z]
        }
        let turned = Self.turned(design)
        inverse = Self.inverse(Self.product(turned, design))
        let hat = Self.product(Self.product(design, inverse), turned)
        shown = (0..<count).map { row in
            (0..<count).map { (row == $0 ? 1 : 0) - hat[row][$0] }
        }
        let groups = pairs.members.map { Set($0) }
        let errors: Matrix = (0..<count).map { row in
            (0..<count).map { column in
                guard row % 3 == column % 3 else { return 0 }
                let isOne = groups.contains { $0.contains(row / 3) && $0.contains(column / 3) }
                return (isOne ? marker * marker : 0) + (row == column ? corner * corner : 0)
            }
        }
        covariance = Self.product(Self.product(shown, errors), Self.turned(shown))
    }

    /// Of a marker: the test of its mean residual, its redundancy, the smallest error that is found in its worst direction where one of
    /// `reach` deviations is, and the longest way that such an error moves a point.
    func marker(_ number: Int, reach: Double, at point: SIMD3<Double>) -> (
        square: Double, redundancy: Double, hidden: Double, effect: Double
    ) {
        let members = Array(pairs.members[number]), count = 3 * pairs.count
        let mean: Matrix = (0..<3).map { axis in
            var row = [Double](repeating: 0, count: count)
            for pair in members { row[3 * pair + axis] = 1 / Double(members.count) }
            return row
        }
        let shift = Self.turned(mean).map { $0.map { $0 * Double(members.count) } }
        let residual = Self.product(mean, residuals.map { [$0] })
        let weight = Self.inverse(Self.product(Self.product(mean, covariance), Self.turned(mean)))
        let response = Self.product(Self.product(mean, shown), shift)
        let information = Self.product(Self.product(Self.turned(response), weight), response)
        let square = Self.product(Self.product(Self.turned(residual), weight), residual)[0][0]
        let change = Self.product(Self.product(inverse, Self.turned(design)), shift)
        let arms: Matrix = [
            [0, point.z, -point.y, 1, 0, 0], [-point.z, 0, point.x, 0, 1, 0],
            [point.y, -point.x, 0, 0, 0, 1],
        ]
        let moves = Self.product(arms, change)
        // Errors that are found alike lie on an ellipsoid; the longest way that one of them moves the point.
        let spread = Self.product(Self.product(moves, Self.inverse(information)), Self.turned(moves))
        return (
            square, (0..<3).reduce(0) { $0 + response[$1][$1] },
            reach * Self.largest(Self.inverse(information)).squareRoot(),
            reach * Self.largest(spread).squareRoot()
        )
    }

    static func turned(_ a: Matrix) -> Matrix { a[0].indices.map { column in a.map { $0[column] } } }

    static func product(_ a: Matrix, _ b: Matrix) -> Matrix {
        let columns = turned(b)
        return a.map { row in columns.map { column in zip(row, column).reduce(0) { $0 + $1.0 * $1.1 } } }
    }

    /// By Gauss and Jordan, each time by the largest number of the column.
    static func inverse(_ matrix: Matrix) -> Matrix {
        let count = matrix.count
        var rows = matrix.indices.map { row in matrix[row] + (0..<count).map { $0 == row ? 1 : 0 } }
        for column in 0..<count {
            let best =
                (column..<count).max { rows[$0][column].magnitude < rows[$1][column].magnitude } ?? column
            rows.swapAt(column, best)
            let pivot = rows[column][column]
            rows[column] = rows[column].map { $0 / pivot }
            for row in 0..<count where row != column {
                let factor = rows[row][column]
                rows[row] = zip(rows[row], rows[column]).map { $0 - factor * $1 }
            }
        }
        return rows.map { Array($0[count...]) }
    }

    /// The largest eigenvalue of a symmetric matrix, by its powers.
    static func largest(_ matrix: Matrix) -> Double {
        var vector: Matrix = [[1], [0.7], [0.4]], value = 0.0
        for _ in 0..<20_000 {
            let next = product(matrix, vector)
            value = next.reduce(0) { $0 + $1[0] * $1[0] }.squareRoot()
            vector = next.map { [$0[0] / value] }
        }
        return value
    }
}
