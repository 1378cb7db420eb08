/// The limits a quad is checked against. A limit is exceeded strictly: a value equal to it is sound.
public struct QuadLimits: Hashable, Sendable {
    /// Corners nearer than this are one corner, in metres.
    public var snap = 0.001
    /// ``Quad/flatness`` above this is a warning, in metres.
    public var flatnessWarning = 0.010
    /// ``Quad/flatness`` above this is an error, in metres.
    public var flatnessError = 0.025
    /// ``Quad/foldAngle`` above this is reported, in radians.
    public var foldAngle = 20 * QuadLimits.degree
    public var foldSeverity = Severity.warning
    /// The shortest edge that is not too small, in metres.
    public var shortestEdge = 0.005
    /// The longest edge that is not too large, in metres.
    public var longestEdge = 20.0
    /// The longest over the shortest edge.
    public var aspectRatio = 50.0
    /// The largest magnitude of a coordinate, in metres. Beyond 9 km single precision rounds by half a millimetre.
    public var largestCoordinate = 10_000.0
    /// A corner angle nearer than this to 0 or 180 degrees is straight, in radians.
    public var straightAngle = 2 * QuadLimits.degree
    /// A corner angle farther than this from 90 degrees is not a rectangle's, in radians.
    public var rectangleAngle = 5 * QuadLimits.degree
    /// The least intersection over union of two overlapping markers.
    public var overlap = 0.05
    /// Parallel markers nearer than this are stacked, in metres.
    public var stackDistance = 0.020

    /// The limits of the app's profile, which is the default.
    public static let app = QuadLimits()

    /// Limits for markers that other things are measured by.
    public static let strict: QuadLimits = {
        var limits = QuadLimits()
        limits.flatnessWarning = 0.003
        limits.flatnessError = 0.010
        limits.foldSeverity = .error
        return limits
    }()

    /// The app's profile.
    public init() {}

    /// One degree in radians.
    public static let degree = Double.pi / 180
}

/// The reason that limits cannot be checked against.
public enum QuadLimitsError: Error, Hashable, Sendable {
    /// A limit is NaN or negative.
    case unusable(name: String, value: Double)
}

/// Limits that come with the package, by name.
public enum QuadProfile: String, Hashable, Sendable, CaseIterable {
    case app
    /// Limits for markers that other things are measured by.
    case strict

    /// The limits themselves.
    public var limits: QuadLimits {
        switch self {
        case .app: .app
        case .strict: .strict
        }
    }
}

/// A limit that is a number, by its name in ``QuadLimits``.
public enum QuadLimit: String, Hashable, Sendable, CaseIterable {
    case snap
    case flatnessWarning
    case flatnessError
    case foldAngle
    case shortestEdge
    case longestEdge
    case aspectRatio
    case largestCoordinate
    case straightAngle
    case rectangleAngle
    case overlap
    case stackDistance
}

extension QuadLimits {
    /// The number of a limit, in metres, radians or as a ratio.
    public subscript(limit: QuadLimit) -> Double {
        get {
            switch limit {
            case .snap: snap
            case .flatnessWarning: flatnessWarning
            case .flatnessError: flatnessError
            case .foldAngle: foldAngle
            case .shortestEdge: shortestEdge
            case .longestEdge: longestEdge
            case .aspectRatio: aspectRatio
            case .largestCoordinate: largestCoordinate
            case .straightAngle: straightAngle
            case .rectangleAngle: rectangleAngle
            case .overlap: overlap
            case .stackDistance: stackDistance
            }
        }
        set {
            switch limit {
            case .snap: snap = newValue
            case .flatnessWarning: flatnessWarning = newValue
            case .flatnessError: flatnessError = newValue
            case .foldAngle: foldAngle = newValue
            case .shortestEdge: shortestEdge = newValue
            case .longestEdge: longestEdge = newValue
            case .aspectRatio: aspectRatio = newValue
            case .largestCoordinate: largestCoordinate = newValue
            case .straightAngle: straightAngle = newValue
            case .rectangleAngle: rectangleAngle = newValue
            case .overlap: overlap = newValue
            case .stackDistance: stackDistance = newValue
            }
        }
    }
}
