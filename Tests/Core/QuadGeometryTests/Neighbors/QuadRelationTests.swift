import QuadGeometry
import TestSupport
import Testing

@Suite(.seeded) struct QuadRelationTests {
    /// Equal, or of one kind with numbers that rounding and a tilt within `parallelAngle` may have moved.
    static func isSame(_ a: QuadRelation, _ b: QuadRelation, tolerance: Double) -> Bool {
        switch (a, b) {
        case (.overlap(let x), .overlap(let y)), (.stacked(let x), .stacked(let y)):
            (x - y).magnitude <= tolerance
        default: a == b
        }
    }

    private func rounding(_ motion: MovedQuad) -> Double { 16 * (motion.shift + Quad.flatnessError) }

    @Test(
        "each relation is recognized, from both sides and for any corner order", arguments: RelationCase.all)
    func verdicts(example: RelationCase) {
        for order in CornerOrder.all {
            for otherOrder in CornerOrder.all {
                let one = example.one.reordered(order), other = example.other.reordered(otherOrder)
                var expected = example.relation
                if order.isReversed != otherOrder.isReversed {
                    if expected == .duplicate {
                        expected = .duplicateOppositeWinding
                    } else if expected == .duplicateOppositeWinding {
                        expected = .duplicate
                    }
                }
                let tolerance = rounding(MovedQuad(one, by: .identity))
                #expect(
                    Self.isSame(one.relation(to: other), expected, tolerance: tolerance),
                    "\(order) \(otherOrder)")
                #expect(
                    Self.isSame(other.relation(to: one), expected, tolerance: tolerance),
                    "\(order) \(otherOrder)")
            }
        }
    }

    @Test("a motion of both changes no relation", arguments: RelationCase.all, RigidStrategy.allCases)
    func motion(example: RelationCase, motions: RigidStrategy) {
        for sample in 0..<4 {
            var random = SeededGenerator(seed: Seeds.first, sample: sample)
            let one = MovedQuad(example.one, by: motions.transform(using: &random))
            let relation = one.moved.relation(to: one.transform * example.other)
            // At the very limit of a stack rounding decides.
            if example.description.contains("no stack any more"), case .stacked(let distance) = relation {
                #expect((distance - QuadLimits.app.stackDistance).magnitude <= rounding(one))
            } else {
                #expect(Self.isSame(relation, example.relation, tolerance: rounding(one)))
            }
        }
    }

    @Test(
        "a small overlap at the corners is one for any corner order",
        arguments: [0.0015, 0.0022, 0.003, 0.0035, 0.005])
    func smallOverlap(size: Double) {
        let square = RelationCase.square
        for other in [
            square.moved(by: SIMD3(1 - size, 1 - size, 0)), square.moved(by: SIMD3(1 - size, 0, 0)),
        ] {
            let relation = square.relation(to: other)
            for order in CornerOrder.all {
                for otherOrder in CornerOrder.all {
                    let found = square.reordered(order).relation(to: other.reordered(otherOrder))
                    #expect(Self.isSame(found, relation, tolerance: 16 * Quad.flatnessError))
                }
            }
        }
    }

    @Test("relations are symmetric, with their numbers", arguments: [0, 1e-4, 1e-2, 0.08, 0.5, 2], Seeds.few)
    func symmetry(tilt: Double, seed: UInt64) throws {
        for sample in 0..<100 {
            var random = SeededGenerator(seed: seed, sample: sample)
            let one = QuadStrategy.rectangle.quad(using: &random).moved(
                by: .random(in: -1...1, using: &random))
            let turn = try #require(Rotation(angle: tilt, axis: .randomDirection(using: &random)))
            let step =
                (one.normal ?? .zero) * Double.randomSize(in: 1e-5...3e-2, using: &random)
                + SIMD3.random(in: -0.3...0.3, using: &random) * (Bool.random(using: &random) ? 1e-4 : 1)
            let other = one.map { turn * ($0 - one.center) + one.center + step }
            let tolerance = rounding(MovedQuad(one, by: .identity))
            #expect(
                Self.isSame(one.relation(to: other), other.relation(to: one), tolerance: tolerance),
                "sample \(sample)")
        }
    }

    @Test("normals a little less than the parallel angle apart are parallel, a little more are not")
    func parallelAngle() throws {
        let square = RelationCase.square.moved(by: SIMD3(-0.5, -0.5, 0))
        for (share, isStacked) in [(0.99, true), (1.01, false)] {
            let turn = try #require(Rotation(angle: share * QuadRelation.parallelAngle, axis: SIMD3(1, 0, 0)))
            let other = square.map { turn * $0 + SIMD3(0, 0, 0.01) }
            guard case .stacked(let distance) = square.relation(to: other) else {
                #expect(!isStacked)
                #expect(square.relation(to: other) == .crossing)
                continue
            }
            #expect(isStacked)
            // Measured between the planes, within what the angle makes of 10 mm.
            #expect((distance - 0.01).magnitude <= 0.01 * QuadRelation.parallelAngle)
        }
    }

    @Test("other limits move the borders between the relations")
    func limits() {
        var limits = QuadLimits.app
        limits.stackDistance = 0.1
        limits.snap = 0.01
        let square = RelationCase.square
        #expect(
            QuadRelationTests.isSame(
                square.relation(to: square.moved(by: SIMD3(0.2, 0, 0.05)), limits: limits),
                .stacked(distance: 0.05), tolerance: Quad.flatnessError))
        #expect(square.relation(to: square.moved(by: SIMD3(0.009, 0, 0)), limits: limits) == .duplicate)
        #expect(square.relation(to: square.moved(by: SIMD3(1.009, 0, 0)), limits: limits) == .touch)
        #expect(square.relation(to: RelationCase.standing(y: 0.5, bottom: -0.009), limits: limits) == .touch)
    }

    @Test("a quad with a number that is not finite is disjoint from all", arguments: [Double.nan, .infinity])
    func notFinite(number: Double) {
        var broken = RelationCase.square
        broken.p2.y = number
        #expect(broken.relation(to: broken) == .disjoint)
        #expect(broken.relation(to: RelationCase.square) == .disjoint)
        #expect(RelationCase.square.relation(to: broken) == .disjoint)
    }
}
