import QuadGeometry
import TestSupport
import Testing

@Suite("Changes of an index", .seeded)
struct MarkerIndexUpdatesTests {
    private static let nowhere = Quad(
        SIMD3(.nan, 0, 0), SIMD3(.nan, 0, 0), SIMD3(.nan, 0, 0), SIMD3(.nan, 0, 0))

    /// An index, beside the quads that it must hold.
    private struct Twin {
        var index: MarkerIndex
        var quads: [Quad]

        var present: [Int] { quads.indices.filter { quads[$0].isFinite } }

        mutating func insert(_ quad: Quad) throws {
            let place = try index.insert(quad)
            if place == quads.count { quads.append(quad) } else { quads[place] = quad }
        }

        mutating func remove(_ place: Int) throws {
            try index.remove(place)
            quads[place] = MarkerIndexUpdatesTests.nowhere
        }

        mutating func move(_ place: Int, to quad: Quad) throws {
            try index.move(place, to: quad)
            quads[place] = quad
        }

        func compare(seed: UInt64) throws {
            let there = present.map { quads[$0] }
            #expect(index.count == there.count)
            #expect(quads.indices.allSatisfy { index[$0] == (quads[$0].isFinite ? quads[$0] : nil) })
            for ray in try MarkerIndexRaysTests.rays(at: there, seed: seed) {
                #expect(index.nearestHit(by: ray) == ray.nearestHit(among: quads), "\(ray)")
                #expect(index.allHits(by: ray) == ray.allHits(among: quads), "\(ray)")
            }
            for point in MarkerIndexPointsTests.points(at: there, seed: seed).prefix(20) {
                let nearest = present.map { place in
                    let near = quads[place].nearestPoint(to: point)
                    return NearQuad(index: place, point: near, distance: (near - point).length)
                }
                .min { ($0.distance, $0.index) < ($1.distance, $1.index) }
                #expect(index.nearest(to: point) == nearest, "\(point)")
            }
        }
    }

    @Test(
        "after any changes hits are those of a look at every quad",
        arguments: [IndexScene.room, .sparse, .mixedSizes])
    func random(scene: IndexScene) throws {
        var random = SeededGenerator(seed: Seeds.first)
        let quads = scene.quads(seed: Seeds.first), others = scene.quads(seed: Seeds.first &+ 1)
        var twin = Twin(index: try MarkerIndex(quads.prefix(150)), quads: Array(quads.prefix(150)))
        for round in 0..<8 {
            // Now more come, now more go, so that both ways of searching take turns.
            for _ in 0..<60 {
                let quad = try #require(others.randomElement(using: &random))
                let place = try #require(twin.present.randomElement(using: &random))
                switch Int.random(in: 0..<6, using: &random) {
                case 0: try twin.insert(quad)
                case 1: try twin.move(place, to: quad)
                case 2...3 where round % 4 < 2 || twin.present.count < 30: try twin.insert(quad)
                default: try twin.remove(place)
                }
            }
            try twin.compare(seed: Seeds.first &+ UInt64(round))
        }
    }

    @Test("quads in one place, one after the other, and a row that grows outwards")
    func unkind() throws {
        let square = Quad.rectangle(0.5, 0.5)
        var twin = Twin(index: try MarkerIndex([]), quads: [])
        for i in 0..<300 { try twin.insert(square.moved(by: SIMD3(0, 0, i % 2 == 0 ? 0 : 1e-9 * Double(i)))) }
        try twin.compare(seed: Seeds.first)
        for i in 0..<300 { try twin.insert(square.moved(by: SIMD3(Double(i), 0, 0))) }
        for i in 0..<290 { try twin.remove(i) }
        try twin.compare(seed: Seeds.first)
    }

    @Test("a copy keeps what the original had")
    func copies() throws {
        let quads = IndexScene.room.quads(seed: Seeds.first)
        let original = try MarkerIndex(quads)
        var changed = original
        for place in quads.indices { try changed.move(place, to: quads[place].moved(by: SIMD3(1000, 0, 0))) }
        for ray in try MarkerIndexRaysTests.rays(at: quads, seed: Seeds.first) {
            #expect(original.nearestHit(by: ray) == ray.nearestHit(among: quads))
        }
        #expect(changed[0] == quads[0].moved(by: SIMD3(1000, 0, 0)))
    }

    @Test("quads that are not there, and numbers that are not finite, are refused and change nothing")
    func refused() throws {
        var index = try MarkerIndex(IndexScene.room.quads(seed: Seeds.first))
        let count = index.count
        try index.remove(7)
        #expect(throws: MarkerIndexError.noQuad(index: 7)) { try index.remove(7) }
        #expect(throws: MarkerIndexError.noQuad(index: 7)) { try index.move(7, to: .rectangle(1, 1)) }
        #expect(throws: MarkerIndexError.noQuad(index: -1)) { try index.remove(-1) }
        #expect(throws: MarkerIndexError.nonFinite(index: 7)) { try index.insert(Self.nowhere) }
        #expect(throws: MarkerIndexError.nonFinite(index: 3)) { try index.move(3, to: Self.nowhere) }
        #expect(index.count == count - 1)
        #expect(try index.insert(.rectangle(1, 1)) == 7)
        #expect(index[7] == .rectangle(1, 1))
    }
}
