import CPeers
import QuadGeometry
import RigidCalibration

/// Kernels, checks and rays, beside C and Embree.
extension HeldRow {
    /// Of quads that stay in the cache, with what a turn takes at least, in passes over all of them.
    private static let cached = 2000, passes = 100

    static func measures(on level: KernelLevel) -> HeldRow {
        let quads = SceneCommand.quads(cached, seed: 1), columns = QuadColumns(quads)
        let peer = PeerColumns(quads), results = PeerColumns(count: quads.count, columns: 8)
        return HeldRow(
            items: passes,
            ours: { passes in
                var measures = QuadMeasureColumns(count: columns.count)
                return ThreadClock.time {
                    for _ in 0..<passes { columns.measure(into: &measures, on: level) }
                }
            },
            theirs: {
                ThreadClock.time {
                    for _ in 0..<passes {
                        peer_measure(peer.base, peer.stride, peer.rows, results.base, results.stride)
                    }
                }
            })
    }

    /// From memory, beside a copy: in cache the places of the columns decide, which differ from process to process.
    static func moves(on level: KernelLevel) -> HeldRow {
        let items = 500_000, quads = SceneCommand.quads(items * 6 / 5, seed: 1)
        let peer = PeerColumns(Array(quads.prefix(items))), results = PeerColumns(count: items, columns: 12)
        let all = QuadColumns(quads), some = QuadColumns(Array(quads.prefix(items)))
        var moved = (all: all, some: some)
        return HeldRow(
            items: items,
            ours: { count in
                count == items
                    ? ThreadClock.time { some.move(by: ColumnsBench.motion, into: &moved.some, on: level) }
                    : ThreadClock.time { all.move(by: ColumnsBench.motion, into: &moved.all, on: level) }
            },
            theirs: {
                ThreadClock.time {
                    for column in [0, 3, 6, 9] {
                        peer_copy_points(
                            peer.column(column), peer.stride, peer.rows, results.column(column),
                            results.stride)
                    }
                }
            })
    }

    static func checks(beside problems: FitProblems) -> HeldRow {
        let quads = SceneCommand.quads(cached, seed: 1), check = QuadCheck(.app), items = passes / 10
        return HeldRow(
            items: items,
            ours: { passes in
                var found = 0
                let time = ThreadClock.time {
                    for _ in 0..<passes {
                        for quad in quads where !check.issues(quad).isEmpty { found += 1 }
                    }
                }
                guard found <= quads.count * passes else { throw BenchError.violated("more than all quads") }
                return time
            }, theirs: { fitInEigen(problems, cached) * Double(items) })
    }

    static func rays(_ kind: IndexRays.Kind, quads count: Int, on level: KernelLevel) throws -> HeldRow {
        // A fifth of the rays is for the planted slowdown.
        let scene = IndexRays(count: count, seed: 1), items = 20_000
        let rays = try scene.rays(kind, count: items * 6 / 5), index = try MarkerIndex(scene.quads)
        let embree = EmbreeScene(EmbreeScene.corners(scene.quads), isRobust: true)
        let numbers = EmbreeScene.numbers(Array(rays.prefix(items)))
        return HeldRow(
            items: items,
            ours: { items in
                var found = 0
                let time = ThreadClock.time {
                    for ray in rays.prefix(items) {
                        found += index.nearestHit(by: ray, on: level) == nil ? 0 : 1
                    }
                }
                guard found > 0 else { throw BenchError.violated("no ray hits") }
                return time
            },
            theirs: {
                var found = [UInt32](repeating: 0, count: items), hits = 0
                let time = ThreadClock.time { hits = embree.nearest(numbers, &found) }
                guard hits > 0 else { throw BenchError.violated("no ray hits Embree's scene") }
                return time
            })
    }
}
