/// The reason that numbers are not the covariance of a motion.
public enum CovarianceError: Error, Hashable, Sendable {
    case nonFinite
    case wrongCount(Int)
    /// All numbers are zero: the motion would be certain.
    case zero
    /// Some direction has no variance, or a negative one.
    case notPositiveDefinite

    /// The code of the reason: a word that never changes meaning.
    public var code: String {
        switch self {
        case .nonFinite: "NON_FINITE"
        case .wrongCount: "WRONG_COUNT"
        case .zero: "NO_COVARIANCE"
        case .notPositiveDefinite: "NOT_POSITIVE_DEFINITE"
        }
    }

    /// The reason in words.
    public var message: String {
        switch self {
        case .nonFinite: "a number of the covariance is not finite"
        case .wrongCount(let count): "the covariance has \(count) numbers"
        case .zero: "the covariance is zero"
        case .notPositiveDefinite: "the covariance has a direction without variance, or is not symmetric"
        }
    }

    /// The way out.
    public var remedy: String {
        switch self {
        case .nonFinite: "give finite numbers"
        case .wrongCount: "give 36 numbers, or the 21 on and above the diagonal"
        case .zero: "state the error of the edge, or hold its frames"
        case .notPositiveDefinite: "give every direction an error above zero"
        }
    }
}
