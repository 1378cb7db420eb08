internal import StrictJSON

/// The name of a connection: a UUID, compared by its 128 bits, written in upper case.
public struct SessionToken: Hashable, Sendable {
    /// The first and the last eight bytes, most significant first.
    public let high, low: UInt64

    public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// The token of 36 characters in either case; `nil` for anything else.
    public init?(_ text: String) {
        var text = text
        let token = text.withUTF8 { SessionToken($0, 0..<$0.count) }
        guard let token else { return nil }
        self = token
    }

    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        guard range.count == SessionToken.length else { return nil }
        let text = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[range])
        for place in [8, 13, 18, 23] where text[place] != UInt8(ascii: "-") { return nil }
        func eight(_ place: Int) -> UInt64 {
            UInt64(littleEndian: text.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        }
        func four(_ place: Int) -> UInt64 {
            UInt64(UInt32(littleEndian: text.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
        }
        guard let first = SessionToken.number(eight(0)),
            let second = SessionToken.number(four(9) | four(14) << 32),
            let third = SessionToken.number(four(19) | four(24) << 32),
            let fourth = SessionToken.number(eight(28))
        else { return nil }
        (high, low) = (first << 32 | second, third << 32 | fourth)
    }

    /// The number of eight hexadecimal digits, the first in the lowest byte; `nil` if one is none.
    @inline(__always)
    private static func number(_ text: UInt64) -> UInt64? {
        let each: UInt64 = 0x0101_0101_0101_0101
        let digits = text & (0x0f * each) &+ 9 &* (text >> 6 & each)
        // Written again in upper case, they are what was read, or the same letter in lower case.
        let letters = (digits &+ 6 &* each) >> 4 & each
        guard digits & (0xf0 * each) == 0,
            digits &+ 0x30 &* each &+ 7 &* letters == text & ~(letters << 5)
        else { return nil }
        let pairs = (digits << 4 | digits >> 8) & 0x00ff_00ff_00ff_00ff
        let fours = (pairs << 8 | pairs >> 16) & 0x0000_ffff_0000_ffff
        return (fours << 16 | fours >> 32) & 0xffff_ffff
    }

    /// A token of random bits, marked as such (version 4).
    public static func random(using generator: inout some RandomNumberGenerator) -> SessionToken {
        let high = UInt64.random(in: 0 ... .max, using: &generator)
        let low = UInt64.random(in: 0 ... .max, using: &generator)
        return SessionToken(high: high & ~0xF000 | 0x4000, low: low & (1 << 62 - 1) | 1 << 63)
    }

    /// The number of characters of the text.
    package static let length = 36

    private static func isDash(_ place: Int) -> Bool {
        place == 8 || place == 13 || place == 18 || place == 23
    }
}

extension SessionToken: CustomStringConvertible {
    /// The 36 characters in upper case.
    public var description: String {
        String(unsafeUninitializedCapacity: SessionToken.length) { buffer in
            var count = 0
            for place in 0..<SessionToken.length {
                guard !SessionToken.isDash(place) else {
                    buffer[place] = UInt8(ascii: "-")
                    continue
                }
                let word = count < 16 ? high : low
                let digit = UInt8(word >> UInt64(60 - 4 * (count % 16)) & 15)
                buffer[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
                count += 1
            }
            return SessionToken.length
        }
    }
}
