/// L of L Lᵀ of a symmetric matrix of any size, row after row, made for many rows.
struct TriangularFactor {
    /// The number of rows.
    let size: Int
    /// The length of a stored row: a multiple of four numbers, those past the diagonal zero.
    private let stride: Int
    private var rows: [Double]

    /// From the lower half of a matrix; `nil` when a pivot vanishes.
    init?(size: Int, _ entry: (_ row: Int, _ column: Int) -> Double) {
        let stride = (size + 3) / 4 * 4
        var rows = [Double](repeating: 0, count: size * stride)
        let isPositive = unsafe rows.withUnsafeMutableBufferPointer { rows in
            for row in 0..<size {
                for column in 0...row {
                    let value = entry(row, column)
                    let done = UnsafeBufferPointer(rows)
                    let known = unsafe TriangularFactor.product(
                        done[(row * stride)..<(row * stride + column)],
                        done[(column * stride)..<(column * stride + column)])
                    let rest = value - known
                    if row == column {
                        guard rest > TriangularFactor.rounding * value else { return false }
                        unsafe rows[row * stride + row] = rest.squareRoot()
                    } else {
                        unsafe rows[row * stride + column] = unsafe rest / rows[column * stride + column]
                    }
                }
            }
            return true
        }
        guard isPositive else { return nil }
        (self.size, self.stride, self.rows) = (size, stride, rows)
    }

    /// A pivot this small beside its entry is rounding.
    private static let rounding = 1e-14

    /// The scalar product of two stretches, in an order that does not depend on the machine.
    private static func product(
        _ a: UnsafeBufferPointer<Double>.SubSequence, _ b: UnsafeBufferPointer<Double>.SubSequence
    ) -> Double {
        let (a, b) = unsafe (UnsafeBufferPointer(rebasing: a), UnsafeBufferPointer(rebasing: b))
        var sum = SIMD4<Double>.zero, place = 0
        while place + 4 <= a.count {
            let one = unsafe SIMD4(a[place], a[place + 1], a[place + 2], a[place + 3])
            let other = unsafe SIMD4(b[place], b[place + 1], b[place + 2], b[place + 3])
            sum += one * other
            place += 4
        }
        var rest = (sum.x + sum.y) + (sum.z + sum.w)
        while place < a.count {
            unsafe rest += a[place] * b[place]
            place += 1
        }
        return rest
    }

    /// The logarithm of the determinant of the matrix.
    var logDeterminant: Double {
        (0..<size).reduce(0) { $0 + 2 * logarithm(rows[$1 * stride + $1]) }
    }

    /// L⁻¹ v.
    func forward(_ vector: [Double]) -> [Double] {
        var result = vector
        unsafe rows.withUnsafeBufferPointer { rows in
            unsafe result.withUnsafeMutableBufferPointer { result in
                for row in 0..<size {
                    var sum = unsafe result[row]
                    for k in 0..<row { unsafe sum -= rows[row * stride + k] * result[k] }
                    unsafe result[row] = unsafe sum / rows[row * stride + row]
                }
            }
        }
        return result
    }

    /// L⁻ᵀ v.
    func backward(_ vector: [Double]) -> [Double] {
        var result = vector
        unsafe rows.withUnsafeBufferPointer { rows in
            unsafe result.withUnsafeMutableBufferPointer { result in
                for row in (0..<size).reversed() {
                    let value = unsafe result[row] / rows[row * stride + row]
                    unsafe result[row] = value
                    for k in 0..<row { unsafe result[k] -= rows[row * stride + k] * value }
                }
            }
        }
        return result
    }

    /// L⁻¹.
    var inverse: TriangularFactor {
        var inverse = self
        inverse.rows = [Double](repeating: 0, count: rows.count)
        unsafe rows.withUnsafeBufferPointer { rows in
            unsafe inverse.rows.withUnsafeMutableBufferPointer { inverse in
                for row in 0..<size {
                    for k in 0..<row {
                        let share = unsafe rows[row * stride + k]
                        for column in 0...k {
                            unsafe inverse[row * stride + column] -= share * inverse[k * stride + column]
                        }
                    }
                    let pivot = unsafe rows[row * stride + row]
                    for column in 0..<row { unsafe inverse[row * stride + column] /= pivot }
                    unsafe inverse[row * stride + row] = 1 / pivot
                }
            }
        }
        return inverse
    }

    /// The diagonal of (L Lᵀ)⁻¹, self being L⁻¹.
    var diagonalOfProduct: [Double] {
        var diagonal = [Double](repeating: 0, count: size)
        for row in 0..<size {
            for column in 0...row {
                let entry = rows[row * stride + column]
                diagonal[column] += entry * entry
            }
        }
        return diagonal
    }

    /// The matrix times a vector, self being any lower triangle.
    func product(_ vector: [Double]) -> [Double] {
        unsafe vector.withUnsafeBufferPointer { vector in
            unsafe rows.withUnsafeBufferPointer { rows in
                (0..<size).map { row in
                    unsafe TriangularFactor.product(
                        rows[(row * stride)..<(row * stride + row + 1)], vector[0..<(row + 1)])
                }
            }
        }
    }
}
