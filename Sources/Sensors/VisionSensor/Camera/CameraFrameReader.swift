@_spi(Scanning) public import StrictJSON

/// Reads camera frames one after the other: one JSON object, or NDJSON with a line per request.
///
/// What a line lacks is taken from the line before, but for the id of the request and the time, which are a line's own. The first one
/// must have the intrinsics, the steps to the boxes and whether it is mirrored. No more than one line is in memory.
public struct CameraFrameReader {
    private var list: JSONList
    private var state = CameraFrameState()

    /// - Parameters:
    ///   - source: the bytes of the frames.
    ///   - depth: the deviation of distances in metres that frames without one have.
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
