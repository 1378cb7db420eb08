public import StrictJSON

/// A camera frame as it was read.
public struct ReadCameraFrame: Hashable, Sendable {
    public let frame: CameraFrame
    /// The largest difference of a number of the pose from the rigid one nearest to it; zero where that was not needed.
    public let correction: Double
    /// The line it begins on, from 1.
    public let line: Int
    /// The frame as it was written.
    public let value: JSONValue
    /// The text of members that later lines may leave out, in this line or before it.
    let texts: [String: JSONValue]

    /// The members of the deviations.
    static let deviations: [StaticString] = ["edgePx", "depthMetres", "poseMetres", "poseDegrees"]

    /// The whole frame on one line, with what it took from the lines before; numbers keep their digits.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            func copy(_ name: String, _ value: JSONValue?, _ json: inout JSONWriter) {
                guard let value, !value.isNull else { return }
                json.key(name)
                json.value(value)
            }
            copy("requestId", value["requestId"], &json)
            for name in ["intrinsics", "boxes", "worldFromCamera", "mirrored", "stand"] {
                copy(name, texts[name], &json)
            }
            let sigmas = ReadCameraFrame.deviations.map(\.description).filter { texts[$0] != nil }
            if !sigmas.isEmpty {
                json.key("sigmas")
                json.object { json in for name in sigmas { copy(name, texts[name], &json) } }
            }
            copy("capturedAt", value["capturedAt"], &json)
        }
        // Line breaks between values only: text has none.
        return json.bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    }
}
