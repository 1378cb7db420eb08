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

    /// The token in a part of some bytes.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        guard range.count == SessionToken.length else { return nil }
        var words = (high: UInt64(0), low: UInt64(0))
        var count = 0
        for place in 0..<SessionToken.length {
            let byte = bytes[range.lowerBound + place]
            if SessionToken.isDash(place) {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = JSONText.hexadecimalDigit(byte) else { return nil }
            if count < 16 {
                words.high = words.high << 4 | UInt64(digit)
            } else {
                words.low = words.low << 4 | UInt64(digit)
            }
            count += 1
        }
        (high, low) = words
    }

    /// A token of random bits, marked as such (version 4).
    public static func random(using generator: inout some RandomNumberGenerator) -> SessionToken {
        let high = UInt64.random(in: 0 ... .max, using: &generator)
        let low = UInt64.random(in: 0 ... .max, using: &generator)
        return SessionToken(high: high & ~0xF000 | 0x4000, low: low & (1 << 62 - 1) | 1 << 63)
    }

    /// The number of characters of the text.
    public static let length = 36

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
