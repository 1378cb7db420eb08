/// The type of a frame, by its number in the first byte.
enum FrameType: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    var isControl: Bool { rawValue >= 8 }
}

/// The bytes before the payload of a frame, 2 to 14 of them.
struct FrameHead: Sendable {
    var type: FrameType
    var isLast: Bool
    var count: Int
    var mask: FrameMask?
    var size: Int

    static let longestControl = 125

    /// Reads a head as far as it has arrived; nil while it is incomplete, unless what is there is wrong already.
    ///
    /// - Parameters:
    ///   - role: the side that reads.
    ///   - rest: the bytes that the message may still have; for a message that begins, all.
    ///   - begun: whether a message has begun and has not ended.
    ///   - offset: the place of the first byte in the stream.
    init?(
        _ bytes: UnsafeRawBufferPointer, role: WebSocketRole, limits: WebSocketLimits, rest: Int,
        isInside begun: Bool, at offset: Int
    ) throws(WebSocketError) {
        guard bytes.count >= 1 else { return nil }
        guard bytes[0] & 0x70 == 0 else { throw WebSocketError(.reservedBits, at: offset) }
        guard let type = FrameType(rawValue: bytes[0] & 15) else {
            throw WebSocketError(.reservedOpcode(bytes[0] & 15), at: offset)
        }
        (self.type, isLast) = (type, bytes[0] & 0x80 != 0)
        switch type {
        case .continuation: if !begun { throw WebSocketError(.nothingToContinue, at: offset) }
        case .text, .binary:
            if begun { throw WebSocketError(.unfinishedMessage, at: offset) }
            if type == .binary, !limits.takesBinary { throw WebSocketError(.binary, at: offset) }
        case .close, .ping, .pong: if !isLast { throw WebSocketError(.fragmentedControl, at: offset) }
        }
        guard bytes.count >= 2 else { return nil }
        let hasMask = bytes[1] & 0x80 != 0, short = Int(bytes[1] & 0x7f)
        guard hasMask == (role == .server) else {
            throw WebSocketError(hasMask ? .masked : .unmasked, at: offset + 1)
        }
        guard !type.isControl || short <= FrameHead.longestControl else {
            throw WebSocketError(.longControl, at: offset + 1)
        }
        let lengthEnd = short == 127 ? 10 : short == 126 ? 4 : 2
        guard bytes.count >= lengthEnd else { return nil }
        var length = UInt64(short)
        if lengthEnd > 2 { length = bytes[2..<lengthEnd].reduce(0) { $0 << 8 | UInt64($1) } }
        guard length >> 63 == 0 else { throw WebSocketError(.hugeLength, at: offset + 2) }
        let least: UInt64 = short == 127 ? 1 << 16 : short == 126 ? 126 : 0
        guard length >= least else { throw WebSocketError(.longLength, at: offset + 2) }
        guard type.isControl || length <= UInt64(max(rest, 0)) else {
            throw WebSocketError(.longMessage(limit: limits.messageBytes), at: offset + 1)
        }
        count = Int(length)
        size = lengthEnd + (hasMask ? 4 : 0)
        guard bytes.count >= size else { return nil }
        let word = hasMask ? bytes.loadUnaligned(fromByteOffset: lengthEnd, as: UInt32.self) : 0
        mask = hasMask ? FrameMask(word: UInt32(littleEndian: word)) : nil
    }
}

/// Four bytes that a client's payload is combined with, over and over, by exclusive or.
public struct FrameMask: Hashable, Sendable {
    /// The bytes in the order they are sent, the first one lowest.
    var word: UInt32

    /// - Parameter bytes: in the order they are sent.
    public init(_ bytes: (UInt8, UInt8, UInt8, UInt8)) {
        word = UInt32(bytes.0) | UInt32(bytes.1) << 8 | UInt32(bytes.2) << 16 | UInt32(bytes.3) << 24
    }

    init(word: UInt32) { self.word = word }

    /// Masks bytes, or takes their mask off.
    ///
    /// - Parameters:
    ///   - bytes: a part of the payload.
    ///   - place: the place of the first of them in the payload.
    public func apply(to bytes: UnsafeMutableRawBufferPointer, from place: Int = 0) {
        let turn = UInt32(place % 4 * 8)
        let first = word >> turn | word << ((32 - turn) % 32)
        let double = UInt64(first) | UInt64(first) << 32
        var next = 0
        while next + 8 <= bytes.count {
            let block = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt64.self))
            bytes.storeBytes(of: (block ^ double).littleEndian, toByteOffset: next, as: UInt64.self)
            next += 8
        }
        while next < bytes.count {
            bytes[next] ^= UInt8(truncatingIfNeeded: first >> UInt32(next % 4 * 8))
            next += 1
        }
    }
}

/// The side of a connection that a program is on.
///
/// Clients mask what they send and servers do not (RFC 6455, 5.1); the other way round ends the connection.
public enum WebSocketRole: String, Hashable, Sendable, CaseIterable {
    case client, server

    /// The side that it speaks to.
    public var other: WebSocketRole { self == .client ? .server : .client }
}
