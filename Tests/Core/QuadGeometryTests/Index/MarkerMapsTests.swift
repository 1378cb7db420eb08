import QuadGeometry
import TestSupport
import Testing

@Suite("Maps of what a camera sees", .seeded)
struct MarkerMapsTests {
    /// Cameras at some of the quads and in the middle of all, with pixels that are not square and axes off the middle.
    static func cameras(at quads: [Quad], seed: UInt64) throws -> [PinholeCamera] {
        var random = SeededGenerator(seed: seed)
        return try (0..<6).map { i in
            let quad = quads.randomElement(using: &random) ?? Quad.rectangle(1, 1)
            let turn = RigidStrategy.random.transform(using: &random).rotation
            let size = quad.diagonalLengths.max()
            let place = i == 0 ? quad.p1 : quad.center + turn.z * (size * [0, 0.3, 2, 4, 50, 1e4][i])
            let pose = try #require(RigidTransform(rotation: turn, translation: place))
            return try PinholeCamera(
                width: 9, height: 7, fx: 7 + Double(i), fy: 6, cx: [4.5, 3, 9, 0, -2, 5][i], cy: 3.25,
                worldFromCamera: pose)
        }
    }

    @Test("pixels have the bits of single rays at every level", arguments: IndexScene.allCases)
    func equalsSingleRays(scene: IndexScene) throws {
        let quads = scene.quads(seed: Seeds.first)
        let index = try MarkerIndex(quads)
        // Scenes of ties need exact arithmetic for every pair of quads in a pixel.
        let count = scene == .room ? 6 : 2
        for (number, camera) in try Self.cameras(at: quads, seed: Seeds.first).prefix(count).enumerated() {
            let face = [nil, nil, QuadFace.front, nil, .back, nil][number]
            let maps = index.maps(from: camera, rows: 0..<camera.height, only: face)
            var seen: [Int: Int] = [:], covered: [Int: Int] = [:]
            for row in 0..<camera.height {
                for column in 0..<camera.width {
                    let ray = camera.ray(column: column, row: row)
                    let hit = index.nearestHit(by: ray, only: face)
                    if let hit { seen[hit.index, default: 0] += 1 }
                    for (index, quad) in quads.enumerated() where quad.hit(by: ray, only: face) != nil {
                        covered[index, default: 0] += 1
                    }
                    let place = maps.place(column: column, row: row)
                    #expect(maps.indices[place] == Int32(hit?.index ?? -1), "\(ray)")
                    #expect(maps.depths[place] == hit?.hit.distance ?? .infinity, "\(ray)")
                }
            }
            let expected = covered.sorted { $0.key < $1.key }.map {
                QuadView(index: $0.key, seen: seen[$0.key] ?? 0, covered: $0.value)
            }
            #expect(maps.quads == expected)
            for level in KernelLevel.available {
                #expect(index.maps(from: camera, rows: nil, only: face, on: level) == maps)
            }
        }
    }

    @Test("T5: a place that is taken many times is painted once, as the earliest", arguments: Seeds.few)
    func copies(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let quads = IndexScene.room.quads(seed: seed)
        let many = (quads + quads + quads).shuffled(using: &random)
        for camera in try Self.cameras(at: quads, seed: seed) {
            let maps = try MarkerIndex(many).maps(from: camera, rows: 0..<camera.height)
            for row in 0..<camera.height {
                for column in 0..<camera.width {
                    let ray = camera.ray(column: column, row: row)
                    let hits = many.indices.filter { many[$0].hit(by: ray) != nil }
                    let first = hits.min {
                        let (one, other) = (many[$0].hit(by: ray), many[$1].hit(by: ray))
                        return ((one?.distance ?? .infinity), $0) < ((other?.distance ?? .infinity), $1)
                    }
                    #expect(maps.indices[maps.place(column: column, row: row)] == Int32(first ?? -1))
                }
            }
            let covered = Dictionary(grouping: maps.quads) { many[$0.index] }
            #expect(covered.values.allSatisfy { $0.count == 3 && Set($0.map(\.covered)).count == 1 })
            #expect(covered.values.allSatisfy { $0.dropFirst().allSatisfy { $0.seen == 0 } })
        }
    }

    @Test("what is hidden is counted pixel by pixel")
    func hidden() throws {
        let wall = Quad(SIMD3(-5, -5, -4), SIMD3(5, -5, -4), SIMD3(5, 5, -4), SIMD3(-5, 5, -4))
        let half = Quad(SIMD3(0, -5, -2), SIMD3(5, -5, -2), SIMD3(5, 5, -2), SIMD3(0, 5, -2))
        let camera = try PinholeCamera(
            width: 8, height: 4, fx: 4, fy: 4, cx: 4, cy: 2, worldFromCamera: .identity)
        let maps = try MarkerIndex([wall, half]).maps(from: camera)
        #expect(maps.quads.map(\.covered) == [32, 16])
        #expect(maps.quads.map(\.hidden) == [16, 0])
        #expect(maps.indices.prefix(8) == [0, 0, 0, 0, 1, 1, 1, 1])
        #expect(maps.depths.prefix(8) == [4, 4, 4, 4, 2, 2, 2, 2])
    }

    @Test("bands on all cores are the rows of one")
    func bands() async throws {
        let quads = IndexScene.room.quads(seed: Seeds.first)
        let index = try MarkerIndex(quads)
        let pose = try #require(RigidTransform(rotation: .identity, translation: SIMD3(0, 0, 9)))
        let camera = try PinholeCamera(
            width: 40, height: 150, fx: 60, fy: 60, cx: 20, cy: 75, worldFromCamera: pose)
        let whole = index.maps(from: camera, rows: nil)
        #expect(await index.maps(from: camera) == whole)
        let part = index.maps(from: camera, rows: 70..<90)
        #expect(part.indices[...] == whole.indices[(70 * 40)..<(90 * 40)])
        #expect(part.depths[...] == whole.depths[(70 * 40)..<(90 * 40)])
        #expect(index.maps(from: camera, rows: 200..<300).indices.isEmpty)
    }

    @Test("cameras of impossible numbers are refused by name")
    func refused() {
        func camera(width: Int = 4, fx: Double = 3, cy: Double = 1) throws(PinholeCameraError) {
            _ = try PinholeCamera(
                width: width, height: 4, fx: fx, fy: 3, cx: 1, cy: cy, worldFromCamera: .identity)
        }
        #expect(throws: PinholeCameraError.badNumber(member: "width", value: 0)) { try camera(width: 0) }
        #expect(throws: PinholeCameraError.badNumber(member: "fx", value: 0)) { try camera(fx: 0) }
        #expect(throws: PinholeCameraError.badNumber(member: "cy", value: -.infinity)) {
            try camera(cy: -.infinity)
        }
        #expect(throws: PinholeCameraError.self) { try camera(fx: .nan) }
    }
}
