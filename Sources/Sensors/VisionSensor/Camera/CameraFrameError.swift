public import QuadGeometry
public import StrictJSON

/// The reason that a camera frame in JSON is refused, with the place of it.
public struct CameraFrameError: Error, Hashable, Sendable {
    /// The fault of a frame.
    public enum Fault: Hashable, Sendable {
        /// Not JSON, or not of the members of a frame.
        case json(JSONError)
        case camera(CameraError)
        /// A matrix that is mirrored, scaled or otherwise not rigid.
        case matrix(MatrixError)
        /// The member that the first frame must have, since there is none before it to take it from.
        case firstLacks(String)
        /// No frame at all.
        case noFrame
    }

    /// The error of a file without a frame.
    package static let noFrame = CameraFrameError(line: 1, pointer: "", fault: .noFrame)

    /// Of the line that the frame begins on, from 1.
    public let line: Int
    /// The JSON pointer of the member, from the frame on.
    public let pointer: String
    public let fault: Fault

    /// The code of all of them: a word that never changes meaning.
    public var code: String { "BAD_CAMERA" }

    /// The reason in words, with its place.
    public var message: String {
        let place = pointer.isEmpty ? "" : " at \(visibleText(pointer, atMost: CameraFrameError.shown))"
        return "line \(line)\(place): \(words)"
    }

    private var words: String {
        switch fault {
        case .json(let error): "\(error.code.rawValue), expected \(error.expected)"
        case .camera(let error): error.message
        case .matrix(let error): CameraFrameError.words(error)
        case .firstLacks(let member): "the first camera frame states no \(member)"
        case .noFrame: "no camera frame"
        }
    }

    private static func words(_ error: MatrixError) -> String {
        switch error {
        case .wrongCount(let count): "a pose of \(count) numbers, not 16"
        case .nonFinite(let index): "number \(index + 1) of the pose is not finite"
        case .lastRow(_, looksTransposed: true): "the pose is written row after row, not column after column"
        case .lastRow: "the last row of the pose is not 0 0 0 1"
        case .rotation(.mirrored(let determinant)): "the pose mirrors: its determinant is \(determinant)"
        case .rotation(.notOrthonormal(let defect)): "the pose is no rigid motion: |RᵀR - 1| is \(defect)"
        case .rotation: "the pose is no rigid motion"
        }
    }

    /// Characters of text from a file that a message repeats.
    private static let shown = 200
}

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
