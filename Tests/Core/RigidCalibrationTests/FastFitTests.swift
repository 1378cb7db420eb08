import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Fits the fast way, alone and side by side")
struct FastFitTests {
    /// Problems of `pairs` pairs, packed as in a problem file: in general position with a millimetre of noise.
    static func problems(_ count: Int, pairs: Int, seed: UInt64) -> [Double] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).flatMap { problem -> [Double] in
            let strategy = RigidStrategy.allCases[problem % RigidStrategy.allCases.count]
            let motion = strategy.transform(using: &random)
            let sources = (0..<pairs).map { _ in SIMD3<Double>.random(in: -5...5, using: &random) }
            let targets = sources.map {
                motion * $0 + SIMD3<Double>.random(in: -1e-3...1e-3, using: &random)
            }
            return (sources + targets).flatMap { [$0.x, $0.y, $0.z] }
        }
    }

    static func fit(
        _ problem: some Collection<Double>, _ solver: RigidSolver
    ) throws(RigidFitError) -> RigidFit {
        let numbers = Array(problem)
        let fit = numbers.withUnsafeBufferPointer { numbers in
            let half = numbers.count / 2
            return Result { () throws(RigidFitError) in
                try RigidFit(
                    packed: UnsafeBufferPointer(rebasing: numbers[..<half]),
                    targets: UnsafeBufferPointer(rebasing: numbers[half...]), solver: solver)
            }
        }
        return try fit.get()
    }

    static func batch(
        _ numbers: [Double], pairs: Int, on level: KernelLevel = .best
    ) -> (motions: [AnchoredMotion], outcome: RigidFits.Outcome) {
        var motions = [AnchoredMotion](repeating: .identity, count: numbers.count / (6 * pairs))
        let outcome = numbers.withUnsafeBufferPointer { numbers in
            motions.withUnsafeMutableBufferPointer {
                RigidFits.solve(packed: numbers, pairs: pairs, into: $0, on: level)
            }
        }
        return (motions, outcome)
    }

    /// ‖a - b‖ / √3, in which digits are promised.
    static func distance(_ a: Rotation, _ b: Rotation) -> Double {
        let (x, y, z) = (a.x - b.x, a.y - b.y, a.z - b.z)
        return ((x.dot(x) + y.dot(y) + z.dot(z)) / 3).squareRoot()
    }

    /// The error of 15 digits and a rounding of the refined answer.
    static let fifteenDigits = 1e-15 + 1.3e-16

    @Test("fifteen digits, or the default's answer", arguments: [3, 4, 7, 40, 1000], Seeds.few)
    func digits(pairs: Int, seed: UInt64) throws {
        let numbers = FastFitTests.problems(pairs > 100 ? 5 : 200, pairs: pairs, seed: seed)
        var fast = 0
        for start in stride(from: 0, to: numbers.count, by: 6 * pairs) {
            let problem = numbers[start..<start + 6 * pairs]
            let quick = try FastFitTests.fit(problem, .fast),
                refined = try FastFitTests.fit(problem, .default)
            let error = FastFitTests.distance(
                quick.targetFromSource.rotation, refined.targetFromSource.rotation)
            #expect(error <= FastFitTests.fifteenDigits, "seed \(seed) at \(start)")
            #expect((quick.rms - refined.rms).magnitude <= 1e-12 * refined.rms + 1e-12)
            let values = quick.singularValues - refined.singularValues
            #expect(values.largestMagnitude <= 1e-13 * refined.singularValues.x)
            #expect((quick.mirroredRMS == nil) == (refined.mirroredRMS == nil))
            fast += quick.solver == .fast ? 1 : 0
            if quick.solver != .fast { #expect(quick.targetFromSource == refined.targetFromSource) }
        }
        #expect(fast * 10 >= numbers.count / (6 * pairs) * 9, "general position is not left to the default")
    }

    @Test("many pairs are summed in one pass, alone and side by side", arguments: [4097, 20_000], Seeds.few)
    func onePass(pairs: Int, seed: UInt64) throws {
        let numbers = FastFitTests.problems(2, pairs: pairs, seed: seed)
        let fits = try stride(from: 0, to: numbers.count, by: 6 * pairs).map { start in
            let problem = numbers[start..<start + 6 * pairs]
            let quick = try FastFitTests.fit(problem, .fast), exact = try FastFitTests.fit(problem, .exact)
            #expect(quick.solver == .fast)
            let error = FastFitTests.distance(
                quick.targetFromSource.rotation, exact.targetFromSource.rotation)
            #expect(error <= FastFitTests.fifteenDigits, "seed \(seed) at \(start)")
            let points = stride(from: 0, to: 6 * pairs, by: 3).map { at in
                SIMD3(numbers[start + at], numbers[start + at + 1], numbers[start + at + 2])
            }
            let same = try RigidFit(
                Correspondences(sources: Array(points[..<pairs]), targets: Array(points[pairs...])),
                solver: .fast)
            #expect(same.targetFromSource == quick.targetFromSource)
            return quick
        }
        let (motions, outcome) = FastFitTests.batch(numbers, pairs: pairs)
        #expect(motions == fits.map(\.targetFromSource))
        #expect(outcome.refused.isEmpty)
    }

    @Test("spans give the bits of buffers, and refuse what they refuse")
    func spans() throws {
        let numbers = FastFitTests.problems(3, pairs: 5, seed: 11)
        let sources = Array(numbers[..<15]), targets = Array(numbers[15..<30])
        let fit = try RigidFit(packed: sources.span, targets: targets.span, solver: .fast)
        #expect(fit.targetFromSource == (try FastFitTests.fit(numbers[..<30], .fast)).targetFromSource)
        let moments = try PairMoments(packed: sources.span, targets: targets.span)
        #expect(moments.count == 5)
        var motions = [AnchoredMotion](repeating: .identity, count: 3), room = motions.mutableSpan
        let outcome = RigidFits.solve(packed: numbers.span, pairs: 5, into: &room)
        #expect(outcome.refused.isEmpty && motions == FastFitTests.batch(numbers, pairs: 5).motions)
        let short = Array(targets.dropLast(3))
        #expect(throws: RigidFitError.self) { try RigidFit(packed: sources.span, targets: short.span) }
        let line = Array(repeating: 1.0, count: 15)
        #expect(throws: RigidFitError.self) { try PairMoments(packed: line.span, targets: line.span).fit() }
    }

    @Test("a point that is not finite is named among many pairs, too")
    func oneOfMany() throws {
        var numbers = FastFitTests.problems(1, pairs: 5000, seed: 3)
        numbers[3 * 4999 + 1] = .nan
        #expect(throws: RigidFitError.self) { try FastFitTests.fit(numbers[...], .fast) }
        #expect(FastFitTests.batch(numbers, pairs: 5000).outcome.refused.count == 1)
    }

    @Test("points and packed numbers give the same bits")
    func forms() throws {
        for start in stride(from: 0, to: 24 * 50, by: 24) {
            let problem = FastFitTests.problems(50, pairs: 4, seed: 5)[start..<start + 24]
            let points = stride(from: start, to: start + 24, by: 3).map {
                SIMD3(problem[$0], problem[$0 + 1], problem[$0 + 2])
            }
            let pairs = try Correspondences(sources: Array(points[..<4]), targets: Array(points[4...]))
            let one = try RigidFit(pairs, solver: .fast), other = try FastFitTests.fit(problem, .fast)
            #expect(one.targetFromSource == other.targetFromSource)
        }
    }

    @Test("a batch has the bits of single fits, at every level and place", arguments: [3, 4, 9], Seeds.few)
    func batches(pairs: Int, seed: UInt64) throws {
        // Not a whole number of registers, nor of blocks.
        let numbers = FastFitTests.problems(77, pairs: pairs, seed: seed)
        let singles = try stride(from: 0, to: numbers.count, by: 6 * pairs).map {
            try FastFitTests.fit(numbers[$0..<$0 + 6 * pairs], .fast)
        }
        for level in KernelLevel.available {
            for skipped in [0, 1, 5] {
                let part = Array(numbers[(skipped * 6 * pairs)...])
                let (motions, outcome) = FastFitTests.batch(part, pairs: pairs, on: level)
                #expect(
                    motions == singles.dropFirst(skipped).map(\.targetFromSource), "\(level), seed \(seed)")
                #expect(outcome.refused.isEmpty)
                #expect(outcome.refined == singles.dropFirst(skipped).count { $0.solver == .default })
            }
        }
    }

    @Test("columns of quads give the same as packed corners", arguments: KernelLevel.available)
    func columns(level: KernelLevel) throws {
        let numbers = FastFitTests.problems(37, pairs: 4, seed: 9)
        func quads(_ from: Int) -> QuadColumns {
            QuadColumns(
                stride(from: from, to: numbers.count, by: 24).map { start in
                    let p = stride(from: start, to: start + 12, by: 3).map {
                        SIMD3(numbers[$0], numbers[$0 + 1], numbers[$0 + 2])
                    }
                    return Quad(p[0], p[1], p[2], p[3])
                })
        }
        var motions = [AnchoredMotion](repeating: .identity, count: 37)
        let outcome = motions.withUnsafeMutableBufferPointer {
            RigidFits.solve(quads(0), quads(12), into: $0, on: level)
        }
        #expect(motions == FastFitTests.batch(numbers, pairs: 4).motions)
        #expect(outcome.refused.isEmpty)
    }

    @Test(
        "what has no answer is refused in its place, and spoils no neighbour",
        arguments: KernelLevel.available)
    func refusals(level: KernelLevel) throws {
        var numbers = FastFitTests.problems(20, pairs: 4, seed: 3)
        let sound = FastFitTests.batch(numbers, pairs: 4).motions
        numbers[3 * 24 + 7] = .nan
        numbers[6 * 24 + 13] = .infinity
        numbers[8 * 24 + 2] = 1e61
        // All sources in one place; then on a line.
        for place in 0..<12 { numbers[11 * 24 + place] = numbers[11 * 24 + place % 3] }
        for place in 0..<12 { numbers[17 * 24 + place] = Double((place / 3) * (place % 3 + 1)) }
        let (motions, outcome) = FastFitTests.batch(numbers, pairs: 4, on: level)
        #expect(outcome.refused.map(\.problem) == [3, 6, 8, 11, 17])
        #expect(
            outcome.refused.map(\.reason.code) == [
                "NON_FINITE", "NON_FINITE", "OUT_OF_RANGE", "COINCIDENT_POINTS", "POINTS_ON_LINE",
            ])
        #expect(outcome.refused.first?.reason == .nonFinitePoint(pair: 2, side: .source))
        for problem in motions.indices {
            let isRefused = outcome.refused.contains { $0.problem == problem }
            #expect(isRefused ? motions[problem].rest.x.isNaN : motions[problem] == sound[problem])
        }
    }

    @Test("thin lines are left to the default, which has all digits", arguments: Seeds.few)
    func lines(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for thickness in [1e-2, 1e-4, 1e-6] {
            let axis = SIMD3<Double>.randomDirection(using: &random)
            let turn = RigidStrategy.random.transform(using: &random)
            let p = (0..<6).map { _ in
                axis * Double.random(in: -5...5, using: &random)
                    + SIMD3<Double>.random(in: -thickness...thickness, using: &random)
            }
            let pairs = try Correspondences(sources: p, targets: p.map { turn * $0 })
            let fit = try RigidFit(pairs, solver: .fast)
            #expect(fit.solver == .default)
            #expect(fit.digits == SolvedTurn.refinedDigits)
            #expect(try fit.targetFromSource == RigidFit(pairs).targetFromSource)
        }
    }

    @Test("every solver refuses the same, at any size", arguments: RefusalTests.sizes)
    func sameRefusals(size: Double) {
        let square = RefusalTests.square.map { $0 * size }
        let line = (0..<4).map { SIMD3(1, 2, -1) * (size * Double($0)) }
        let place = [SIMD3<Double>](repeating: SIMD3(1, 2, 3) * size, count: 4)
        let cross = [SIMD3<Double>(1, 0, 0), SIMD3(-1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, -1, 0)].map {
            $0 * size
        }
        let same = [SIMD3<Double>(1, 0, 0), SIMD3(-1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 1, 0)].map { $0 * size }
        let two = Array(square.prefix(2))
        for (p, q) in [
            (line, square), (square, line), (place, square), (square, place), (cross, same), (two, two),
        ] {
            let codes = RigidSolver.allCases.map { solver -> String in
                do throws(RigidFitError) {
                    _ = try RigidFit(Correspondences(sources: p, targets: q), solver: solver)
                    return "none"
                } catch { return error.code }
            }
            #expect(Set(codes).count == 1 && codes[0] != "none", "\(p) \(q): \(codes)")
        }
    }
}
