/// The SHA-256 digest (FIPS 180-4), by which reports and plans name the bytes they are about.
package struct SHA256 {
    private var state = SHA256.initial
    /// The last bytes, which fill no block of 64.
    private var rest: [UInt8] = []
    private var count = 0

    package init() {}

    /// The digest as 64 hexadecimal digits.
    package static func hex(of bytes: ArraySlice<UInt8>) -> String {
        var digest = SHA256()
        bytes.withUnsafeBufferPointer { digest.add($0) }
        return digest.hex
    }

    package mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
        count += bytes.count
        let missing = rest.isEmpty ? 0 : min(64 - rest.count, bytes.count)
        rest.append(contentsOf: bytes[..<missing])
        if rest.count == 64 {
            rest.withUnsafeBufferPointer { SHA256.compress($0, upTo: 64, into: &state) }
            rest.removeAll(keepingCapacity: true)
        }
        let blocks = UnsafeBufferPointer(rebasing: bytes[missing...])
        let whole = blocks.count / 64 * 64
        SHA256.compress(blocks, upTo: whole, into: &state)
        rest.append(contentsOf: blocks[whole...])
    }

    package var hex: String {
        var state = state
        // The message ends with a one bit, zeros, and its length in bits, in blocks of 64 bytes.
        var ending = rest + [0x80]
        ending += [UInt8](repeating: 0, count: (120 - ending.count) % 64)
        ending += (0..<8).reversed().map { UInt8(truncatingIfNeeded: (UInt64(count) * 8) >> (8 * $0)) }
        ending.withUnsafeBufferPointer { SHA256.compress($0, upTo: ending.count, into: &state) }
        return String(unsafeUninitializedCapacity: 64) { text in
            for place in 0..<64 {
                let digit = UInt8(truncatingIfNeeded: state[place / 8] >> UInt32(28 - place % 8 * 4)) & 15
                text[place] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
            }
            return 64
        }
    }

    private static func compress(
        _ bytes: UnsafeBufferPointer<UInt8>, upTo end: Int, into state: inout [UInt32]
    ) {
        let raw = UnsafeRawBufferPointer(bytes)
        constants.withUnsafeBufferPointer { constants in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { w in
                for block in stride(from: 0, to: end, by: 64) {
                    for t in 0..<16 {
                        w[t] = UInt32(
                            bigEndian: raw.loadUnaligned(fromByteOffset: block + 4 * t, as: UInt32.self))
                    }
                    for t in 16..<64 {
                        let s0 = turned(w[t - 15], 7) ^ turned(w[t - 15], 18) ^ (w[t - 15] >> 3)
                        let s1 = turned(w[t - 2], 17) ^ turned(w[t - 2], 19) ^ (w[t - 2] >> 10)
                        w[t] = w[t - 16] &+ s0 &+ w[t - 7] &+ s1
                    }
                    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
                    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
                    for t in 0..<64 {
                        let s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
                        let t1 = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ constants[t] &+ w[t]
                        let s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
                        let t2 = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
                        (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
                    }
                    state[0] &+= a
                    state[1] &+= b
                    state[2] &+= c
                    state[3] &+= d
                    state[4] &+= e
                    state[5] &+= f
                    state[6] &+= g
                    state[7] &+= h
                }
            }
        }
    }

    @inline(__always)
    private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word &>> bits | word &<< (32 &- bits)
    }

    /// The first 32 bits of the fractions of the square roots of the first 8 primes.
    private static let initial: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
        0x5be0_cd19,
    ]

    /// The same for the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
        0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7,
        0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc,
        0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351,
        0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e,
        0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585,
        0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f,
        0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
        0xc671_78f2,
    ]
}
