public import Foundation

extension UUID {
    /// The UUID in lower case, as it is on the wire.
    public var wireText: String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            withUnsafeBytes(of: uuid) { bytes in
                var place = 0
                for (i, byte) in bytes.enumerated() {
                    if [4, 6, 8, 10].contains(i) {
                        buffer[place] = UInt8(ascii: "-")
                        place += 1
                    }
                    for digit in [byte >> 4, byte & 15] {
                        buffer[place] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
                        place += 1
                    }
                }
            }
            return 36
        }
    }

    /// Reads a UUID of 36 characters in either case.
    @inline(__always)
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        guard range.count == 36 else { return nil }
        let start = range.lowerBound
        var problems =
            (bytes[start + 8] ^ 0x2d) | (bytes[start + 13] ^ 0x2d) | (bytes[start + 18] ^ 0x2d)
            | (bytes[start + 23] ^ 0x2d)
        let digits = hexadecimalDigits
        let value = digits.withUnsafeBufferPointer { digits in
            func byte(_ place: Int) -> UInt8 {
                let high = digits[Int(bytes[start + place])], low = digits[Int(bytes[start + place + 1])]
                problems |= (high | low) & 0xf0
                return high << 4 | low & 0xf
            }
            return (
                byte(0), byte(2), byte(4), byte(6), byte(9), byte(11), byte(14), byte(16), byte(19), byte(21),
                byte(24),
                byte(26), byte(28), byte(30), byte(32), byte(34)
            )
        }
        guard problems == 0 else { return nil }
        self.init(uuid: value)
    }
}

/// The value of every byte as a hexadecimal digit, 255 for those that are none.
private let hexadecimalDigits: [UInt8] = (0...255).map { JSONText.hexadecimalDigit($0) ?? 255 }
