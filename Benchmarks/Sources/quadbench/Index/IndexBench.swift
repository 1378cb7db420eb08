import CPeers
import QuadGeometry

/// Single rays at an index beside those at Embree's scenes, at a tree in doubles and, with `--python`, at Open3D's scene, in
/// turn on one thread; what it takes to build, to find the nearest quad and the neighbors; and how many of some rays are
/// answered otherwise than by going over all quads.
enum IndexBench {
    static let usage =
        "index [--count N] [--rays R] [--verify V] [--tree T] [--repeat K] [--seed S] [--python PYTHON]"

    static func run(_ options: [String: String]) throws -> Any {
        let count = try options.count("count", default: 1000), seed = try options.count("seed", default: 1)
        let rayCount = try options.count("rays", default: 65_536)
        let rounds = try options.count("repeat", default: 5)
        let verified = try options.count("verify", default: min(rayCount, 20_000_000 / count + 1))
        let treeVerified = try options.count("tree", default: min(rayCount, 65_536))
        let scene = IndexRays(count: count, seed: UInt64(seed))
        let index = try MarkerIndex(scene.quads), corners = EmbreeScene.corners(scene.quads)
        let builds = Race(items: count, rounds: rounds)
        builds.add("ours") { builds.found += (try? MarkerIndex(scene.quads).count) ?? 0 }
        builds.add("Embree robust") { _ = EmbreeScene(corners, isRobust: true) }
        let robust = EmbreeScene(corners, isRobust: true), fast = EmbreeScene(corners, isRobust: false)
        let tree = DoubleTree(scene.quads),
            open3D = try options["python"].map { try Open3DRace($0, scene.quads) }
        defer { open3D?.end() }
        var kinds: [String: Any] = [:], allDifferences = 0
        for kind in IndexRays.Kind.allCases {
            let rays = try scene.rays(kind, count: rayCount), numbers = EmbreeScene.numbers(rays)
            var found = [UInt32](repeating: 0, count: rays.count)
            let race = Race(items: rays.count, rounds: rounds)
            race.add("ours") {
                for ray in rays { race.found += index.nearestHit(by: ray)?.index ?? 0 }
            }
            race.add("Embree robust") { race.found += robust.nearest(numbers, &found) }
            let doubles = DoubleTree.numbers(rays)
            race.add("C++ in doubles") { race.found += tree.nearest(doubles).quads.count }
            race.add("Embree fast") { race.found += fast.nearest(numbers, &found) }
            let times = race.medians(), ours = times["ours"] ?? .nan
            let differences = differences(rays.prefix(verified), index, scene.quads)
            let treeRays = try treeVerified > rays.count ? scene.rays(kind, count: treeVerified) : rays
            let treeDifferences = tree.differences(treeRays.prefix(treeVerified), index)
            allDifferences += differences + treeDifferences
            let beside = try open3D?.rays(rays, rounds: rounds) {
                for ray in rays { race.found += index.nearestHit(by: ray)?.index ?? 0 }
            }
            kinds[kind.rawValue] = [
                "ns_per_ray": times, "open3d": beside ?? [:],
                "ratio_to_robust": (times["Embree robust"] ?? .nan) / ours,
                "ratio_to_fast": (times["Embree fast"] ?? .nan) / ours,
                "hits": rays.count { index.nearestHit(by: $0) != nil },
                "verified": min(verified, rays.count), "differences": differences,
                "verified_by_tree": treeVerified, "differences_from_tree": treeDifferences,
            ]
        }
        let side = max(Int(Double(rayCount).squareRoot()), 1)
        let packets = try IndexPackets(index, side: side).measured(rounds: rounds)
        allDifferences += packets.differences
        return [
            "quads": count, "rays": rayCount, "seed": seed, "peer": String(cString: peer_embree_version()),
            "build_ns_per_quad": builds.medians(), "kinds": kinds, "camera_maps": packets.report,
            "nearest": try points(index, seed: UInt64(seed), rounds: rounds, open3D),
            "neighbors_ms": neighbors(scene.quads, seed: UInt64(seed), rounds: rounds),
            QuadBench.failure: allDifferences > 0,
        ]
    }

    /// The rays whose hit is not, to the bit, that of a look at every quad.
    private static func differences(_ rays: ArraySlice<Ray>, _ index: MarkerIndex, _ quads: [Quad]) -> Int {
        let all = RayTargets(quads)
        return rays.count { index.nearestHit(by: $0) != all.nearestHit(by: $0) }
    }

    /// The nearest quads to points anywhere among the quads.
    private static func points(
        _ index: MarkerIndex, seed: UInt64, rounds: Int, _ open3D: Open3DRace?
    ) throws -> [String: Any] {
        var random = SeededGenerator(seed: seed &+ 1)
        // Floats, so that Open3D is asked for the same.
        let points = (0..<10_000).map { _ in
            SIMD3<Double>(SIMD3<Float>(SIMD3<Double>.random(in: -31...31, using: &random)))
        }
        let race = Race(items: points.count, rounds: rounds)
        func ours() { for point in points { race.found += index.nearest(to: point)?.index ?? 0 } }
        race.add("ours", ours)
        return [
            "ns_per_point": race.medians()["ours"] ?? .nan,
            "open3d": try open3D?.points(points, rounds: rounds, ours) ?? [:],
        ]
    }

    /// The time for all neighbors of the quads as they are, and of 20,000 in half a cubic metre.
    private static func neighbors(_ quads: [Quad], seed: UInt64, rounds: Int) -> [String: Double] {
        var random = SeededGenerator(seed: seed &+ 2)
        // Half the side of a cube of half a cubic metre.
        let dense = (0..<20_000).map { _ in IndexRays.quad(within: 0.3969, using: &random) }
        let race = Race(items: 1_000_000, rounds: min(rounds, 3)), check = QuadCheck()
        race.add("spread out") { race.found += check.neighborIssues(among: quads).count }
        race.add("20,000 in half a cubic metre") { race.found += check.neighborIssues(among: dense).count }
        return race.medians()
    }
}
