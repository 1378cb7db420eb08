internal import QuadGeometry
internal import RigidCalibration

/// A size that the phone states, beside the one that box and distance imply.
///
/// Both are the same if the box is in the image of the camera frame. If they differ by one factor everywhere, it is in another one.
public struct SizeCheck: Hashable, Sendable {
    /// The stated size over the implied one, across and down.
    public let widthRatio, heightRatio: Double
    /// The largest distance of their logarithms from zero that noise explains.
    public let limit: Double
    /// The focal length at which the width would be right, in pixels.
    public let impliedFocalLength: Double

    /// The check of a stated size; `nil` if the phone states none.
    public init?(
        _ box: PixelBox, distance: Double, _ kind: DistanceKind, realWidth: Double?, realHeight: Double?,
        in frame: CameraFrame
    ) {
        guard let realWidth, let realHeight, realWidth > 0, realHeight > 0, realWidth.isFinite,
            realHeight.isFinite
        else { return nil }
        let image = frame.boxes.image
        let length = frame.boxes.ray(box.centerX, box.centerY).length
        let depth = kind.depth(of: distance, alongRayOfLength: length)
        widthRatio = realWidth * image.fx / (box.width * depth)
        heightRatio = realHeight * image.fy / (box.height * depth)
        let edge = frame.noise.edge / Double.minimum(box.width, box.height), far = frame.noise.depth / depth
        limit = SizeCheck.deviations * (2 * edge * edge + far * far).squareRoot()
        impliedFocalLength = box.width * depth / realWidth
    }

    /// The deviations up to which a size is consistent.
    package static let deviations = 3.0

    /// Whether noise explains the difference.
    public var isConsistent: Bool {
        logarithm(widthRatio).magnitude <= limit && logarithm(heightRatio).magnitude <= limit
    }
}

/// An image that is not the one of the camera frames: the sizes of a session are off by one factor.
public struct FrameSize: Hashable, Sendable {
    /// The factor, the median of the ratios of widths.
    public let ratio: Double
    /// The focal length at which sizes are right, and the width of an image that would have it, in pixels.
    public let impliedFocalLength, impliedWidth: Double

    /// Fewer objects than this say nothing of the camera.
    package static let leastObjects = 5

    /// The finding of a session; `nil` if its sizes are right, or off by no common factor.
    public init?(_ checks: [SizeCheck], imageWidth: Double) {
        guard checks.count >= FrameSize.leastObjects else { return nil }
        let logarithms = checks.map { logarithm($0.widthRatio) }
        let middle = median(logarithms)
        let deviation = median(checks.map { $0.limit / SizeCheck.deviations })
        // Of a normal law, the median distance from the median is 0.6745 deviations.
        let scatter = median(logarithms.map { ($0 - middle).magnitude }) / 0.6745
        guard scatter <= deviation, middle.magnitude > SizeCheck.deviations * deviation else { return nil }
        impliedFocalLength = median(checks.map(\.impliedFocalLength))
        ratio = median(checks.map(\.widthRatio))
        impliedWidth = imageWidth / ratio
    }
}

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
    package static let leastLogRatio = 3.0, leastSpread = 0.05

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
