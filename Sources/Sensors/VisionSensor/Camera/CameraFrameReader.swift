internal import QuadGeometry
public import StrictJSON

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
    package static let longestLine = 1 << 20

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

/// The camera by the lines so far, of which the next one may leave things out.
struct CameraFrameState {
    /// Of distances in metres, where no line says it.
    var depth = DepthPreset.careful.deviation
    private var intrinsics: CameraIntrinsics?
    private var steps: [BoxStep]?
    private var pose = (transform: RigidTransform.identity, correction: 0.0)
    private var isMirrored: Bool?
    private var stand: String?
    private var sigmas: [String: Double] = [:]
    /// The text of the members that the next line may leave out.
    private var texts: [String: JSONValue] = [:]

    private static let lengths: [StaticString] = ["fx", "fy", "cx", "cy", "width", "height"]

    mutating func read(_ value: JSONValue, line: Int) throws(CameraFrameError) -> ReadCameraFrame {
        func refuse(_ pointer: String, _ fault: CameraFrameError.Fault) -> CameraFrameError {
            CameraFrameError(line: line, pointer: pointer, fault: fault)
        }
        let members: WireMembers, request: String?, time: String?
        do throws(JSONError) {
            members = try WireMembers(value)
            request = try members.optional("requestId") { $0.string }
            time = try members.optional("capturedAt") { $0.string }
            stand = try members.optional("stand") { $0.string } ?? stand
            isMirrored = try members.optional("mirrored") { $0.bool } ?? isMirrored
        } catch { throw refuse(error.pointer, .json(error)) }
        if let object = members["intrinsics"] {
            do { intrinsics = try CameraFrameState.intrinsics(object) } catch let error as JSONError {
                throw refuse(error.pointer, .json(error))
            } catch let error as CameraError {
                throw refuse("/intrinsics" + CameraFrameState.member(error), .camera(error))
            } catch { throw refuse("/intrinsics", .firstLacks("intrinsics")) }
        }
        do throws(JSONError) {
            if let list = members["boxes"] { steps = try CameraFrameState.steps(list) }
            if let object = members["sigmas"] {
                let inner = try WireMembers(object)
                for name in ReadCameraFrame.deviations {
                    if let number = try inner.optional(name, { $0.double }) {
                        sigmas[name.description] = number
                    }
                }
            }
        } catch { throw refuse(error.pointer, .json(error)) }
        guard let intrinsics else { throw refuse("", .firstLacks("intrinsics")) }
        guard let steps else { throw refuse("", .firstLacks("boxes, the steps to the image they are in")) }
        guard let isMirrored else { throw refuse("", .firstLacks("mirrored, true or false")) }
        let boxes: BoxFrame, noise: SensorNoise
        do throws(CameraError) {
            boxes = try BoxFrame(native: intrinsics, steps: steps)
        } catch { throw refuse("/boxes" + CameraFrameState.member(error), .camera(error)) }
        do throws(CameraError) { noise = try self.noise() } catch {
            throw refuse("/sigmas" + CameraFrameState.member(error), .camera(error))
        }
        if let list = members["worldFromCamera"] {
            let numbers: [Double]
            do throws(JSONError) { numbers = try CameraFrameState.numbers(list) } catch {
                throw refuse(error.pointer, .json(error))
            }
            do throws(MatrixError) {
                let nearest = try NearestTransform(columnMajor: numbers)
                pose = (nearest.transform, nearest.correction)
            } catch { throw refuse("/worldFromCamera", .matrix(error)) }
        }
        let frame = CameraFrame(
            requestID: request, boxes: boxes, worldFromCamera: pose.transform, isMirrored: isMirrored,
            stand: stand, noise: noise, capturedAt: time)
        keep(members)
        return ReadCameraFrame(
            frame: frame, correction: pose.correction, line: line, value: value, texts: texts)
    }

    private mutating func keep(_ members: WireMembers) {
        for name: StaticString in ["intrinsics", "boxes", "worldFromCamera", "mirrored", "stand"] {
            if let text = members[name] { texts[name.description] = text }
        }
        guard let object = members["sigmas"] else { return }
        for name in ReadCameraFrame.deviations {
            if let text = object[name.description], !text.isNull { texts[name.description] = text }
        }
    }

    private func noise() throws(CameraError) -> SensorNoise {
        let usual = try SensorNoise(depth: depth)
        return try SensorNoise(
            edge: sigmas["edgePx"] ?? usual.edge, depth: sigmas["depthMetres"] ?? usual.depth,
            poseShift: sigmas["poseMetres"] ?? usual.poseShift,
            poseTurn: sigmas["poseDegrees"].map { $0 * .pi / 180 } ?? usual.poseTurn)
    }

    private static func intrinsics(_ value: JSONValue) throws -> CameraIntrinsics {
        let members = try WireMembers(value)
        var numbers: [Double] = []
        for name in lengths { numbers.append(try members.needed(name) { $0.double }) }
        return try CameraIntrinsics(
            fx: numbers[0], fy: numbers[1], cx: numbers[2], cy: numbers[3], width: numbers[4],
            height: numbers[5])
    }

    private static func steps(_ value: JSONValue) throws(JSONError) -> [BoxStep] {
        guard value.kind == .array else { throw value.error(.wrongType) }
        var steps: [BoxStep] = []
        for element in value.elements { steps.append(try step(element)) }
        return steps
    }

    /// A step: `"portrait"`, or an object of one member.
    private static func step(_ value: JSONValue) throws(JSONError) -> BoxStep {
        if let word = value.string {
            guard word == "portrait" else { throw value.error(.unknownWord) }
            return .portrait
        }
        let members = try WireMembers(value)
        guard value.members.count == 1, let (name, inner) = value.members.first else {
            throw value.error(.wrongType)
        }
        switch name {
        case "resize": return .resize(try members.needed("resize") { $0.double })
        case "portrait":
            guard try members.needed("portrait", { $0.bool }) else { throw inner.error(.unknownWord) }
            return .portrait
        case "pad", "crop":
            let sides = try numbers(inner)
            guard sides.count == 4 else { throw inner.error(.wrongType) }
            return name == "pad"
                ? .pad(left: sides[0], top: sides[1], width: sides[2], height: sides[3])
                : .crop(left: sides[0], top: sides[1], width: sides[2], height: sides[3])
        default: throw value.error(.unknownWord)
        }
    }

    private static func numbers(_ value: JSONValue) throws(JSONError) -> [Double] {
        guard value.kind == .array else { throw value.error(.wrongType) }
        var numbers: [Double] = []
        for element in value.elements {
            guard let number = element.double else {
                throw element.error(element.kind == .number ? .numberTooLarge : .wrongType)
            }
            numbers.append(number)
        }
        return numbers
    }

    /// The part of a pointer that names what is wrong.
    private static func member(_ error: CameraError) -> String {
        switch error {
        case .badIntrinsics(let member, _), .badDeviation(let member, _): "/" + member
        case .badStep(let number, _): "/\(number - 1)"
        case .tooManySteps, .mirrored, .tooManyPixels: ""
        }
    }
}
