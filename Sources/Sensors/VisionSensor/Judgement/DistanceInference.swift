internal import QuadGeometry
internal import RigidCalibration

/// A judgement of which line a phone measures distances along, from sightings of objects that stand still.
///
/// Of each object the sightings by both kinds are held against one place; the kind by which they agree better is the likelier one.
public struct DistanceInference: Hashable, Sendable {
    /// The logarithm of the likelihood of distances along the axis over that of distances along the ray.
    public private(set) var logRatio = 0.0
    /// The spread of the lengths of rays, without which both kinds are the same.
    public private(set) var spread = 0.0
    private var shortest = Double.infinity, longest = -Double.infinity

    /// Ratios below this, and spreads, decide nothing.
    public static let leastLogRatio = 3.0, leastSpread = 0.05

    public init() {}

    /// Adds the sightings of one object, by both kinds.
    public mutating func add(axis: [CenterSighting], ray: [CenterSighting]) {
        guard axis.count == ray.count, axis.count >= 2,
            let one = DistanceInference.logLikelihood(axis),
            let other = DistanceInference.logLikelihood(ray)
        else { return }
        logRatio += one - other
        for sighting in axis {
            shortest = Double.minimum(shortest, sighting.rayLength)
            longest = Double.maximum(longest, sighting.rayLength)
        }
        spread = longest - shortest
    }

    /// The kind; `nil` while it is undetermined.
    public var kind: DistanceKind? {
        guard spread >= DistanceInference.leastSpread, logRatio.magnitude >= DistanceInference.leastLogRatio
        else { return nil }
        return logRatio > 0 ? .axis : .ray
    }

    /// The logarithm of the likelihood of sightings of one point wherever it is, but for a constant.
    private static func logLikelihood(_ sightings: [CenterSighting]) -> Double? {
        var information = SymmetricMatrix.zero, side = SIMD3<Double>.zero, sum = 0.0
        var inverses: [SymmetricMatrix] = []
        for sighting in sightings {
            guard let inverse = sighting.covariance.inverse else { return nil }
            inverses.append(inverse)
            information = information + inverse
            side += inverse * sighting.point
            sum -= logarithm(sighting.covariance.determinant) / 2
        }
        guard let spread = information.inverse else { return nil }
        let mean = spread * side
        for (sighting, inverse) in zip(sightings, inverses) {
            let off = sighting.point - mean
            sum -= off.dot(inverse * off) / 2
        }
        return sum - logarithm(information.determinant) / 2
    }
}
