import QuadGeometry
import TestSupport
import Testing

/// Two quads and how they lie to each other, by construction.
struct RelationCase: Sendable, CustomStringConvertible {
    let description: String
    let one: Quad
    let other: Quad
    let relation: QuadRelation

    static let square = Quad.rectangle(1, 1)

    /// The square standing on its first edge's line, in the plane y = `y`, from height `bottom` up.
    static func standing(y: Double, bottom: Double, width: Double = 1) -> Quad {
        Quad(
            SIMD3(0, y, bottom), SIMD3(width, y, bottom), SIMD3(width, y, bottom + 1), SIMD3(0, y, bottom + 1)
        )
    }

    static let all: [RelationCase] = [
        RelationCase(description: "the same", one: square, other: square, relation: .duplicate),
        RelationCase(
            description: "the same within the snap", one: square,
            other: Quad(SIMD3(0, 0, 0.0009), SIMD3(1, -0.0009, 0), SIMD3(1.0005, 1.0005, 0), SIMD3(0, 1, 0)),
            relation: .duplicate),
        RelationCase(
            description: "the same the other way", one: square,
            other: square.reordered(CornerOrder(start: 2, isReversed: true)),
            relation: .duplicateOppositeWinding),
        RelationCase(
            description: "half over", one: square, other: square.moved(by: SIMD3(0.5, 0, 0)),
            relation: .overlap(1.0 / 3)),
        RelationCase(
            description: "a quarter over, within the snap of one plane", one: square,
            other: square.moved(by: SIMD3(0.5, 0.5, 0.0005)), relation: .overlap(1.0 / 7)),
        RelationCase(
            description: "one within the other", one: square,
            other: square.map { $0 * 0.5 + SIMD3(0.25, 0.25, 0) },
            relation: .overlap(0.25)),
        RelationCase(
            description: "a crossed outline covers what its simple order does", one: square,
            other: square.moved(by: SIMD3(0.5, 0, 0)).reordered(SIMD4(0, 2, 1, 3)),
            relation: .overlap(1.0 / 3)),
        RelationCase(
            description: "a dart's notch is not covered",
            one: Quad(SIMD3(0, 0, 0), SIMD3(2, 0, 0), SIMD3(0.5, 0.5, 0), SIMD3(0, 2, 0)),
            other: square.moved(by: SIMD3(1.1, 1.1, 0)), relation: .disjoint),
        RelationCase(
            description: "one in front of the other", one: square,
            other: square.moved(by: SIMD3(0.2, 0, 0.0078125)),
            relation: .stacked(distance: 0.0078125)),
        RelationCase(
            description: "in front, at the distance that is no stack any more", one: square,
            other: square.moved(by: SIMD3(0, 0, 0.020)), relation: .disjoint),
        RelationCase(
            description: "in front, but beside", one: square, other: square.moved(by: SIMD3(1.5, 0, 0.01)),
            relation: .disjoint),
        RelationCase(
            description: "through each other", one: square, other: standing(y: 0.5, bottom: -0.5),
            relation: .crossing),
        RelationCase(
            description: "through the border of the other", one: square,
            other: standing(y: 0.5, bottom: -0.5, width: 5),
            relation: .crossing),
        RelationCase(
            description: "through by less than the snap", one: square,
            other: standing(y: 0.5, bottom: -0.0005), relation: .touch),
        RelationCase(
            description: "one standing on the other", one: square, other: standing(y: 0.5, bottom: 0),
            relation: .touch),
        RelationCase(
            description: "edge to edge in one plane", one: square, other: square.moved(by: SIMD3(1, 0, 0)),
            relation: .touch),
        RelationCase(
            description: "edge to edge at an angle", one: square, other: standing(y: 0, bottom: 0),
            relation: .touch),
        RelationCase(
            description: "corner to corner", one: square, other: square.moved(by: SIMD3(1, 1, 0)),
            relation: .touch),
        RelationCase(
            description: "apart by half the snap", one: square, other: square.moved(by: SIMD3(1.0005, 0, 0)),
            relation: .touch),
        RelationCase(
            description: "apart in one plane", one: square, other: square.moved(by: SIMD3(1.5, 0, 0)),
            relation: .disjoint),
        RelationCase(
            description: "apart across", one: square, other: standing(y: 0.5, bottom: 0.1),
            relation: .disjoint),
        RelationCase(
            description: "far apart", one: square, other: square.moved(by: SIMD3(0, 0, 100)),
            relation: .disjoint),
        RelationCase(
            description: "a line lying on it", one: square,
            other: Quad(SIMD3(0, 0.5, 0), SIMD3(0.2, 0.5, 0), SIMD3(0.4, 0.5, 0), SIMD3(0.8, 0.5, 0)),
            relation: .touch),
    ]
}

@Suite struct QuadRelationTests {
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
