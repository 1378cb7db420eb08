import CPeers
import QuadGeometry
import RigidCalibration

/// The cost of a fit of one moved quad: alone by each solver and Eigen; in batches, from memory and cache.
enum FitSpeedBench {
    static let usage = "fitspeed [--count N] [--repeat K] [--seed S]"

    /// Quads whose fits stay in the cache.
    private static let cached = 100

    static func run(_ options: [String: String]) throws -> Any {
        let count = try options.count("count", default: 100_000)
        let repeats = try options.count("repeat", default: 11)
        let seed = UInt64(try options.count("seed", default: 1))
        let problems = FitProblems(count, seed: seed)
        var result: [String: Any] = ["fits": count, "seed": seed]
        let singles = singles(problems, repeats).medians()
        result["ns_per_fit_single"] = singles
        if let eigen = singles[eigen] { result["times_eigen"] = singles.mapValues { $0 / eigen } }
        result["ns_per_fit_batch"] = batches(problems, passes: 1, repeats).medians()
        let few = FitProblems(min(count, cached), seed: seed)
        let passes = max(1, count / cached)
        result["ns_per_fit_batch_in_cache"] = batches(few, passes: passes, repeats).medians()
        return result
    }

    private static func singles(_ problems: FitProblems, _ repeats: Int) -> Race {
        let count = min(problems.count, 10_000)
        let race = Race(items: count, rounds: repeats)
        let posed = problems.correspondences.prefix(count)
        for solver in RigidSolver.allCases {
            race.add("\(solver.rawValue), points") {
                for pairs in posed {
                    do { race.found += try RigidFit(pairs, solver: solver).steps } catch {}
                }
            }
        }
        // Taking pairs out of an array counts references, which costs half as much as the fit.
        if let pairs = posed.first {
            race.add("fast, points in hand") {
                for _ in 0..<count {
                    do { race.found += try RigidFit(pairs, solver: .fast).steps } catch {}
                }
            }
        }
        race.add("fast, packed") {
            for i in 0..<count {
                let (sources, targets) = problems.packed(i)
                do {
                    race.found += try RigidFit(packed: sources, targets: targets, solver: .fast).steps
                } catch {}
            }
        }
        race.add(eigen) {
            var motion = [Double](repeating: 0, count: 12)
            for i in 0..<count {
                let (sources, targets) = problems.packed(i)
                if let p = sources.baseAddress, let q = targets.baseAddress {
                    race.found += Int(peer_umeyama(p, q, 4, &motion))
                }
            }
        }
        race.add("fast, batches of one") {
            for i in 0..<count {
                race.found +=
                    RigidFits.solve(
                        packed: UnsafeBufferPointer(rebasing: problems.numbers[24 * i..<24 * (i + 1)]),
                        pairs: 4, into: UnsafeMutableBufferPointer(rebasing: problems.motions[i...i])
                    ).refined
            }
        }
        return race
    }

    private static var eigen: String { String(cString: peer_eigen_version()) }

    private static func batches(_ problems: FitProblems, passes: Int, _ repeats: Int) -> Race {
        let race = Race(items: problems.count * passes, rounds: repeats)
        for level in KernelLevel.available {
            race.add("packed \(level.rawValue)") {
                for _ in 0..<passes {
                    race.found +=
                        RigidFits.solve(
                            packed: problems.numbers, pairs: 4, into: problems.motions, on: level
                        ).refined
                }
            }
            race.add("columns \(level.rawValue)") {
                for _ in 0..<passes {
                    race.found +=
                        RigidFits.solve(
                            problems.sources, problems.targets, into: problems.motions, on: level
                        ).refined
                }
            }
        }
        return race
    }
}

/// Quads before and after a motion each with a millimetre of noise, in every form that fits take.
final class FitProblems {
    let count: Int
    let sources, targets: QuadColumns
    let correspondences: [Correspondences]
    /// Packed as in a problem file.
    let numbers: UnsafeBufferPointer<Double>
    let motions: UnsafeMutableBufferPointer<AnchoredMotion>

    init(_ count: Int, seed: UInt64) {
        var random = SeededGenerator(seed: seed &+ 1)
        func noise(_ size: Double) -> SIMD3<Double> { .random(in: -size...size, using: &random) }
        let quads = SceneCommand.quads(count, seed: seed)
        let moved = quads.map { quad in
            let rotation = Rotation(rotationVector: noise(1.8)) ?? .identity
            let shift = noise(5)
            return quad.map { rotation * $0 + shift + noise(1e-3) }
        }
        self.count = count
        sources = QuadColumns(quads)
        targets = QuadColumns(moved)
        correspondences = zip(quads, moved).compactMap { try? Correspondences(quads: [$0], targets: [$1]) }
        let memory = UnsafeMutableBufferPointer<Double>.allocate(capacity: 24 * count)
        _ = memory.initialize(
            from: zip(quads, moved).lazy.flatMap { $0.corners + $1.corners }.flatMap { [$0.x, $0.y, $0.z] })
        numbers = UnsafeBufferPointer(memory)
        motions = .allocate(capacity: count)
        motions.initialize(
            repeating: AnchoredMotion.identity)
    }

    deinit {
        numbers.deallocate()
        motions.deallocate()
    }

    /// One problem's sources and targets.
    func packed(_ problem: Int) -> (UnsafeBufferPointer<Double>, UnsafeBufferPointer<Double>) {
        let sources = 24 * problem, targets = sources + 12
        return (
            UnsafeBufferPointer(rebasing: numbers[sources..<targets]),
            UnsafeBufferPointer(rebasing: numbers[targets..<targets + 12])
        )
    }
}
