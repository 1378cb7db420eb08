import QuadGeometry
import TestSupport
import Testing

@Suite("Rays at many quads")
struct RayTargetsTests {
    /// Scenes at which a filter in floats could go wrong.
    enum Scene: String, CaseIterable {
        case room, far, tiny, huge, mixedSizes, withBrokenQuads, nearLimits, beyondLimits

        func quads(seed: UInt64) -> [Quad] {
            let kinds: [QuadStrategy] = [.ordinary, .rectangle, .folded, .sliver, .concave, .crossed]
            let room = kinds.flatMap { $0.quads(29, seed: seed) }
            switch self {
            case .room: return room
            case .far: return room.map { quad in quad.map { $0 + SIMD3(1e7, -2e7, 3e6) } }
            case .tiny: return room.map { quad in quad.map { $0 * 1e-20 } }
            case .huge: return room.map { quad in quad.map { $0 * 1e20 } }
            case .mixedSizes:
                return room.enumerated().map { i, quad in quad.map { $0 * [1, 1e-6, 1e6][i % 3] } }
            case .withBrokenQuads:
                let broken = Quad(SIMD3(.nan, 0, 0), .zero, SIMD3(1, 1, 1), SIMD3(0, .infinity, 0))
                return room.flatMap { [$0, broken] }
            case .nearLimits: return room.map { quad in quad.map { $0 * 1e99 } }
            case .beyondLimits: return room.map { quad in quad.map { $0 * 1e290 } }
            }
        }
    }

    /// Rays through corners, borders, split diagonals and insides, from near and far, of all lengths.
    static func rays(at quads: [Quad], seed: UInt64) throws -> [Ray] {
        var random = SeededGenerator(seed: seed)
        let usable = quads.filter(\.isFinite)
        return try (0..<20).map { i in
            let quad = try #require(usable.randomElement(using: &random))
            let size = quad.diagonalLengths.max()
            let weights = [0, 0, 0.5, 1, Double.random(in: 0...1, using: &random)].shuffled(using: &random)
            let place =
                i % 2 == 0
                ? quad.p1 + (quad.p2 - quad.p1) * weights[0] : quad.p4 + (quad.p2 - quad.p4) * weights[0]
            let away = SIMD3<Double>.randomDirection(using: &random) * size
            let direction = away * [1, 1e-9, 1e9, 3][i % 4]
            return try Ray(from: place - away * [1, 0.25, 100, 1e6][i / 4 % 4], along: direction)
        }
    }

    @Test("hits are those of a look at every quad", arguments: Scene.allCases, KernelLevel.available)
    func equalsBruteForce(scene: Scene, level: KernelLevel) throws {
        for seed in [Seeds.first] {
            let quads = scene.quads(seed: seed)
            let targets = RayTargets(quads)
            var hits = 0
            for ray in try RayTargetsTests.rays(at: quads, seed: seed) {
                let expected = ray.nearestHit(among: quads)
                hits += expected == nil ? 0 : 1
                #expect(targets.nearestHit(by: ray, on: level) == expected, "seed \(seed): \(ray)")
                #expect(
                    targets.allHits(by: ray, on: level) == ray.allHits(among: quads), "seed \(seed): \(ray)")
                #expect(targets.isMet(by: ray, on: level) == ray.meetsAny(of: quads), "seed \(seed): \(ray)")
                #expect(
                    targets.nearestHit(by: ray, only: .back, on: level)
                        == ray.nearestHit(among: quads, only: .back), "seed \(seed): \(ray)")
            }
            #expect(hits > 4, "the rays are aimed: seed \(seed)")
        }
    }

    @Test("no quads, no hits")
    func empty() throws {
        let ray = try Ray(from: .zero, along: SIMD3(0, 0, 1))
        #expect(RayTargets([]).nearestHit(by: ray) == nil)
        #expect(RayTargets([]).allHits(by: ray).isEmpty)
    }

    @Test(
        "of equally near quads the first is hit, at every place of a block",
        arguments: [1, 15, 16, 17, 1023, 1025])
    func ties(count: Int) throws {
        let quad = Quad(SIMD3(-1, -1, 1), SIMD3(1, -1, 1), SIMD3(1, 1, 1), SIMD3(-1, 1, 1))
        let behind = quad.map { $0 + SIMD3(0, 0, 1) }
        let quads = [Quad](repeating: behind, count: count) + [quad, quad]
        let ray = try Ray(from: .zero, along: SIMD3(0, 0, 0.5))
        let hit = try #require(RayTargets(quads).nearestHit(by: ray))
        #expect(hit.index == count)
        #expect(hit.hit.distance == 2)
        #expect(RayTargets(quads).allHits(by: ray).map(\.index) == [count, count + 1] + Array(0..<count))
    }

    @Test("threads change nothing")
    func concurrent() async throws {
        let quads = Scene.room.quads(seed: Seeds.first)
        let rays = try (0..<12).flatMap { try RayTargetsTests.rays(at: quads, seed: $0) }
        let targets = RayTargets(quads)
        #expect(await targets.nearestHits(by: rays) == rays.map { targets.nearestHit(by: $0) })
    }
}
