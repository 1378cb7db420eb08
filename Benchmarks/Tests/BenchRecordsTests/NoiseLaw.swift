import Foundation

/// Laws by which the time of a batch varies; each gives a factor on the true time.
enum NoiseLaw: String, CaseIterable {
    /// Small and even.
    case normal
    /// A long tail upwards, as of a machine that others use.
    case heavyTail
    /// One batch in eight is interrupted and takes up to four times as long.
    case spikes
    /// Two speeds, as of a processor that changes its frequency.
    case twoSpeeds
    /// A load that grows and ends, the same for the batches of one round.
    case drift

    func factor(_ round: Int, using random: inout CountedRandom) -> Double {
        switch self {
        case .normal: 1 + 0.02 * random.normal()
        case .heavyTail: 1 + 0.01 * min(50, 1 / max(1e-3, random.share()) - 1)
        case .spikes: random.share() < 0.125 ? 1 + 3 * random.share() : 1 + 0.01 * random.share()
        case .twoSpeeds: (random.share() < 0.8 ? 1 : 1.12) * (1 + 0.005 * random.normal())
        case .drift: (1 + 0.5 * sin(Double(round) / 7)) * (1 + 0.01 * random.normal())
        }
    }
}

/// The same numbers for the same seed (SplitMix64: Steele, Lea, Flood 2014).
struct CountedRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// Even between 0 and 1.
    mutating func share() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Normal, by twelve even ones.
    mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + share() } }
}
