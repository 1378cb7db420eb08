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
