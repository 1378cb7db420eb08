package import FrameGraph
internal import QuadGeometry
package import StrictJSON

/// Carries recorded messages into another frame, one after the other, in the memory of one.
///
/// Messages have line ends between them. Those of reserved endpoints are copied: the poses of a handshake are each device's own.
package struct MessageStream: Sendable {
    /// The number of messages, by what became of them.
    package struct Tally: Hashable, Sendable {
        /// All messages.
        package internal(set) var messages = 0
        /// Messages that lie elsewhere now.
        package internal(set) var carried = 0
        /// Messages without a transform, and those of reserved endpoints, which were copied.
        package internal(set) var withoutTransform = 0, reserved = 0
    }

    private let rebaser: MessageRebaser
    private let precision: NumberPrecision
    private let limits: MessageLimits
    private let note: FrameNote?
    /// The messages so far.
    package private(set) var tally = Tally()

    /// - Parameters:
    ///   - rebaser: The way into the other frame.
    ///   - precision: The precision to which written numbers read back.
    ///   - limits: What is read as a message.
    ///   - note: What messages are to say of the frame they are carried into, in the members of a ``MessageExtension``; those that have such
    ///     members already keep theirs.
    package init(
        _ rebaser: MessageRebaser, precision: NumberPrecision = .double,
        limits: MessageLimits = MessageLimits(size: 1 << 20), note: FrameNote? = nil
    ) {
        (self.rebaser, self.precision, self.limits, self.note) = (rebaser, precision, limits, note)
    }

    /// The bytes that are collected before the sink gets them.
    private static let pieceSize = 1 << 16

    /// Reads every message of the source, and gives the sink all bytes with other numbers.
    package mutating func carry(_ source: ByteSource, to sink: ByteSink) throws(MessageStreamError) {
        let options = JSONOptions(depth: limits.depth, size: limits.size, values: limits.values)
        var pieces = JSONPieces(source, options: options, holdsTaken: true)
        var output: [UInt8] = []
        output.reserveCapacity(2 * MessageStream.pieceSize)
        var isFirst = true
        while true {
            let outline = try MessageStream.next(&pieces, limits, isFirst: isFirst)
            isFirst = false
            if let outline {
                try carry(outline, in: pieces.held, at: (pieces.line, pieces.column), to: &output)
            } else {
                output.append(contentsOf: pieces.held)
            }
            pieces.letGo()
            if outline == nil || output.count >= MessageStream.pieceSize {
                do throws(JSONError) {
                    try output.withUnsafeBufferPointer { (bytes) throws(JSONError) in
                        try sink.take(UnsafeRawBufferPointer(bytes))
                    }
                } catch { throw .file(error) }
                output.removeAll(keepingCapacity: true)
            }
            guard outline != nil else { return }
        }
    }

    /// The next message of the bytes that were not released.
    @inline(__always)
    private static func next(
        _ pieces: inout JSONPieces, _ limits: MessageLimits, isFirst: Bool
    ) throws(MessageStreamError) -> MessageOutline? {
        var refusal: MessageRefusal?
        do throws(JSONError) {
            return try pieces.scan(inside: .document) { (scanner) throws(JSONFault) -> MessageOutline? in
                // Scanned again where the bytes had ended.
                refusal = nil
                scanner.skipBlanks()
                guard scanner.place < scanner.end else {
                    guard !isFirst else { throw scanner.fault(.unexpectedEnd) }
                    return nil
                }
                guard isFirst || scanner.lineCount > 0 else { throw scanner.fault(.trailingData) }
                var scan = MessageScan(longestEndpoint: limits.endpoint)
                defer { refusal = scan.refusal }
                return try scan.read(&scanner)
            }
        } catch {
            if error.code == .readFailed { throw .file(error) }
            let reason = refusal.map { MessageError($0, at: error.pointer, limits) } ?? .unreadable(error)
            throw .refused(reason, line: error.line, column: error.column)
        }
    }

    @inline(__always)
    private mutating func carry(
        _ outline: MessageOutline, in bytes: UnsafeBufferPointer<UInt8>, at end: (line: Int, column: Int),
        to output: inout [UInt8]
    ) throws(MessageStreamError) {
        tally.messages += 1
        let isReserved = outline.isReserved(in: bytes)
        if isReserved { tally.reserved += 1 } else if outline.transform == nil { tally.withoutTransform += 1 }
        guard !isReserved, let transform = outline.transform else { return output.append(contentsOf: bytes) }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[..<outline.document.lowerBound]))
        do throws(MessageError) {
            try rebaser.append(outline, in: bytes, to: &output, precision: precision)
            if let note, let payload = outline.payload, !ExtendedScan.isIn(payload, of: bytes, limits) {
                // Behind the last member, of which the transform is one.
                let rest = outline.document.upperBound - payload.upperBound + 1
                var members = [UInt8(ascii: ",")]
                try ARMessage.append(note.members(at: transform), to: &members)
                output.insert(contentsOf: members, at: output.count - rest)
            }
        } catch { throw .refused(error, line: end.line, column: end.column) }
        tally.carried += 1
    }
}

/// The reason that recorded messages are not carried on, and the place.
package enum MessageStreamError: Error, Hashable, Sendable {
    /// A message, with the line and the column in bytes, both from 1.
    case refused(MessageError, line: Int, column: Int)
    /// The source cannot be read, or the sink takes no bytes.
    case file(JSONError)

    /// A word whose meaning never changes.
    package var code: String {
        switch self {
        case .refused(let error, _, _): error.code
        case .file(let error): error.code.rawValue
        }
    }
}

/// The things that messages say of the frame they were carried into: its name, and with what certainty they are placed in it.
package struct FrameNote: Hashable, Sendable {
    /// The name of the frame; `nil` where it has none.
    package var frame: String?
    /// The covariance of the motion that carries messages, as a graph or a handshake has it; `nil` where it is not known.
    package var covariance: EdgeCovariance?

    package init(frame: String? = nil, covariance: EdgeCovariance? = nil) {
        (self.frame, self.covariance) = (frame, covariance)
    }

    /// The members of a message that lies there in its sender's frame.
    ///
    /// A matrix that scales is no pose, and has no covariance of one.
    func members(at transform: MessageTransform) -> MessageExtension {
        // The true motion is W exp(ξ), and W exp(ξ) T = W T exp(Ad(T⁻¹) ξ).
        let pose = (try? DevicePose(transform))?.transform
        return MessageExtension(
            frame: frame,
            covariance: pose.flatMap { covariance?.inverted(of: $0.inverted()).upperTriangle })
    }
}
