import TestSupport
import Testing

@testable import QuadGeometry

@Suite(.seeded) struct RayScanTests {
    /// Squares of two metres at these heights, which a ray upwards from the origin's side meets in order of height.
    private func stack(_ heights: [Double]) -> [Quad] {
        heights.map { Quad.rectangle(2, 2).moved(by: SIMD3(-1, -1, $0)) }
    }

    private let up = SIMD3<Double>(0, 0, 1)

    @Test("the nearest is the nearest, and at equal distance the lowest index")
    func nearest() throws {
        let ray = try Ray(from: .zero, along: up), quads = stack([7, 3, 5, 3, 9])
        let hit = try #require(ray.nearestHit(among: quads))
        #expect(hit.index == 1)
        #expect(hit.hit.distance == 3)
        #expect(ray.allHits(among: quads).map(\.index) == [1, 3, 2, 0, 4])
        #expect(ray.allHits(among: quads).map(\.hit.distance) == [3, 3, 5, 7, 9])
        #expect(ray.meetsAny(of: quads))
    }

    @Test("a step of the last place decides the order, and less than that is a tie")
    func closeCalls() throws {
        let ray = try Ray(from: .zero, along: SIMD3(0, 0, 3)),
            quads = stack([(1.0).nextUp, 1, (1.0).nextDown])
        #expect(ray.allHits(among: quads).map { $0.index } == [2, 1, 0])
        // At 1e16 a step of one is lost in the height of a corner, so both are the same quad.
        #expect(try Ray(from: .zero, along: up).nearestHit(among: stack([1e16 + 1, 1e16]))?.index == 0)
    }

    @Test("each quad is met once, behind and beyond the range none")
    func once() throws {
        let roof = Quad(SIMD3(-1, 0, 0), SIMD3(0, -1, 1), SIMD3(1, 0, 0), SIMD3(0, 1, 1))
        let across = try Ray(from: SIMD3(-5, 0, 0.5), along: SIMD3(1, 0, 0))
        #expect(across.allHits(among: [roof, roof]).map(\.index) == [0, 1])
        let ray = try Ray(from: .zero, along: up, start: 4, end: 7)
        #expect(ray.allHits(among: stack([7, 3, 5, -2, 9])).map(\.index) == [2, 0])
        #expect(ray.nearestHit(among: stack([3, 9])) == nil)
        #expect(!ray.meetsAny(of: stack([3, 9])))
        #expect(ray.nearestHit(among: []) == nil)
        #expect(ray.allHits(among: []).isEmpty)
    }

    @Test("a face left out and a broken quad do not count")
    func leftOut() throws {
        let ray = try Ray(from: .zero, along: up),
            quads = stack([3, 4]).enumerated().map { index, quad in
                index == 0 ? quad.reordered(CornerOrder(start: 0, isReversed: true)) : quad
            }
        #expect(ray.nearestHit(among: quads, only: .back)?.index == 1)
        #expect(ray.nearestHit(among: quads, only: .front)?.index == 0)
        #expect(ray.allHits(among: quads, only: .front).map(\.index) == [0])
        let broken = quads.map { Quad($0.p1, $0.p2, SIMD3(.nan, 0, 0), $0.p4) }
        #expect(!ray.meetsAny(of: broken))
        #expect(ray.nearestHit(among: broken + quads)?.index == 2)
    }

    @Test("all modes agree with testing one quad after the other", arguments: Seeds.few)
    func bruteForce(seed: UInt64) throws {
        let quads = (0..<40).map { index in
            var random = SeededGenerator(seed: seed, sample: index)
            let quad = QuadStrategy.allCases[index % 8 == 7 ? 7 : 0].quad(using: &random)
            // Some quads twice, so that ties occur.
            return index % 5 == 4 ? QuadStrategy.ordinary.quads(index, seed: seed).last ?? quad : quad
        }
        for sample in 0..<60 {
            var random = SeededGenerator(seed: seed, sample: 1000 + sample)
            let origin = SIMD3<Double>.random(in: -6...6, using: &random)
            let target = quads.randomElement(using: &random)?.center ?? .zero
            let ray = try Ray(from: origin, along: target - origin)
            for face in [nil, QuadFace.front, .back] {
                let single = quads.indices.compactMap { index in
                    quads[index].hit(by: ray, only: face).map { RayHit(index: index, hit: $0) }
                }
                // Distances here differ by far more than their error, or not at all.
                let sorted = single.sorted { ($0.hit.distance, $0.index) < ($1.hit.distance, $1.index) }
                let all = ray.allHits(among: quads, only: face)
                #expect(all == sorted)
                #expect(ray.nearestHit(among: quads, only: face) == all.first)
                #expect(ray.meetsAny(of: quads, only: face) == !all.isEmpty)
            }
        }
    }
}
