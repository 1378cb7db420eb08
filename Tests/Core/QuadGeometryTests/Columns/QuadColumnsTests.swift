import QuadGeometry
import TestSupport
import Testing

@Suite("Columns of quads")
struct QuadColumnsTests {
    /// Every kind of quad, then those that the kernels must leave to the single quad's code.
    static func batch(seed: UInt64) -> [Quad] {
        let ordinary = QuadStrategy.allCases.flatMap { $0.quads(37, seed: seed) }
        let sizes = [1e-290, 1e-150, 1e-59, 1e59, 1e100, 1e150, 1e300]
        let scaled = sizes.flatMap { size in ordinary.prefix(5).map { quad in quad.map { $0 * size } } }
        let p = SIMD3<Double>(1, 2, 3)
        let broken = [
            Quad(p, p, p, p), Quad(p, p * 2, p * 3, p * 4), Quad(p, p * 2, SIMD3(.nan, 0, 0), p * 4),
            Quad(p, SIMD3(0, .infinity, 0), p * 3, p * 4), Quad(.zero, .zero, .zero, .zero),
        ]
        return ordinary + scaled + broken + ordinary.reversed()
    }

    @Test("quads come back as they were put in")
    func keeps() {
        let quads = QuadColumnsTests.batch(seed: Seeds.first)
        #expect(QuadColumns(quads).quads.map(\.bits) == quads.map(\.bits))
        var columns = QuadColumns(count: 3)
        let copy = columns
        columns[1] = quads[0]
        #expect(columns[1] == quads[0])
        #expect(copy[1] == Quad(.zero, .zero, .zero, .zero), "a copy has numbers of its own")
        #expect(QuadColumns([]).quads.isEmpty)
    }

    @Test("packed numbers are quads only by twelves")
    func packed() {
        let numbers = (0..<24).map(Double.init)
        let columns = numbers.withUnsafeBufferPointer { QuadColumns(packed: $0) }
        #expect(columns?.count == 2)
        #expect(columns?[1].p2 == SIMD3(15, 16, 17))
        #expect(numbers.prefix(13).withUnsafeBufferPointer { QuadColumns(packed: $0) } == nil)
    }

    @Test("moving has the bits of moving one by one", arguments: KernelLevel.available)
    func moves(level: KernelLevel) {
        for seed in Seeds.few {
            let quads = QuadColumnsTests.batch(seed: seed)
            for strategy in RigidStrategy.allCases {
                var random = SeededGenerator(seed: seed)
                let motion = strategy.transform(using: &random)
                let expected = quads.map { (motion * $0).bits }
                var columns = QuadColumns(quads), moved = QuadColumns(count: quads.count)
                columns.move(by: motion, into: &moved, on: level)
                #expect(moved.quads.map(\.bits) == expected, "\(strategy), seed \(seed)")
                columns.move(by: motion, on: level)
                #expect(columns.quads.map(\.bits) == expected, "in place, \(strategy), seed \(seed)")
            }
        }
    }

    @Test("measures have the bits of measuring one by one", arguments: KernelLevel.available)
    func measures(level: KernelLevel) {
        for seed in Seeds.few {
            let quads = QuadColumnsTests.batch(seed: seed)
            for count in [0, 1, 9, 257, quads.count] {
                var measures = QuadMeasureColumns(count: count)
                QuadColumns(quads.prefix(count)).measure(into: &measures, on: level)
                let differing = quads.prefix(count).enumerated().filter { row, quad in
                    measures.center(row).bits != quad.center.bits
                        || measures.normal(row)?.bits != quad.normal?.bits
                        || measures.area(row).bitPattern != quad.area.bitPattern
                        || measures.flatness(row)?.bitPattern != quad.flatness?.bitPattern
                }
                #expect(differing.isEmpty, "of \(count), seed \(seed)")
            }
        }
    }

    @Test("points of others are moved with the same bits", arguments: KernelLevel.available, 0..<19)
    func points(level: KernelLevel, count: Int) {
        var random = SeededGenerator(seed: Seeds.first)
        let motion = RigidStrategy.random.transform(using: &random)
        let points = (0..<count).map { _ in SIMD3<Double>.random(in: -9...9, using: &random) }
        let expected = points.map { (motion * $0).bits }
        var packed = points.flatMap { [$0.x, $0.y, $0.z] }
        var into = [Double](repeating: 0, count: packed.count)
        packed.withUnsafeBufferPointer { source in
            into.withUnsafeMutableBufferPointer { motion.move(packed: source, into: $0, on: level) }
        }
        packed.withUnsafeMutableBufferPointer { motion.move(packed: $0, on: level) }
        #expect(packed.map(\.bitPattern) == expected.flatMap { [$0.x, $0.y, $0.z] })
        #expect(into.map(\.bitPattern) == packed.map(\.bitPattern))
        var strided = points
        strided.withUnsafeMutableBufferPointer { motion.move($0, on: level) }
        #expect(strided.map(\.bits) == expected)
    }

    @Test("spans give what buffers give")
    func spans() throws {
        var random = SeededGenerator(seed: 4)
        var numbers = (0..<12 * 20).map { _ in Double.random(in: -5...5, using: &random) }
        let made = QuadColumns(packed: numbers.span)
        let columns = try #require(made)
        #expect(
            columns.count == 20
                && columns[7] == numbers.withUnsafeBufferPointer { QuadColumns(packed: $0)?[7] })
        let short = Array(numbers.dropLast()), none = QuadColumns(packed: short.span)
        #expect(none == nil)
        var verdicts: [Int: QuadVerdict] = [:]
        QuadCheck().verdicts(packed: numbers.span) { verdicts[$0] = $1 }
        for index in 0..<20 {
            let verdict = QuadCheck().verdict(columns[index])
            #expect(verdicts[index] == (verdict.isSound ? nil : verdict))
        }
        var measures = [Double](repeating: 0, count: 8 * 20), expected = measures
        var room = measures.mutableSpan
        PackedQuads.measure(numbers.span, into: &room)
        numbers.withUnsafeBufferPointer { numbers in
            expected.withUnsafeMutableBufferPointer { PackedQuads.measure(numbers, into: $0) }
        }
        #expect(measures.map(\.bitPattern) == expected.map(\.bitPattern))
        let motion = RigidStrategy.random.transform(using: &random)
        let before = numbers
        var points = numbers.mutableSpan
        motion.move(packed: &points)
        let moved = stride(from: 0, to: before.count, by: 3).flatMap { start -> [Double] in
            let point = motion * SIMD3(before[start], before[start + 1], before[start + 2])
            return [point.x, point.y, point.z]
        }
        #expect(numbers == moved)
    }
}

extension SIMD3<Double> {
    /// The bit patterns, by which NaN equals itself and zero has a sign.
    var bits: SIMD3<UInt64> { SIMD3<UInt64>(x.bitPattern, y.bitPattern, z.bitPattern) }
}

extension Quad {
    var bits: [SIMD3<UInt64>] { corners.map(\.bits) }
}
