import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Factors of matrices")
struct NormalMatrixTests {
    @Test("a factor has the bits of its definition, entry by entry", arguments: [1, 6, 12, 90])
    func factor(size: Int) throws {
        var random = SeededGenerator(seed: 3), matrix = NormalMatrix(size: size)
        for row in 0..<size {
            for column in 0...row {
                let entry = Double.random(in: -1...1, using: &random)
                (matrix[row, column], matrix[column, row]) = (entry, entry)
            }
            matrix[row, row] = Double(size) + Double.random(in: 0...1, using: &random)
        }
        let factor = try #require(matrix.choleskyFactor)
        for row in 0..<size {
            for column in 0..<size {
                var sum = matrix[row, column]
                for k in 0..<min(row, column) { sum -= factor[row, k] * factor[column, k] }
                let expected =
                    row < column ? 0 : row == column ? sum.squareRoot() : sum / factor[column, column]
                #expect(factor[row, column] == expected, "row \(row), column \(column)")
            }
        }
        matrix[size - 1, size - 1] = 0
        #expect(matrix.choleskyFactor == nil)
    }
}
