internal import RigidCalibration

/// An image that is not the one of the camera frames: the sizes of a session are off by one factor.
public struct FrameSize: Hashable, Sendable {
    /// The factor, the median of the ratios of widths.
    public let ratio: Double
    /// The focal length at which sizes are right, and the width of an image that would have it, in pixels.
    public let impliedFocalLength, impliedWidth: Double

    /// Fewer objects than this say nothing of the camera.
    public static let leastObjects = 5

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
