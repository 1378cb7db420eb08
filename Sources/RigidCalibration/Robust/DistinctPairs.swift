/// The places of pairs that count, each only once where a pair is repeated to the bit: repetition proves nothing.
enum DistinctPairs {
    static func places(_ pairs: Correspondences) -> [Int32] {
        let capacity = 1 << (Int.bitWidth - (2 * pairs.count + 1).leadingZeroBitCount)
        var table = [Int32](repeating: -1, count: capacity)
        var distinct: [Int32] = []
        distinct.reserveCapacity(pairs.count)
        for pair in 0..<pairs.count where pairs.weights.map({ $0[pair] > 0 }) ?? true {
            let (p, q) = (pairs.sources[pair], pairs.targets[pair])
            var slot = Int(truncatingIfNeeded: hash(p, q) >> 32) & (capacity - 1)
            while table[slot] >= 0 {
                let other = Int(table[slot])
                if pairs.sources[other] == p, pairs.targets[other] == q { break }
                slot = (slot + 1) & (capacity - 1)
            }
            guard table[slot] < 0 else { continue }
            table[slot] = Int32(pair)
            distinct.append(Int32(pair))
        }
        return distinct
    }

    private static func hash(_ p: SIMD3<Double>, _ q: SIMD3<Double>) -> UInt64 {
        var mixed: UInt64 = 0
        func mix(_ number: Double) {
            // Zeros are equal whatever their sign.
            mixed = (mixed ^ (number + 0).bitPattern) &* 0x9e37_79b9_7f4a_7c15
            mixed ^= mixed >> 32
        }
        mix(p.x)
        mix(p.y)
        mix(p.z)
        mix(q.x)
        mix(q.y)
        mix(q.z)
        return mixed &* 0xd6e8_feb8_6659_fd93
    }
}
