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
        let logarithms = checks.map { logarithm($0.widthRatio) }.sorted()
        let median = FrameSize.median(logarithms)
        let deviation = FrameSize.median(checks.map { $0.limit / SizeCheck.deviations }.sorted())
        // Of a normal law, the median distance from the median is 0.6745 deviations.
        let scatter = FrameSize.median(logarithms.map { ($0 - median).magnitude }.sorted()) / 0.6745
        guard scatter <= deviation, median.magnitude > SizeCheck.deviations * deviation else { return nil }
        impliedFocalLength = FrameSize.median(checks.map(\.impliedFocalLength).sorted())
        ratio = FrameSize.median(checks.map(\.widthRatio).sorted())
        impliedWidth = imageWidth / ratio
    }

    private static func median(_ sorted: [Double]) -> Double {
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
