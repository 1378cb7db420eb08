/// One of the eight ways to go around a quad: a first corner and a direction.
@frozen
public struct CornerOrder: Hashable, Sendable {
    /// The corner that comes first, 0 for p1.
    public var start: Int
    /// Whether the outline is walked against the order of the corners.
    public var isReversed: Bool

    public init(start: Int, isReversed: Bool) {
        precondition((0..<4).contains(start), "a quad has the corners 0 to 3")
        self.start = start
        self.isReversed = isReversed
    }

    /// The order that changes nothing.
    public static let identity = CornerOrder(start: 0, isReversed: false)

    /// All eight, the four that keep the direction first.
    public static let all: [CornerOrder] = [false, true].flatMap { isReversed in
        (0..<4).map { CornerOrder(start: $0, isReversed: isReversed) }
    }

    /// The indices of the corners in this order.
    public var indices: SIMD4<Int> {
        let step = isReversed ? 3 : 1
        return SIMD4(start, (start + step) & 3, (start + 2 * step) & 3, (start + 3 * step) & 3)
    }
}

extension Quad {
    /// The quad with the corners at these indices, which may be any permutation of 0 to 3.
    public func reordered(_ indices: SIMD4<Int>) -> Quad {
        Quad(
            self[corner: indices.x], self[corner: indices.y], self[corner: indices.z], self[corner: indices.w]
        )
    }

    /// The quad walked in another order.
    public func reordered(_ order: CornerOrder) -> Quad { reordered(order.indices) }

    /// The correspondence of the corners of `other`, in the same frame, to this quad's.
    ///
    /// The best order makes the root mean square of the four corner distances least; of equal ones the first of
    /// ``CornerOrder/all`` is taken.
    public func correspondence(to other: Quad) -> CornerCorrespondence {
        var best = CornerCorrespondence(order: .identity, distance: .infinity, margin: 0)
        for order in CornerOrder.all {
            let distance = distance(to: other.reordered(order))
            if distance < best.distance {
                best = CornerCorrespondence(
                    order: order, distance: distance, margin: best.distance - distance)
            } else if distance.isFinite {
                best.margin = min(best.margin, distance - best.distance)
            }
        }
        return best
    }

    /// The root mean square of the distances between corners of the same index, in metres.
    private func distance(to other: Quad) -> Double {
        let lengths = (0..<4).map { ((self[corner: $0] * 0.5 - other[corner: $0] * 0.5)).length * 2 }
        let largest = lengths.max() ?? 0
        guard largest > 0, largest.isFinite else { return largest }
        let squares = lengths.reduce(0) { $0 + ($1 / largest) * ($1 / largest) }
        return largest * (squares / 4).squareRoot()
    }

    /// The order in which the four corners make a simple outline without a reflex corner.
    ///
    /// Four points have three cycles; at most one is simple and convex. It is given from `p1` on, in the
    /// direction that moves fewer corners. Exact, as ``shape`` is. A number that is not finite makes it collapsed.
    public var simpleCycle: SimpleCycle {
        let turns = CornerTurns(self)
        switch QuadShape(turns) {
        case .convex: return .convex(SIMD4(0, 1, 2, 3))
        case .collapsed: return .collapsed
        case .concave(let corner): return .concave(innerCorner: corner)
        case .selfIntersecting: break
        }
        // Corner i has the weight w in the one linear relation Σ w p = 0, Σ w = 0 of four points in a plane:
        // the turn of the opposite corner, with alternating signs. Corners whose weights share a sign are the
        // ends of one diagonal; on a straight corner the weight of the odd one out is zero and joins the single.
        let t = turns.signs
        let weights = SIMD4(t.z, -t.w, t.x, -t.y)
        let first = weights.x
        if first == 0 {
            let single = weights.y * weights.z > 0 ? 3 : weights.y * weights.w > 0 ? 2 : 1
            return .convex(cycle(oppositeOfFirst: single))
        }
        if let partner = (1..<4).first(where: { weights[$0] * first > 0 }) {
            return .convex(cycle(oppositeOfFirst: partner))
        }
        return .convex(cycle(oppositeOfFirst: (1..<4).first { weights[$0] == 0 } ?? 2))
    }

    /// The cycle from p1 with this corner opposite to it, the other two in the order that moves fewer.
    private func cycle(oppositeOfFirst corner: Int) -> SIMD4<Int> {
        switch corner {
        case 1: SIMD4(0, 2, 1, 3)
        case 2: SIMD4(0, 1, 2, 3)
        default: SIMD4(0, 1, 3, 2)
        }
    }

    /// The direction in which the corners run as seen from a point: exact, about the plane across the vector area
    /// through the center.
    public func winding(from viewpoint: SIMD3<Double>) -> Winding {
        guard isFinite, viewpoint.isFinite else { return .edgeOn }
        switch ExactSign.side(of: viewpoint, self) {
        case 1: return .counterclockwise
        case -1: return .clockwise
        default: return .edgeOn
        }
    }
}

/// The correspondence of the corners of one quad to another's.
///
/// ```swift
/// let match = quad.correspondence(to: seenAgain)
/// print(match.distance, seenAgain.reordered(match.order).p1)
/// ```
public struct CornerCorrespondence: Hashable, Sendable {
    /// The order in which the other quad's corners match this one's.
    public var order: CornerOrder
    /// The root mean square distance between matched corners, in metres.
    public var distance: Double
    /// The amount by which that distance is larger in the second-best order; zero means the choice is arbitrary.
    public var margin: Double
}

/// Whether four points make a simple convex outline, and in which order.
public enum SimpleCycle: Hashable, Sendable {
    /// The corners' indices in outline order, from p1 on.
    case convex(SIMD4<Int>)
    /// One corner lies inside the triangle of the others, so that no order is convex.
    case concave(innerCorner: Int)
    /// All four are on one line.
    case collapsed
}

/// The direction in which corners run around a quad, as somebody sees it.
public enum Winding: Hashable, Sendable {
    case clockwise
    case counterclockwise
    /// Seen exactly from the side, or without an area to see.
    case edgeOn
}
