import StrictJSON

/// Reads messages strictly: whole documents, their token, endpoint and transform, and where those stand.
///
/// A reader keeps its memory from one message to the next, so that reading takes none.
public struct MessageReader: Sendable {
    public let limits: MessageLimits
    private let options: JSONOptions
    private var room = ReaderRoom()

    public init(limits: MessageLimits = MessageLimits()) {
        self.limits = limits
        options = JSONOptions(depth: limits.depth, size: limits.size, values: limits.values)
    }

    /// Reads the next message of a text frame; `nil` past the last one.
    ///
    /// Several messages have line ends between them; a frame has at least one.
    ///
    /// - Parameters:
    ///   - bytes: The text frame.
    ///   - start: The end of the message before, or 0.
    @inline(__always)
    public mutating func next(
        in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0
    ) throws(MessageError) -> MessageOutline? {
        var scan = MessageScan(longestEndpoint: limits.endpoint)
        do throws(JSONFault) {
            guard bytes.count <= limits.size else {
                throw JSONFault(code: .tooLarge, place: limits.size, limit: limits.size)
            }
            return try room.scanning(bytes, options) { (scanner) throws(JSONFault) in
                scanner.place = start
                scanner.skipBlanks()
                guard scanner.place < scanner.end else {
                    guard start > 0 else { throw scanner.fault(.unexpectedEnd) }
                    return nil
                }
                guard start == 0 || scanner.lineCount > 0 else { throw scanner.fault(.trailingData) }
                return try scan.read(&scanner)
            }
        } catch {
            throw MessageReader.error(error, scan.refusal, in: bytes, limits)
        }
    }

    /// The messages of a text frame, with their content.
    public mutating func messages(in bytes: [UInt8]) throws(MessageError) -> [ARMessage] {
        try bytes.withUnsafeBufferPointer { buffer throws(MessageError) in
            var messages: [ARMessage] = []
            var start = 0
            while let outline = try next(in: buffer, from: start) {
                messages.append(try MessageReader.message(outline, in: buffer, limits))
                start = outline.document.upperBound
            }
            return messages
        }
    }

    /// The one message of a text frame.
    public mutating func message(_ bytes: [UInt8]) throws(MessageError) -> ARMessage {
        let messages = try messages(in: bytes)
        guard messages.count == 1, let message = messages.first else {
            throw .unreadable(JSONError(.trailingData, at: "", found: .value(.object)))
        }
        return message
    }

    static func message(
        _ outline: MessageOutline, in bytes: UnsafeBufferPointer<UInt8>, _ limits: MessageLimits
    ) throws(MessageError) -> ARMessage {
        func value(_ range: Range<Int>) -> JSONValue {
            let text = Array(bytes[range])
            return JSONValue(valid: text, 0..<text.count)
        }
        var message = ARMessage(
            token: outline.token, endpoint: outline.endpointName(in: bytes), transform: outline.transform,
            params: outline.params.map(value))
        guard let payload = outline.payload else { return message }
        var scan = ExtendedScan()
        do throws(JSONFault) {
            let options = JSONOptions(depth: limits.depth, size: .max, values: limits.values)
            var scanner = JSONScanner(bytes, options)
            scanner.place = payload.lowerBound
            message.extended = try scan.read(&scanner)
        } catch {
            throw MessageReader.error(error, scan.refusal, in: bytes, limits)
        }
        return message
    }

    @inline(never)
    private static func error(
        _ fault: JSONFault, _ refusal: MessageRefusal?, in bytes: UnsafeBufferPointer<UInt8>,
        _ limits: MessageLimits
    ) -> MessageError {
        guard let refusal else { return .unreadable(fault.error(in: bytes)) }
        return MessageError(refusal, at: JSONPlace(of: fault.place, in: bytes).pointer, limits)
    }
}

/// The memory of scanners, kept between messages.
private struct ReaderRoom: @unchecked Sendable {
    private var room = JSONScanner.Room()

    @inline(__always)
    mutating func scanning<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ options: JSONOptions,
        _ body: (inout JSONScanner) throws(JSONFault) -> Result
    ) throws(JSONFault) -> Result {
        var scanner = JSONScanner(bytes, options, &room)
        defer { scanner.leave(&room) }
        return try body(&scanner)
    }
}

/// Reads the members that this package adds to a payload, where their version is ours.
struct ExtendedScan {
    var refusal: MessageRefusal?

    private static let names = WireNames("v", "frame", "stamp", "cov")

    /// Reads the object at the scanner's place; `nil` without a version of ours, since the others may then be an app's own.
    mutating func read(_ scanner: inout JSONScanner) throws(JSONFault) -> MessageExtension? {
        var places = SIMD4<Int>(repeating: -1)
        var name = try scanner.firstMember()
        while let member = name {
            if let index = ExtendedScan.names.index(of: member, in: scanner.bytes),
                scanner.byte != UInt8(ascii: "n")
            {
                places[index] = scanner.place
            }
            try scanner.skipValue()
            name = try scanner.nextMember()
        }
        guard places[0] >= 0 else { return nil }
        scanner.place = places[0]
        guard JSONKind(first: scanner.byte) == .number,
            try scanner.placedNumber().value == Double(MessageExtension.version)
        else { return nil }
        var result = MessageExtension()
        if places[1] >= 0 {
            scanner.place = places[1]
            let (text, _) = try scanner.placedString()
            result.frame = JSONText.string(in: scanner.bytes, at: text.lowerBound)
        }
        if places[2] >= 0 {
            scanner.place = places[2]
            result.stamp = try scanner.placedNumber().value
        }
        if places[3] >= 0 {
            scanner.place = places[3]
            result.covariance = try covariance(&scanner)
        }
        return result
    }

    /// Whether a payload has a member of one of these names, of our version or not.
    static func isIn(
        _ payload: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, _ limits: MessageLimits
    ) -> Bool {
        let options = JSONOptions(depth: limits.depth, size: .max, values: limits.values)
        var scanner = JSONScanner(bytes, options)
        scanner.place = payload.lowerBound
        do throws(JSONFault) {
            var name = try scanner.firstMember()
            while let member = name {
                if names.index(of: member, in: bytes) != nil { return true }
                try scanner.skipValue()
                name = try scanner.nextMember()
            }
        } catch {
            // It was read before, and is sound.
        }
        return false
    }

    private mutating func covariance(_ scanner: inout JSONScanner) throws(JSONFault) -> [Double] {
        let start = scanner.place
        var numbers: [Double] = []
        var goesOn = try scanner.firstElement()
        while goesOn {
            numbers.append(try scanner.placedNumber().value)
            goesOn = try scanner.nextElement()
        }
        guard numbers.count == MessageExtension.covarianceCount else {
            refusal = .covarianceCount(numbers.count)
            throw JSONFault(code: .wrongType, place: start)
        }
        return numbers
    }
}
