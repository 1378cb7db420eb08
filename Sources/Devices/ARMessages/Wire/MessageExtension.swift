/// Members that messages of this package may have besides: parts of `payload` that others keep or ignore.
public struct MessageExtension: Hashable, Sendable {
    /// The version of these members.
    public static let version = 1

    /// The name of the frame that the sender measured in; a relay copies it.
    public var frame: String?
    /// The time of the measurement, in seconds of the sender's clock.
    public var stamp: Double?
    /// The 21 numbers on and above the diagonal of the transform's covariance, row by row, turn first, in radians and metres.
    ///
    /// Errors are along the axes of what is placed, as an `EdgeCovariance` has them, so that they are the same in every frame.
    public var covariance: [Double]?

    public init(frame: String? = nil, stamp: Double? = nil, covariance: [Double]? = nil) {
        (self.frame, self.stamp, self.covariance) = (frame, stamp, covariance)
    }

    /// The count of numbers of a covariance.
    public static let covarianceCount = 21
}
