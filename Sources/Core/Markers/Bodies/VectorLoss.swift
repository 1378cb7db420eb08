public import QuadGeometry
public import RigidCalibration

/// The error of a motion that is reduced to a shift.
public struct VectorLoss: Hashable, Sendable {
    /// The shift with the least mean square error, in metres.
    public let shift: SIMD3<Double>
    /// The largest error of a corner, and the root mean square of all, in metres.
    public let largest, rms: Double
    /// The quad with the largest error.
    public let worst: Int
    /// The quads whose error is above the tolerance for stored numbers.
    public let overTolerance: [Int]

    /// Compares a motion of some quads with the best shift; `nil` without quads.
    public init?(of motion: AnchoredMotion, over quads: [Quad]) {
        guard !quads.isEmpty else { return nil }
        let center = quads.reduce(SIMD3<Double>.zero) { $0 + $1.center } / Double(quads.count)
        // A motion displaces linearly, so the mean displacement is that of the center; in this form it is
        // exact if nothing is turned.
        let shift =
            motion.targetCenter - motion.sourceCenter + motion.rest
            + motion.rotation.displacement(center - motion.sourceCenter)
        self.shift = shift
        var largest = 0.0, worst = 0, sum = 0.0, over: [Int] = []
        for (place, quad) in quads.enumerated() {
            let losses = quad.map { motion.rotation.displacement($0 - center) }
            let moved = quad.map { $0 + shift }
            if !StoredTolerance(quad, moved, shift: shift).allows(losses, Quad(.zero, .zero, .zero, .zero)) {
                over.append(place)
            }
            for loss in losses.corners {
                sum += loss.dot(loss)
                if loss.length > largest { (largest, worst) = (loss.length, place) }
            }
        }
        (self.largest, self.worst, overTolerance) = (largest, worst, over)
        rms = (sum / Double(4 * quads.count)).squareRoot()
    }
}

extension Rotation {
    /// The distance that a vector's end moves when it is turned: exactly zero if nothing turns.
    fileprivate func displacement(_ arm: SIMD3<Double>) -> SIMD3<Double> {
        (x - SIMD3(1, 0, 0)) * arm.x + (y - SIMD3(0, 1, 0)) * arm.y + (z - SIMD3(0, 0, 1)) * arm.z
    }
}
