internal import QuadGeometry

/// The smallest shift of a marker that a fit finds with the stated power, and what it does to the motion if it is not found.
public struct HiddenError: Hashable, Sendable {
    /// The direction in which it hides best, in the target frame; of length one.
    public let direction: SIMD3<Double>
    /// Its length in that direction, in metres; in every other direction a shorter one is found.
    public let size: Double
    /// The largest turn that such an error in any direction gives to the motion, in radians, and the largest shift of ``anchor``, in
    /// metres.
    public let turn, shift: Double
    /// The place that the turn is about, in the target frame.
    public let anchor: SIMD3<Double>
    /// The changes of the motion by errors in three directions, each just as well hidden: those in between have changes in between.
    private let changes: [Change]

    private struct Change: Hashable, Sendable {
        let turn, shift: SIMD3<Double>
        let growth: Double
    }

    init(
        direction: SIMD3<Double>, size: Double, anchor: SIMD3<Double>, changes: [SmallChange]
    ) {
        (self.direction, self.size, self.anchor) = (direction, size, anchor)
        self.changes = changes.map { Change(turn: $0.turn, shift: $0.shift, growth: $0.growth) }
        turn = HiddenError.longest(changes.map { $0.turn })
        shift = HiddenError.longest(changes.map { $0.shift })
    }

    /// The farthest that an error as well hidden as this one, in any direction, moves a point, in metres; the point is given where it
    /// was moved to.
    public func effect(atMoved point: SIMD3<Double>) -> Double { HiddenError.longest(movements(of: point)) }

    /// The point that it moves farthest among some that were moved, and how far, in metres; `nil` where it is no more than a length.
    public func worstEffect(
        atMoved points: [SIMD3<Double>], above least: Double = 0
    ) -> (point: Int, size: Double)? {
        var worst: (point: Int, size: Double)?
        for (place, point) in points.enumerated() where mayMove(point, by: worst?.size ?? least) {
            let size = effect(atMoved: point)
            if size > worst?.size ?? least { worst = (place, size) }
        }
        return worst
    }

    /// Whether the effect may be larger than a length: its square is at most the sum of the squares in three directions.
    func mayMove(_ point: SIMD3<Double>, by length: Double) -> Bool {
        movements(of: point).reduce(0) { $0 + $1.dot($1) } > length * length
    }

    private func movements(of point: SIMD3<Double>) -> [SIMD3<Double>] {
        let arm = point - anchor
        return changes.map { $0.turn.cross(arm) + $0.shift + arm * $0.growth }
    }

    /// The longest sum of three vectors, each times a number, the squares of the numbers adding up to one.
    private static func longest(_ vectors: [SIMD3<Double>]) -> Double {
        let sum = vectors.reduce(SymmetricMatrix.zero) { $0 + SymmetricMatrix(product: $1, $1) }
        return sum.eigenvectors.map { Double.maximum($0.values[0], 0).squareRoot() } ?? 0
    }
}
