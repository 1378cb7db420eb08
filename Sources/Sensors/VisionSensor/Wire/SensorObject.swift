public import StrictJSON

/// An object of a reply as the phone writes it.
public struct SensorObject: Hashable, Sendable {
    /// The class, unchanged up to ``SensorLimits/longestClass``; to be shown only as visible text.
    public let label: String
    /// 0 to 1.
    public let confidence: Double
    /// In pixels of an image that the wire does not name.
    public let box: PixelBox
    /// In metres; `nil` where nothing was hit: null, missing, or not above zero.
    public let distance: Double?
    /// In metres; `nil` where the phone states none.
    public let realWidth, realHeight: Double?
    /// The object as it was written, members that have no meaning here included.
    public let value: JSONValue
    /// The place among the objects of the reply, from 0.
    public let index: Int

    /// The detection that it is; `nil` where nothing was hit.
    public var detection: Detection? {
        distance.flatMap {
            Detection(
                label: label, confidence: confidence, box: box, distance: $0, realWidth: realWidth,
                realHeight: realHeight)
        }
    }
}

/// An object of a reply that was refused, while the others go on.
public struct RefusedObject: Hashable, Sendable {
    /// The reason: a word that never changes meaning.
    public enum Code: String, Hashable, Sendable {
        /// A number that no object has.
        case badObject = "BAD_OBJECT"
        /// A box that goes beyond the image of the camera frame.
        case outsideFrame = "OUTSIDE_FRAME"
    }

    public let code: Code
    /// The JSON pointer of the member from the root of the reply.
    public let pointer: String
    /// The number found there, or the pixels by which a box is outside.
    public let value: Double

    init(_ code: Code, _ index: Int, _ member: String, _ value: Double) {
        (self.code, self.value) = (code, value)
        pointer = "/objects/\(index)/\(member)"
    }
}
