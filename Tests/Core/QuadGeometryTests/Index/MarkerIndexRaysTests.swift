import QuadGeometry
import TestSupport
import Testing

@Suite("Rays at an index", .seeded)
struct MarkerIndexRaysTests {
    /// Rays through corners, borders and insides, rays that end or begin among the quads, and rays along axes.
    static func rays(at quads: [Quad], seed: UInt64, groups: Int = 1) throws -> [Ray] {
        var random = SeededGenerator(seed: seed)
        let aimed = try (0..<UInt64(groups)).flatMap {
            try RayTargetsTests.rays(at: quads, seed: seed &* 31 &+ $0)
        }
        let axes: [SIMD3<Double>] = [SIMD3(1, 0, 0), SIMD3(0, -1, 0), SIMD3(0, 0, 1), SIMD3(-1, 0, 1e-15)]
        let others = try (0..<10 * groups).map { i in
            let quad = quads.randomElement(using: &random) ?? Quad.rectangle(1, 1)
            let size = quad.diagonalLengths.max(), place = quad.center
            let from = place - axes[i % 4] * (size * [0.5, 3, 1e3][i % 3])
            return try Ray(
                from: from, along: axes[i % 4] * size, start: [0, -.infinity, -2, 1][i / 4 % 4],
                end: [.infinity, 3, 0.5, 2000][i / 3 % 4])
        }
        return aimed + others
    }

    @Test("hits are those of a look at every quad", arguments: IndexScene.allCases, KernelLevel.available)
    func equalsBruteForce(scene: IndexScene, level: KernelLevel) throws {
        let quads = scene.quads(seed: Seeds.first)
        let index = try MarkerIndex(quads)
        var hits = 0
        for ray in try Self.rays(at: quads, seed: Seeds.first) {
            let expected = ray.nearestHit(among: quads)
            hits += expected == nil ? 0 : 1
            #expect(index.nearestHit(by: ray, on: level) == expected, "\(ray)")
            #expect(index.allHits(by: ray, on: level) == ray.allHits(among: quads), "\(ray)")
            #expect(index.isMet(by: ray, on: level) == ray.meetsAny(of: quads), "\(ray)")
            #expect(
                index.nearestHit(by: ray, only: .back, on: level)
                    == ray.nearestHit(among: quads, only: .back), "\(ray)")
        }
        #expect(hits > 5, "the rays are aimed")
    }

    @Test("quads that are not finite keep their place and are never met", arguments: [3, 64, 65, 400])
    func nonFinite(count: Int) throws {
        var quads = Array(IndexScene.allCases[0].quads(seed: Seeds.first).prefix(count))
        let rays = try Self.rays(at: quads, seed: Seeds.first)
        for (place, value) in zip([0, count / 2, count - 1], [Double.nan, .infinity, -.infinity]) {
            quads[min(place, quads.count - 1)].p3.y = value
        }
        let index = MarkerIndex(skippingNonFinite: quads), targets = RayTargets(quads)
        var hits = 0
        for ray in rays {
            let hit = index.nearestHit(by: ray)
            #expect(hit == targets.nearestHit(by: ray), "\(ray)")
            hits += hit == nil ? 0 : 1
        }
        #expect(hits > 0 || count == 3, "the rays are aimed")
    }

    @Test(
        "of equally near quads the one of the lowest index is hit",
        arguments: [1, 63, 64, 65, 66, 300, 1025])
    func ties(count: Int) throws {
        let quad = Quad(SIMD3(-1, -1, 1), SIMD3(1, -1, 1), SIMD3(1, 1, 1), SIMD3(-1, 1, 1))
        let behind = quad.moved(by: SIMD3(0, 0, 1))
        let index = try MarkerIndex([Quad](repeating: behind, count: count) + [quad, quad])
        let ray = try Ray(from: .zero, along: SIMD3(0, 0, 0.5))
        let hit = try #require(index.nearestHit(by: ray))
        #expect(hit.index == count)
        #expect(hit.hit.distance == 2)
        #expect(index.allHits(by: ray).map(\.index) == [count, count + 1] + Array(0..<count))
    }

    @Test("no quads, no hits")
    func empty() throws {
        let index = try MarkerIndex([])
        let ray = try Ray(from: .zero, along: SIMD3(0, 0, 1))
        #expect(index.nearestHit(by: ray) == nil)
        #expect(index.allHits(by: ray).isEmpty)
        #expect(!index.isMet(by: ray))
        #expect(index[0] == nil)
    }

    @Test("a quad with a number that is not finite is refused by its place", arguments: [0, 70, 199])
    func refused(place: Int) {
        var quads = [Quad](repeating: .rectangle(1, 1), count: 200)
        quads[place].p3.y = .nan
        #expect(throws: MarkerIndexError.nonFinite(index: place)) { try MarkerIndex(quads) }
    }

    @Test("threads change nothing")
    func concurrent() async throws {
        let quads = IndexScene.room.quads(seed: Seeds.first)
        let rays = try (0..<20).flatMap { try Self.rays(at: quads, seed: $0) }
        let index = try MarkerIndex(quads)
        #expect(await index.nearestHits(by: rays) == rays.map { index.nearestHit(by: $0) })
    }
}
