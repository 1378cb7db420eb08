/// The reason that a camera frame was refused.
public enum CameraError: Error, Hashable, Sendable {
    /// A length that is not above zero, or a principal point outside the image.
    case badIntrinsics(member: String, value: Double)
    /// A step, counted from 1, that leaves no image or does not fit the one before it, whose size is given.
    case badStep(number: Int, size: SIMD2<Double>)
    case tooManySteps(found: Int, most: Int)
    /// A deviation that is negative or not finite.
    case badDeviation(member: String, value: Double)
    /// A mirrored image, which no camera sees as it is.
    case mirrored
    /// An image of more pixels than are looked at one by one.
    case tooManyPixels(width: Int, height: Int, most: Int)

    /// The code of all of them: a word that never changes meaning.
    public var code: String { "BAD_CAMERA" }

    /// The reason in words.
    public var message: String {
        switch self {
        case .badIntrinsics(let member, let value):
            "\(member) of the intrinsics is \(value), which no image has"
        case .badStep(let number, let size):
            "step \(number) of the boxes does not fit an image of \(size.x) by \(size.y) pixels"
        case .tooManySteps(let found, let most):
            "\(found) steps from the camera's image to that of the boxes; at most \(most) are read"
        case .badDeviation(let member, let value): "\(member) of the sigmas is \(value)"
        case .mirrored: "the image is mirrored, so it shows nothing where it is"
        case .tooManyPixels(let width, let height, let most):
            "an image of \(width) by \(height) pixels, of at most \(most); a step {\"resize\": 0.5} makes it smaller"
        }
    }
}
