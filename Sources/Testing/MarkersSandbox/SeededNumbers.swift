/// Random numbers, each computed from a seed, a stream and a place only (SplitMix64: Steele, Lea, Flood 2014).
struct SeededNumbers {
    let seed: UInt64

    func number(_ place: UInt64, of stream: UInt64 = 0) -> UInt64 {
        mixed(mixed(seed &+ 0x9e37_79b9_7f4a_7c15 &* (stream &+ 1)) &+ 0x9e37_79b9_7f4a_7c15 &* (place &+ 1))
    }

    /// A number from 0 to below 1.
    func share(_ place: UInt64, of stream: UInt64) -> Double {
        Double(number(place, of: stream) >> 11) * 0x1p-53
    }

    /// A random UUID (version 4) in lower case.
    func identifier(_ place: UInt64, of stream: UInt64) -> String {
        let high = number(2 &* place, of: stream) & 0xffff_ffff_ffff_0fff | 0x4000
        let low = number(2 &* place &+ 1, of: stream) & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
        let digits = [high, low].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
        var text = ""
        for (place, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(place) { text.append("-") }
            text.append(digit)
        }
        return text
    }

    private func mixed(_ state: UInt64) -> UInt64 {
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
