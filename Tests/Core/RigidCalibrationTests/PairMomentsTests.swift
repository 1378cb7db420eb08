import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Moments of many pairs")
struct PairMomentsTests {
    /// The largest change by merging, relative to the natural size of a moment.
    static let mergeError = 4e-16

    struct Pairs {
        var sources: [Double] = []
        var targets: [Double] = []

        init(_ count: Int, seed: UInt64, size: SIMD3<Double> = SIMD3(5, 4, 3), at place: Double = 10) {
            var random = SeededGenerator(seed: seed)
            let motion = RigidStrategy.random.transform(using: &random)
            sources.reserveCapacity(3 * count)
            targets.reserveCapacity(3 * count)
            for _ in 0..<count {
                let p = SIMD3<Double>.random(in: -1...1, using: &random) * size + place
                let q = motion * p + SIMD3<Double>.random(in: -0.01...0.01, using: &random)
                sources += [p.x, p.y, p.z]
                targets += [q.x, q.y, q.z]
            }
        }

        func moments(_ range: Range<Int>? = nil, on level: KernelLevel = .best) throws -> PairMoments {
            try sources.withUnsafeBufferPointer { p in
                try targets.withUnsafeBufferPointer { q in
                    try PairMoments(packed: p, targets: q, range: range, on: level)
                }
            }
        }

        func fit(_ solver: RigidSolver) throws -> RigidFit {
            try FastFitTests.fit(sources + targets, solver)
        }
    }

    private func same(_ a: PairMoments, _ b: PairMoments) -> Bool {
        func numbers(_ m: PairMoments) -> [Double] {
            let all =
                [m.total, m.sourceSquares, m.targetSquares]
                + [m.sourceMean, m.targetMean, m.cross.x, m.cross.y, m.cross.z].flatMap {
                    [$0.x, $0.y, $0.z]
                }
            return all.flatMap { [$0.high, $0.low] }
        }
        return a.count == b.count && numbers(a) == numbers(b)
    }

    /// The largest difference of two sets of moments, relative to the natural sizes.
    private func distance(_ a: PairMoments, _ b: PairMoments) -> Double {
        let natural = (a.sourceScatter * a.targetScatter).squareRoot()
        let columns = zip([a.cross.x, a.cross.y, a.cross.z], [b.cross.x, b.cross.y, b.cross.z])
        let cross = columns.map { ($0 - $1).rounded.largestMagnitude / natural }
        let spread = (a.sourceScatter / a.weight).squareRoot()
        return
            (cross + [
                (a.sourceMean - b.sourceMean).rounded.largestMagnitude / spread,
                (a.targetMean - b.targetMean).rounded.largestMagnitude / spread,
                (a.sourceSquares - b.sourceSquares).rounded.magnitude / a.sourceScatter,
                (a.targetSquares - b.targetSquares).rounded.magnitude / a.targetScatter,
            ]).max() ?? 0
    }

    @Test("a thousand parts merged are one pass", arguments: Seeds.few)
    func partitions(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let count = 20_000, pairs = Pairs(count, seed: seed)
        let cuts = [0] + (0..<999).map { _ in Int.random(in: 0...count, using: &random) }.sorted() + [count]
        let parts = try zip(cuts, cuts.dropFirst()).map { try pairs.moments($0..<$1) }
        let whole = try pairs.moments()
        let one = parts.reduce(into: PairMoments()) { $0.merge($1) }
        for merged in [PairMoments.merged(parts), one] {
            #expect(merged.count == count && merged.weight == Double(count))
            #expect(distance(whole, merged) <= PairMomentsTests.mergeError, "seed \(seed)")
        }
    }

    @Test("all levels give the same bits", arguments: [4096, 4103, 70_001])
    func levels(count: Int) throws {
        let pairs = Pairs(count, seed: 4)
        let baseline = try pairs.moments(on: .baseline)
        for level in KernelLevel.available {
            #expect(same(baseline, try pairs.moments(on: level)), "\(level)")
        }
    }

    @Test("the number of threads does not show", arguments: [1, 2, 3, 8])
    func threads(count: Int) async throws {
        let pairs = Pairs(300_000, seed: 6)
        let chunks = PairMoments.chunks(of: 300_000)
        #expect(chunks.map(\.count).reduce(0, +) == 300_000)
        let parts = try await withThrowingTaskGroup(of: [(Int, PairMoments)].self) { group in
            for thread in 0..<count {
                group.addTask {
                    try stride(from: thread, to: chunks.count, by: count).map {
                        ($0, try pairs.moments(chunks[$0]))
                    }
                }
            }
            return try await group.reduce(into: [(Int, PairMoments)]()) { $0 += $1 }
        }
        let ordered = parts.sorted { $0.0 < $1.0 }.map(\.1)
        #expect(same(.merged(ordered), try pairs.moments()))
    }

    @Test("pairs one by one, with weights, fit as all at once", arguments: Seeds.few)
    func oneByOne(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let p = RigidFitTests.points(50, seed: seed)
        let q = RigidFitTests.noisy(p, RigidStrategy.far.transform(using: &random), seed: seed)
        let weights = (0..<50).map { Double($0 % 5) }
        var moments = PairMoments()
        for i in 0..<50 { try moments.add(source: p[i], target: q[i], weight: weights[i]) }
        let fit = try moments.fit()
        let whole = try RigidFit(Correspondences(sources: p, targets: q, weights: weights))
        #expect(fit.targetFromSource.rotation == whole.targetFromSource.rotation)
        #expect(fit.solver == .default)
        #expect((fit.rms - whole.rms).magnitude <= 1e-8 * 10)
        for point in p {
            let error = (fit.targetFromSource * point - whole.targetFromSource * point).length
            #expect(error <= 4 * RigidTransform.pointError * q[0].largestMagnitude)
        }
    }

    @Test("a large fit from one pass has the digits of sums of 106", arguments: Seeds.few)
    func large(seed: UInt64) throws {
        let count = 100_000
        for place in [0, 10, 1e6] {
            let pairs = Pairs(count, seed: seed, at: place)
            let fit = try pairs.fit(.fast), exact = try pairs.fit(.exact)
            #expect(fit.solver == .fast && fit.digits == SolvedTurn.refinedDigits)
            let error = FastFitTests.distance(
                fit.targetFromSource.rotation, exact.targetFromSource.rotation)
            // The error of 15.9 digits, twice: both are rounded.
            #expect(error <= 2 * 1.26e-16, "seed \(seed), at \(place)")
            #expect((fit.rms - exact.rms).magnitude <= 1e-6 * exact.rms)
            let center =
                (fit.targetFromSource * exact.targetFromSource.sourceCenter
                - exact.targetFromSource * exact.targetFromSource.sourceCenter).length
            #expect(center <= 4 * RigidTransform.pointError * (place + 10))
        }
    }

    @Test("a long thin set goes to the sums of 106 bits")
    func thin() throws {
        let pairs = Pairs(20_000, seed: 8, size: SIMD3(50, 1e-3, 1e-3))
        let fit = try pairs.fit(.fast), exact = try pairs.fit(.exact)
        #expect(fit.solver == .default)
        #expect(fit.targetFromSource == exact.targetFromSource)
        #expect(try pairs.moments().fit().digits < SolvedTurn.refinedDigits)
    }

    @Test("a first pair far from the rest costs no digits")
    func farFirst() throws {
        var pairs = Pairs(40_000, seed: 9)
        pairs.sources.replaceSubrange(0..<3, with: [2000, -300, 10])
        pairs.targets.replaceSubrange(0..<3, with: [10, 2500, -30])
        let fit = try pairs.moments().fit(), exact = try pairs.fit(.exact)
        let error = FastFitTests.distance(fit.targetFromSource.rotation, exact.targetFromSource.rotation)
        #expect(error <= 10 * Double.ulpOfOne)
    }

    @Test(
        "what is not finite is named by its pair", arguments: [3, 900, 30_000], [Double.nan, .infinity, 1e61])
    func nonFinite(count: Int, value: Double) throws {
        for pair in [0, count / 2, count - 1] {
            for side in [PairSide.source, .target] {
                var pairs = Pairs(count, seed: 2)
                if side == .source {
                    pairs.sources[3 * pair + 1] = value
                } else {
                    pairs.targets[3 * pair] = value
                }
                let expected: RigidFitError =
                    value.isFinite
                    ? .outOfRange(pair: pair, side: side) : .nonFinitePoint(pair: pair, side: side)
                for solver in [RigidSolver.default, .fast] {
                    #expect(throws: expected) { try pairs.fit(solver) }
                }
                #expect(throws: expected) { try pairs.moments() }
            }
        }
    }

    @Test("moments of too little are refused")
    func refusals() throws {
        var moments = PairMoments()
        #expect(throws: RigidFitError.tooFewPairs(found: 0, needed: 3)) { try moments.fit() }
        #expect(throws: RigidFitError.badWeight(pair: 0, weight: -1)) {
            try moments.add(source: .zero, target: .zero, weight: -1)
        }
        for _ in 0..<4 { try moments.add(source: SIMD3(1, 2, 3), target: SIMD3(0.1, 0.2, 0.3)) }
        do throws(RigidFitError) {
            _ = try moments.fit()
            Issue.record("fitted one place to another")
        } catch { #expect(error.code == "COINCIDENT_POINTS") }
        var line = PairMoments()
        for i in 0..<5 { try line.add(source: SIMD3(0, Double(i), 0), target: SIMD3(Double(i), 0, 7)) }
        do throws(RigidFitError) {
            _ = try line.fit()
            Issue.record("fitted a line")
        } catch { #expect(error.code == "TURN_NOT_DETERMINED") }
    }
}
