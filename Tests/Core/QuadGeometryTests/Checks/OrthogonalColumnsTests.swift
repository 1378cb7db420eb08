import TestSupport
import Testing

@testable import QuadGeometry

@Suite(.seeded) struct OrthogonalColumnsTests {
    /// The remaining product of two columns, relative to their lengths.
    static let across = 4 * Double.ulpOfOne

    private func random(_ sample: Int, sizes: SIMD3<Double> = SIMD3(1, 1, 1)) -> [SIMD3<Double>] {
        var random = SeededGenerator(seed: Seeds.first, sample: sample)
        return (0..<3).map { SIMD3<Double>.random(in: -1...1, using: &random) * sizes[$0] }
    }

    @Test(
        "the columns end across each other, longest first, and keep the sum of their squares",
        arguments: [
            SIMD3(1, 1, 1), SIMD3(1, 1e-3, 1e-6), SIMD3(1e-12, 1, 1e-6), SIMD3(1e50, 1, 1e-50),
            SIMD3(1, 1, 0),
        ])
    func across(sizes: SIMD3<Double>) {
        for sample in 0..<100 {
            let given = random(sample, sizes: sizes)
            let columns = OrthogonalColumns(given[0], given[1], given[2]).columns
            let lengths = columns.map(\.length)
            #expect(lengths == lengths.sorted(by: >))
            for (i, j) in [(0, 1), (0, 2), (1, 2)] {
                #expect(columns[i].dot(columns[j]).magnitude <= Self.across * lengths[i] * lengths[j])
            }
            let before = given.reduce(0) { $0 + $1.dot($1) }, after = columns.reduce(0) { $0 + $1.dot($1) }
            #expect((before - after).magnitude <= 16 * Double.ulpOfOne * before)
        }
    }

    @Test("the product of the lengths is the determinant's magnitude")
    func determinant() {
        for sample in 0..<100 {
            let given = random(sample)
            let lengths = OrthogonalColumns(given[0], given[1], given[2]).columns.map(\.length)
            let determinant = given[0].dot(given[1].cross(given[2])).magnitude
            #expect((lengths[0] * lengths[1] * lengths[2] - determinant).magnitude <= 16 * Double.ulpOfOne)
        }
    }

    @Test("the least direction is across a plane that the columns lie in", arguments: [1, 1e-6, 1e-12])
    func leastDirection(thickness: Double) throws {
        for sample in 0..<100 {
            let given = random(sample)
            let n = try #require(given[0].cross(given[1]).unit)
            let columns = OrthogonalColumns(given[0], given[1] * thickness, n * (thickness * 1e-9))
            let least = try #require(columns.leastDirection)
            // The plane is as certain as its thinner column is long, and tilted by the third by a billionth.
            let lift = 4e-9
            #expect(least.cross(n).length * thickness <= lift * thickness + 16 * Double.ulpOfOne)
        }
    }

    @Test("columns on one line, or nowhere, have no least direction")
    func noDirection() {
        let a = SIMD3(0.1, 0.2, 0.3)
        #expect(OrthogonalColumns(a, a * 3, a * -7).leastDirection == nil)
        #expect(OrthogonalColumns(a, .zero, .zero).leastDirection == nil)
        #expect(OrthogonalColumns(.zero, .zero, .zero).leastDirection == nil)
        #expect(OrthogonalColumns(SIMD3(1, 0, 0), SIMD3(0, 1, 0), .zero).leastDirection == SIMD3(0, 0, 1))
    }
}
