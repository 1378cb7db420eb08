/// The reason that a detection makes no quad.
public enum DetectionError: Error, Hashable, Sendable {
    /// Nothing was hit: the distance is missing, or not above zero.
    case noDistance
    /// The box goes beyond the image that it should be in.
    case outsideFrame
    /// The picture is mirrored.
    case mirrored
    /// The plane is seen at too flat an angle at a corner, counted from 0; its sine.
    case grazing(corner: Int, sine: Double)
    /// A corner that is behind the camera, or farther away than a kilometre.
    case outOfRange(metres: Double)

    /// The code of the reason: a word that never changes meaning.
    public var code: String {
        switch self {
        case .noDistance: "NO_DISTANCE"
        case .outsideFrame: "OUTSIDE_FRAME"
        case .mirrored: "MIRRORED"
        case .grazing: "GRAZING"
        case .outOfRange: "BAD_OBJECT"
        }
    }

    /// The reason in words.
    public var message: String {
        switch self {
        case .noDistance: "the phone hit nothing there, so its distance is unknown"
        case .outsideFrame:
            "the box goes more than \(Int(BoxFrame.slack)) pixels beyond the image of the camera frame"
        case .mirrored: "the picture is mirrored, as those of front cameras are"
        case .grazing(let corner, let sine):
            "the plane is seen at too flat an angle at corner p\(corner + 1) (its sine is \(sine))"
        case .outOfRange(let metres): "a corner would be \(metres) m in front of the camera"
        }
    }
}
