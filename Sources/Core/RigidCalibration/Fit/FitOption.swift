/// A number that a fit may be given.
public enum FitOption: String, Hashable, Sendable {
    case tilt
    case noise
    case markerNoise
}
