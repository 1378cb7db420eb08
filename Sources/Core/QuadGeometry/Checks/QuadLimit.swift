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
