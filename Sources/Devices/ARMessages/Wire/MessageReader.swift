@_spi(Scanning) internal import StrictJSON

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

    /// The message of an outline, with its content.
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
