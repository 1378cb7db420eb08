import QuadGeometry
import TestSupport
import Testing

@Suite(.seeded) struct RigidTransformMatrixTests {
    /// The 16 numbers of a matrix, in either layout.
    enum Layout: String, CaseIterable, Sendable {
        case columnMajor, rowMajor

        func transform(_ numbers: [Double]) throws(MatrixError) -> RigidTransform {
            switch self {
            case .columnMajor: try RigidTransform(columnMajor: numbers)
            case .rowMajor: try RigidTransform(rowMajor: numbers)
            }
        }

        func numbers(_ transform: RigidTransform) -> [Double] {
            self == .columnMajor ? transform.columnMajor : transform.rowMajor
        }

        /// The index of the number in a row and a column.
        func place(row: Int, column: Int) -> Int {
            self == .columnMajor ? 4 * column + row : 4 * row + column
        }

        /// The identity with one number changed.
        func identity(row: Int, column: Int, _ number: Double) -> [Double] {
            var numbers = self.numbers(.identity)
            numbers[place(row: row, column: column)] = number
            return numbers
        }
    }

    @Test(
        "16 numbers lead there and back without changing a bit", arguments: Layout.allCases,
        RigidStrategy.allCases)
    func roundTrip(layout: Layout, strategy: RigidStrategy) throws {
        var random = SeededGenerator(seed: Seeds.first)
        for _ in 0..<50 {
            let transform = strategy.transform(using: &random), numbers = layout.numbers(transform)
            #expect(try layout.transform(numbers) == transform)
            #expect(numbers[layout.place(row: 1, column: 3)] == transform.translation.y)
            #expect(numbers[layout.place(row: 0, column: 2)] == transform.rotation.z.x)
            #expect(numbers[15] == 1)
        }
    }

    @Test("the translation stands where ARKit and where paper have it")
    func translation() throws {
        let columns: [Double] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1]
        #expect(try RigidTransform(columnMajor: columns).translation == SIMD3(7, 8, 9))
        let rows: [Double] = [1, 0, 0, 7, 0, 1, 0, 8, 0, 0, 1, 9, 0, 0, 0, 1]
        #expect(try RigidTransform(rowMajor: rows).translation == SIMD3(7, 8, 9))
    }

    @Test(
        "any other count than 16 is refused with the count", arguments: Layout.allCases, [0, 9, 12, 15, 17])
    func wrongCount(layout: Layout, count: Int) {
        #expect(throws: MatrixError.wrongCount(count)) {
            try layout.transform([Double](repeating: 0, count: count))
        }
    }

    @Test(
        "a number that is not finite is refused with its place as it was given", arguments: Layout.allCases,
        0..<16)
    func nonFinite(layout: Layout, place: Int) {
        for number in [Double.nan, .infinity, -.infinity] {
            var numbers = layout.numbers(.identity)
            numbers[place] = number
            #expect(throws: MatrixError.nonFinite(index: place)) { try layout.transform(numbers) }
        }
    }

    @Test("of several such numbers the first as given is named", arguments: Layout.allCases)
    func firstNonFinite(layout: Layout) {
        var numbers = layout.numbers(.identity)
        for place in [2, 5, 13] { numbers[place] = .nan }
        #expect(throws: MatrixError.nonFinite(index: 2)) { try layout.transform(numbers) }
    }

    @Test("a last row that is not 0 0 0 1 is refused", arguments: Layout.allCases)
    func lastRow(layout: Layout) {
        let scaled = layout.identity(row: 3, column: 3, 2)
        #expect(throws: MatrixError.lastRow(SIMD4(0, 0, 0, 2), looksTransposed: false)) {
            try layout.transform(scaled)
        }
        // With a translation as well, the last column does not look like a last row.
        var projective = layout.identity(row: 3, column: 1, 0.5)
        projective[layout.place(row: 0, column: 3)] = 7
        #expect(throws: MatrixError.lastRow(SIMD4(0, 0.5, 0, 1), looksTransposed: false)) {
            try layout.transform(projective)
        }
    }

    @Test(
        "the other layout is refused with the hint",
        arguments: RigidStrategy.allCases.filter { $0 != .identity })
    func transposed(strategy: RigidStrategy) {
        var random = SeededGenerator(seed: Seeds.first)
        let transform = strategy.transform(using: &random), t = transform.translation
        let error = MatrixError.lastRow(SIMD4(t, 1), looksTransposed: true)
        #expect(throws: error) { try RigidTransform(columnMajor: transform.rowMajor) }
        #expect(throws: error) { try RigidTransform(rowMajor: transform.columnMajor) }
    }

    @Test("a mirror is refused as a mirror", arguments: Layout.allCases)
    func mirror(layout: Layout) {
        let mirror = layout.identity(row: 1, column: 1, -1)
        #expect(throws: MatrixError.rotation(.mirrored(determinant: -1))) { try layout.transform(mirror) }
    }

    @Test("a scaled or sheared matrix is refused with by how much", arguments: Layout.allCases)
    func notOrthonormal(layout: Layout) {
        let scaled = layout.identity(row: 0, column: 0, 1.5)
        #expect(throws: MatrixError.rotation(.notOrthonormal(defect: 1.25))) { try layout.transform(scaled) }
        let sheared = layout.identity(row: 0, column: 1, 0.5)
        #expect(throws: MatrixError.rotation(.notOrthonormal(defect: 0.5))) { try layout.transform(sheared) }
    }
}
