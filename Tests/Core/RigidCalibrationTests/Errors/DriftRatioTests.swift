import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("The ratio of residuals that shows a drift")
struct DriftRatioTests {
    @Test(
        "Eigenvalues have the sum, the squares and the products of the matrix", arguments: [1, 2, 3, 7, 40])
    func spectrum(size: Int) throws {
        var generator = SeededGenerator(seed: Seeds.first, sample: size)
        // Known eigenvalues, some of them alike, turned by reflections.
        let known = (0..<size).map { Double($0 / 2) - 1.5 }
        var rows = (0..<size).map { row in (0..<size).map { $0 == row ? known[row] : 0 } }
        for _ in 0..<3 {
            let mirror = (0..<size).map { _ in Double.random(in: -1...1, using: &generator) }
            let square = mirror.reduce(0) { $0 + $1 * $1 }
            for _ in 0..<2 {
                rows = rows.map { row in
                    let share = 2 * zip(row, mirror).reduce(0) { $0 + $1.0 * $1.1 } / square
                    return zip(row, mirror).map { $0 - share * $1 }
                }
                rows = (0..<size).map { column in rows.map { $0[column] } }
            }
        }
        let found = SymmetricSpectrum(rows.flatMap { $0 }, size: size).values.sorted()
        let bound = 1e-14 * Double(size) * Double(size)
        for (one, other) in zip(found, known.sorted()) { #expect((one - other).magnitude < bound) }
    }

    /// Markers of four corners in a room, with noise of corners, errors of markers, and a walk along x.
    private static func pairs(drift: Double, sample: Int) throws -> Correspondences {
        var generator = SeededGenerator(seed: Seeds.first, sample: sample)
        var sources: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = [], groups: [Int] = []
        var walk = SIMD3<Double>.zero
        for marker in 0..<12 {
            let center = SIMD3(
                Double(marker), .random(in: 0...2, using: &generator), .random(in: -3...3, using: &generator))
            walk += SIMD3.normal(using: &generator) * drift
            let common = SIMD3.normal(using: &generator) * 0.004
            for corner in [
                SIMD3(0.1, 0.1, 0.0), SIMD3(-0.1, 0.1, 0), SIMD3(-0.1, -0.1, 0), SIMD3(0.1, -0.1, 0),
            ] {
                sources.append(center + corner)
                targets.append(center + corner + walk + common + SIMD3.normal(using: &generator) * 0.003)
                groups.append(marker)
            }
        }
        return try Correspondences(sources: sources, targets: targets, groups: groups)
    }

    /// Scans of one place, which show together what each shows weakly.
    private static let sessions = 5

    @Test("Without a drift it has the probability it says, and with one hardly any")
    func probability() throws {
        let scenes = Effort.count(2000, quick: 300)
        var below = [0.5: 0, 0.1: 0, 0.01: 0], found = 0
        for sample in 0..<scenes {
            let sound = try #require(try DriftEvidence(try Self.pairs(drift: 0, sample: sample))?.ratio)
            let chance = DriftRatio.chance(of: [sound], share: 1)
            for level in below.keys where chance < level { below[level, default: 0] += 1 }
            guard sample % Self.sessions == 0 else { continue }
            let bent = try (sample..<(sample + Self.sessions)).compactMap { one in
                try DriftEvidence(try Self.pairs(drift: 0.02, sample: one))?.ratio
            }
            found += DriftRatio.chance(of: bent, share: 1) < 0.01 ? 1 : 0
        }
        for (level, count) in below {
            let expected = level * Double(scenes)
            let deviation = (expected * (1 - level)).squareRoot()
            #expect(
                (Double(count) - expected).magnitude < 4 * deviation + 1,
                "\(count) of \(scenes) below \(level)")
        }
        let rooms = scenes / Self.sessions
        #expect(Double(found) > 0.9 * Double(rooms), "\(found) of \(rooms)")
    }

    @Test("Nothing shows nothing, and sessions together more than each")
    func together() throws {
        #expect(DriftRatio.chance(of: [], share: 1) == 1)
        let all = try (0..<5).compactMap {
            try DriftEvidence(try Self.pairs(drift: 0.003, sample: $0))?.ratio
        }
        let each = all.map { DriftRatio.chance(of: [$0], share: 1) }.min() ?? 1
        #expect(all.count == 5 && DriftRatio.chance(of: all, share: 0.8) < each)
    }
}
