internal import QuadGeometry
@_spi(Scanning) public import StrictJSON

/// A camera frame as it was read.
public struct ReadCameraFrame: Hashable, Sendable {
    public let frame: CameraFrame
    /// The largest difference of a number of the pose from the rigid one nearest to it; zero where that was not needed.
    public let correction: Double
    /// The line it begins on, from 1.
    public let line: Int
    /// The frame as it was written.
    public let value: JSONValue
    /// What was written of members that later lines may leave out, in this line or before it.
    let texts: [String: JSONValue]

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
            let sigmas = CameraFrameState.deviations.map(\.description).filter { texts[$0] != nil }
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

/// Reads camera frames one after the other: one JSON object, or NDJSON with a line per request.
///
/// What a line lacks is taken from the line before, but for the id of the request and the time, which are a line's own. The first one
/// must have the intrinsics, the steps to the boxes and whether it is mirrored. No more than one line is in memory.
public struct CameraFrameReader {
    private var list: JSONList
    private var state = CameraFrameState()

    /// - Parameter depth: the deviation of distances in metres that frames without one have.
    public init(_ source: ByteSource, depth: Double = DepthPreset.careful.deviation) {
        list = JSONList(source, of: "frames", options: JSONOptions(size: CameraFrameReader.longestLine))
        state.depth = depth
    }

    /// Lines of more bytes are refused.
    public static let longestLine = 1 << 20

    /// The next frame; `nil` at the end.
    public mutating func next() throws(CameraFrameError) -> ReadCameraFrame? {
        let element: (JSONValue, JSONListPlace)?
        do throws(JSONError) { element = try list.next(JSONList.value) } catch {
            throw CameraFrameError(line: error.line, pointer: error.pointer, fault: .json(error))
        }
        guard let (value, place) = element else { return nil }
        return try state.read(value, line: place.line)
    }

    /// Reads a frame of its own, such as an app answers for one request.
    public static func frame(
        _ bytes: [UInt8], depth: Double = DepthPreset.careful.deviation
    ) throws(CameraFrameError) -> ReadCameraFrame {
        var state = CameraFrameState()
        state.depth = depth
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(bytes, options: JSONOptions(size: longestLine)) } catch {
            throw CameraFrameError(line: error.line, pointer: error.pointer, fault: .json(error))
        }
        return try state.read(value, line: 1)
    }
}
