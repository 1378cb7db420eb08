/// The SHA-1 digest (FIPS 180-4), which the opening handshake asks for; nothing is kept secret by it.
enum SHA1 {
    /// The 20 bytes of the digest.
    static func digest(of bytes: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
        // The message ends with a one bit, zeros, and its length in bits, in blocks of 64 bytes.
        var padded = bytes + [0x80]
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        padded += (0..<8).reversed().map { UInt8(truncatingIfNeeded: (UInt64(bytes.count) * 8) >> (8 * $0)) }
        for block in stride(from: 0, to: padded.count, by: 64) { take(padded[block..<(block + 64)], &state) }
        return state.flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    private static func take(_ block: ArraySlice<UInt8>, _ state: inout [UInt32]) {
        var w = [UInt32](repeating: 0, count: 80)
        for (place, byte) in block.enumerated() { w[place / 4] = w[place / 4] << 8 | UInt32(byte) }
        for t in 16..<80 { w[t] = turned(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1) }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for t in 0..<80 {
            let (mixed, constant): (UInt32, UInt32) =
                switch t / 20 {
                case 0: ((b & c) | (~b & d), 0x5a82_7999)
                case 1: (b ^ c ^ d, 0x6ed9_eba1)
                case 2: ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc)
                default: (b ^ c ^ d, 0xca62_c1d6)
                }
            let next = turned(a, 5) &+ mixed &+ e &+ constant &+ w[t]
            (e, d, c, b, a) = (d, c, turned(b, 30), a, next)
        }
        for (place, word) in [a, b, c, d, e].enumerated() { state[place] &+= word }
    }

    private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word << bits | word >> (32 - bits)
    }
}
