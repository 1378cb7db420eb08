import QuadGeometry
import TestSupport

/// Two quads and their relation, by construction.
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
