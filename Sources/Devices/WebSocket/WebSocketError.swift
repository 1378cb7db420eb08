/// A breach of the rules for frames: what it is, and the byte where it was found.
///
/// The connection ends with it; ``closeCode`` is what the other side is to be told.
public struct WebSocketError: Error, Hashable, Sendable {
    public var reason: Reason
    /// The place of the byte among all bytes after the opening handshake, from 0.
    public var offset: Int

    public init(_ reason: Reason, at offset: Int) { (self.reason, self.offset) = (reason, offset) }

    /// The rule that was broken.
    public enum Reason: Hashable, Sendable {
        /// One of the three reserved bits is set, although no extension was agreed on.
        case reservedBits
        /// The standard gives the number of the frame's type no meaning.
        case reservedOpcode(UInt8)
        /// A frame for control is not whole.
        case fragmentedControl
        /// A frame for control is longer than 125 bytes.
        case longControl
        /// A frame continues a message, but none has begun.
        case nothingToContinue
        /// A message begins before the one before it has ended.
        case unfinishedMessage
        /// A client's frame has no mask.
        case unmasked
        case masked
        /// The length has more bytes than it needs.
        case longLength
        /// The length has its first bit set.
        case hugeLength
        /// The body of a closing frame is one byte.
        case shortClosing
        /// A closing frame has a number that must not be sent.
        case badCloseCode(UInt16)
        /// A text, or the reason of a closing frame, is not UTF-8.
        case badText
        /// A binary message came where only texts are taken.
        case binary
        /// A message is longer than the limit, in bytes.
        case longMessage(limit: Int)
    }
}

extension WebSocketError {
    /// The number to close with.
    public var closeCode: CloseCode {
        switch reason {
        case .badText: .invalidText
        case .binary: .unsupportedData
        case .longMessage: .messageTooBig
        default: .protocolError
        }
    }

    /// A word that never changes its meaning.
    public var code: String { told.code }

    /// A sentence without a full stop: what was found and where.
    public var message: String { "byte \(offset): \(text)" }

    private var text: String { told.text }

    private var told: (code: String, text: String) {
        switch reason {
        case .reservedBits: ("RESERVED_BITS", "a reserved bit is set, but no extension was agreed on")
        case .reservedOpcode(let opcode): ("RESERVED_OPCODE", "frames of type \(opcode) do not exist")
        case .fragmentedControl: ("FRAGMENTED_CONTROL", "a ping, pong or closing frame must be whole")
        case .longControl: ("LONG_CONTROL", "a ping, pong or closing frame has at most 125 bytes")
        case .nothingToContinue: ("NOTHING_TO_CONTINUE", "a frame continues a message, but none has begun")
        case .unfinishedMessage: ("UNFINISHED_MESSAGE", "a message begins before the last one has ended")
        case .unmasked: ("UNMASKED", "a client must mask its frames")
        case .masked: ("MASKED", "a server must not mask its frames")
        case .longLength: ("LONG_LENGTH", "the length takes more bytes than it needs")
        case .hugeLength: ("HUGE_LENGTH", "the length has its first bit set")
        case .shortClosing: ("SHORT_CLOSING", "a closing frame with one byte; its code has two")
        case .badCloseCode(let code): ("BAD_CLOSE_CODE", "close code \(code) must not be sent")
        case .badText: ("BAD_TEXT", "this is not UTF-8")
        case .binary: ("BINARY", "this binary message is not taken; send text")
        case .longMessage(let limit):
            ("LONG_MESSAGE", "the message is longer than \(limit) bytes; send it in parts")
        }
    }
}
