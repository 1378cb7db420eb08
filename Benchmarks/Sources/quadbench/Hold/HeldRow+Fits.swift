import CPeers
import QuadGeometry
import RigidCalibration

/// Fits, beside Eigen and beside reading their pairs.
extension HeldRow {
    static func fit(_ solver: RigidSolver, of problems: FitProblems) -> HeldRow {
        // So few that they stay in the cache, wherever they lie.
        let items = 400, passes = 5, posed = problems.correspondences
        return HeldRow(
            items: items,
            ours: { items in
                var steps = 0
                let time = try ThreadClock.time {
                    for _ in 0..<passes {
                        for pairs in posed.prefix(items) {
                            steps += try RigidFit(pairs, solver: solver).steps
                        }
                    }
                }
                guard steps >= 0 else { throw BenchError.violated("fewer steps than none") }
                return time
            },
            theirs: {
                (0..<passes).reduce(0) { time, _ in time + fitInEigen(problems, items) }
            })
    }

    /// Of quads that come from memory, so many that no cache holds them.
    static func batches(of problems: FitProblems, on level: KernelLevel) -> HeldRow {
        let items = problems.count * 5 / 6, share = items / 2000
        return HeldRow(
            items: items,
            ours: { items in
                ThreadClock.time {
                    _ = RigidFits.solve(
                        packed: UnsafeBufferPointer(rebasing: problems.numbers[..<(24 * items)]), pairs: 4,
                        into: UnsafeMutableBufferPointer(rebasing: problems.motions[..<items]), on: level)
                }
            }, theirs: { fitInEigen(problems, 2000) * Double(share) })
    }

    static func fitInEigen(_ problems: FitProblems, _ items: Int) -> Double {
        var motion = [Double](repeating: 0, count: 12)
        return ThreadClock.time {
            for i in 0..<items {
                let (sources, targets) = problems.packed(i)
                if let p = sources.baseAddress, let q = targets.baseAddress {
                    _ = peer_umeyama(p, q, 4, &motion)
                }
            }
        }
    }

    /// Each turn begins with nothing of the pairs in a cache.
    static func manyPairs() -> HeldRow {
        let items = 1_000_000, all = items * 6 / 5
        let pairs = MomentsBench.pairs(all, seed: 1)
        let flush = [Double](repeating: 1, count: 1 << 24)
        return HeldRow(
            items: items,
            ours: { items in
                _ = peer_read(flush, flush.count)
                let sources = UnsafeBufferPointer(rebasing: pairs.sources[..<(3 * items)])
                let targets = UnsafeBufferPointer(rebasing: pairs.targets[..<(3 * items)])
                return try ThreadClock.time {
                    _ = try RigidFit(packed: sources, targets: targets, solver: .fast)
                }
            },
            theirs: {
                _ = peer_read(flush, flush.count)
                return ThreadClock.time { _ = peer_read(pairs.sources.baseAddress, 6 * items) }
            })
    }
}
