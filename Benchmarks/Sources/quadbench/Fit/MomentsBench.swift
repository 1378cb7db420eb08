import CPeers
import QuadGeometry
import RigidCalibration

/// A fit of many pairs in one pass, beside reading the same numbers once; both from memory, in turn.
enum MomentsBench {
    static let usage = "moments [--count N] [--repeat K] [--seed S]"

    static func run(_ options: [String: String]) throws -> Any {
        let count = try options.count("count", default: 1_000_000)
        let repeats = try options.count("repeat", default: 15)
        let pairs = pairs(count, seed: UInt64(try options.count("seed", default: 1)))
        defer { pairs.sources.deallocate() }
        let (sources, targets) = pairs
        let all = UnsafeBufferPointer(start: sources.baseAddress, count: 6 * count)
        var runners: [(name: String, work: () -> Double)] = [
            ("read", { Double(bitPattern: peer_read(all.baseAddress, all.count)) }),
            (
                "fit",
                { (try? RigidFit(packed: sources, targets: targets, solver: .fast))?.rms ?? .nan }
            ),
        ]
        for level in KernelLevel.available {
            runners.append(
                (
                    "sums \(level.rawValue)",
                    {
                        (try? PairMoments(packed: sources, targets: targets, on: level))?.sourceScatter
                            ?? .nan
                    }
                ))
        }
        // Larger than any cache, read before every run so that nothing is left of the pairs.
        let flush = UnsafeMutableBufferPointer<Double>.allocate(capacity: 1 << 24)
        flush.initialize(repeating: 1)
        defer { flush.deallocate() }
        var times = [[Double]](repeating: [], count: runners.count), found: UInt64 = 0
        for round in 0...repeats {
            for (i, runner) in runners.enumerated() {
                found |= peer_read(flush.baseAddress, flush.count)
                let time = ThreadClock.time { found |= runner.work().bitPattern }
                if round > 0 { times[i].append(time / 1e6) }
            }
        }
        let medians = Dictionary(uniqueKeysWithValues: zip(runners.map(\.name), times.map(\.median)))
        return [
            "pairs": count, "ms": medians,
            "fit_over_read": (medians["fit"] ?? .nan) / (medians["read"] ?? .nan),
            "found": found == 0 ? 0 : 1,
        ]
    }

    /// Points of a room and where they are after a motion, with a centimetre of noise; the targets lie behind the sources, whose
    /// memory is that of both.
    static func pairs(_ count: Int, seed: UInt64)
        -> (sources: UnsafeBufferPointer<Double>, targets: UnsafeBufferPointer<Double>)
    {
        var random = SeededGenerator(seed: seed)
        let rotation = Rotation(rotationVector: SIMD3(0.3, -1.2, 0.5)) ?? .identity
        let numbers = UnsafeMutableBufferPointer<Double>.allocate(capacity: 6 * count)
        for pair in 0..<count {
            let p = SIMD3<Double>.random(in: -5...5, using: &random)
            let noise = SIMD3<Double>.random(in: -0.01...0.01, using: &random)
            let q = rotation * p + SIMD3(100, -20, 3) + noise
            for axis in 0..<3 {
                numbers[3 * pair + axis] = p[axis]
                numbers[3 * (count + pair) + axis] = q[axis]
            }
        }
        let all = UnsafeBufferPointer(numbers)
        return (
            UnsafeBufferPointer(rebasing: all[..<(3 * count)]),
            UnsafeBufferPointer(rebasing: all[(3 * count)...])
        )
    }
}
