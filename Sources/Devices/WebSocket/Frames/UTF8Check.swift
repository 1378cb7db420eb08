/// A check of UTF-8 that comes in pieces, which may end inside a character.
struct UTF8Check: Hashable, Sendable {
    /// The bytes that the last character lacks.
    private var missing = 0
    /// The bounds of the next of them.
    private var low: UInt8 = 0x80
    private var high: UInt8 = 0xbf

    /// Whether no character is incomplete.
    var isWhole: Bool { missing == 0 }

    /// Takes the next piece, and returns the place of the first byte that cannot follow; do not use it after one was found.
    mutating func firstFault(in bytes: UnsafeRawBufferPointer) -> Int? {
        var place = 0
        while place < bytes.count {
            if missing == 0 {
                while place + 8 <= bytes.count,
                    bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) & UTF8Check.highBits == 0
                {
                    place += 8
                }
                guard place < bytes.count else { return nil }
                guard begin(bytes[place]) else { return place }
            } else {
                guard bytes[place] >= low, bytes[place] <= high else { return place }
                missing -= 1
                (low, high) = (0x80, 0xbf)
            }
            place += 1
        }
        return nil
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Takes the first byte of a character; false if none begins with it (Unicode 16, table 3-7).
    private mutating func begin(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x80: return true
        case 0xc2...0xdf: missing = 1
        case 0xe0: (missing, low) = (2, 0xa0)
        case 0xed: (missing, high) = (2, 0x9f)
        case 0xe1...0xef: missing = 2
        case 0xf0: (missing, low) = (3, 0x90)
        case 0xf1...0xf3: missing = 3
        case 0xf4: (missing, high) = (3, 0x8f)
        default: return false
        }
        return true
    }
}
