import QuadGeometry

/// Kriging with a trend as in textbooks, to compare with: one dense system of all coordinates, bordered by the trend.
struct DenseKriging {
    /// The places at which the field is known, in the space that its law goes by, and where the trend counts arms from.
    let places: [SIMD3<Double>], arms: [SIMD3<Double>]
    let residuals: [SIMD3<Double>]
    /// The variances of the field and of each pin's own error.
    let drift: Double, own: Double
    let exponent: Double
    /// The changes of a motion: turns about x, y, z and shifts.
    let changes: [Int]

    private func likeness(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
        -drift * DenseKriging.power((a - b).length, exponent)
    }

    /// For 1 and 1.75.
    private static func power(_ value: Double, _ exponent: Double) -> Double {
        exponent == 1 ? value : value * value.squareRoot() * value.squareRoot().squareRoot()
    }

    private func column(_ change: Int, _ arm: SIMD3<Double>) -> SIMD3<Double> {
        var unit = SIMD3<Double>.zero
        unit[change % 3] = 1
        return change < 3 ? unit.cross(arm) : unit
    }

    /// The field with its trend, and its covariance, row after row.
    func predicted(
        at place: SIMD3<Double>, arm: SIMD3<Double>
    ) throws -> (mean: SIMD3<Double>, covariance: [Double]) {
        let count = 3 * places.count, size = count + changes.count
        var matrix = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
        for a in places.indices {
            for b in places.indices {
                for axis in 0..<3 {
                    matrix[3 * a + axis][3 * b + axis] = likeness(places[a], places[b]) + (a == b ? own : 0)
                }
            }
            for (place, change) in changes.enumerated() {
                for axis in 0..<3 {
                    matrix[3 * a + axis][count + place] = column(change, arms[a])[axis]
                    matrix[count + place][3 * a + axis] = column(change, arms[a])[axis]
                }
            }
        }
        var mean = SIMD3<Double>.zero
        var covariance = [Double](repeating: 0, count: 9)
        let sides = (0..<3).map { axis in
            var side = [Double](repeating: 0, count: size)
            for a in places.indices { side[3 * a + axis] = likeness(places[a], place) }
            for (number, change) in changes.enumerated() { side[count + number] = column(change, arm)[axis] }
            return side
        }
        for axis in 0..<3 {
            let weights = try DenseKriging.solved(matrix, sides[axis])
            for a in places.indices {
                for other in 0..<3 { mean[axis] += weights[3 * a + other] * residuals[a][other] }
            }
            for other in 0..<3 {
                covariance[3 * axis + other] = -zip(weights, sides[other]).reduce(0) { $0 + $1.0 * $1.1 }
            }
        }
        return (mean, covariance)
    }

    /// The residual of a pin under the law without it.
    func leftOut(_ pin: Int) throws -> SIMD3<Double> {
        func without<Element>(_ all: [Element]) -> [Element] {
            all.enumerated().filter { $0.offset != pin }.map(\.element)
        }
        let others = DenseKriging(
            places: without(places), arms: without(arms), residuals: without(residuals), drift: drift,
            own: own,
            exponent: exponent, changes: changes)
        return residuals[pin] - (try others.predicted(at: places[pin], arm: arms[pin]).mean)
    }

    struct Singular: Error {}

    /// By elimination with the largest pivots.
    static func solved(_ matrix: [[Double]], _ side: [Double]) throws -> [Double] {
        var rows = zip(matrix, side).map { $0 + [$1] }
        let size = rows.count
        for column in 0..<size {
            let pivot = (column..<size).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
            guard rows[pivot][column] != 0 else { throw Singular() }
            rows.swapAt(pivot, column)
            for row in (column + 1)..<max(size, column + 1) {
                let share = rows[row][column] / rows[column][column]
                guard share != 0 else { continue }
                for place in column...size { rows[row][place] -= share * rows[column][place] }
            }
        }
        var result = [Double](repeating: 0, count: size)
        for row in (0..<size).reversed() {
            let known = ((row + 1)..<max(size, row + 1)).reduce(0) { $0 + rows[row][$1] * result[$1] }
            result[row] = (rows[row][size] - known) / rows[row][row]
        }
        return result
    }
}
