import MarkerTables
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import Markers

@Suite("Markers that no pair names")
struct UnnamedMarkerTests {
    private static let room = SIMD3(9, 2.5, 6.0)
    private static let trials = 200

    private static func table(
        _ sources: [SIMD3<Double>], grouped: Bool = true, name: (Int) -> String = { "\($0)" }
    ) throws -> PairTable {
        let rows = sources.enumerated().map { "\(name($0)),\($1.x),\($1.y),\($1.z),0,0,0" }
        let text = (["id,sx,sy,sz,tx,ty,tz"] + rows).joined(separator: "\n")
        return try PairTable(try NumberTable(Array(text.utf8), file: "a.csv", .pairs), grouped: grouped)
    }

    /// Rectangles of 10 to 50 cm by half to twice of that, anywhere in a room, their corners off by some noise.
    private static func corners(_ markers: Int, noise: Double, seed: Int) -> [SIMD3<Double>] {
        var random = SeededGenerator(seed: Seeds.first, sample: seed)
        return (0..<markers).flatMap { place in
            let turn = RigidStrategy.random.transform(using: &random).rotation
            let middle = SIMD3(4 * Double(place), 0, 0) + SIMD3.random(in: -0.5...0.5, using: &random)
            let width = Double.random(in: 0.1...0.5, using: &random)
            return Quad.rectangle(width, width * .random(in: 0.4...2, using: &random)).corners.map {
                turn * $0 + middle + SIMD3.normal(using: &random) * noise
            }
        }
    }

    @Test("four corners in a row are a marker, tapped or not, alone or among others", arguments: [1, 2, 6])
    func markers(count: Int) throws {
        for trial in 0..<Self.trials {
            let sources = Self.corners(count, noise: 0.002, seed: trial)
            #expect(try Self.table(sources).unnamedMarker == 0, "seed \(Seeds.first), trial \(trial)")
        }
    }

    @Test("the first of them is named where single points come before")
    func first() throws {
        let points = [SIMD3(20.0, 0, 0), SIMD3(20.0, 1, 3), SIMD3(24.0, 2, 1)]
        let sources = points + Self.corners(2, noise: 0, seed: 0)
        #expect(try Self.table(sources).unnamedMarker == points.count)
    }

    @Test("a file of corners that others come near to, far down, is given up in time")
    func hostile() {
        // All corners, then a stray for each four, in the same order: each is looked at until its own stray comes.
        let markers = 1000
        let places = (0..<markers).map { SIMD3(10 * Double($0), 0, 0) }
        let corners = places.flatMap { place in Quad.rectangle(0.2, 0.2).corners.map { $0 + place } }
        let strays = places.map { $0 + SIMD3(0, 0, 0.05) }
        let sources = corners + strays
        var looks = 0
        #expect(UnnamedMarker(sources, counting: &looks) == nil)
        let all = markers * 4 * markers
        #expect(looks >= UnnamedMarker.mostLooks * sources.count, "the test is too easy: \(looks) of \(all)")
        // The last four may be looked at to its end.
        #expect(looks <= (UnnamedMarker.mostLooks + 1) * sources.count)
        // The same strays next to their corners are found at once, also by fours that they take the part of a corner in.
        looks = 0
        let mixed = places.indices.flatMap { corners[(4 * $0)..<(4 * $0 + 4)] + [strays[$0]] }
        #expect(UnnamedMarker(mixed, counting: &looks) == nil)
        #expect(looks <= 4 * markers)
    }

    @Test("what is named is a marker already, and what is denied is none")
    func named() throws {
        let sources = Self.corners(3, noise: 0, seed: 1)
        let named = try Self.table(sources) { "m\($0 / 4).p\($0 % 4 + 1)" }
        #expect(named.groupNames == ["m0", "m1", "m2"] && named.unnamedMarker == nil)
        let denied = try Self.table(sources, grouped: false) { "m\($0 / 4).p\($0 % 4 + 1)" }
        #expect(denied.pairs.groups == nil && denied.unnamedMarker == nil && denied.assumptions.isEmpty)
    }

    @Test("scattered points are none", arguments: [4, 12, 100])
    func scattered(count: Int) throws {
        for trial in 0..<Self.trials {
            var random = SeededGenerator(seed: Seeds.first, sample: trial)
            let sources = (0..<count).map { _ in
                SIMD3<Double>.random(in: -0.5...0.5, using: &random) * Self.room
            }
            #expect(try Self.table(sources).unnamedMarker == nil, "seed \(Seeds.first), trial \(trial)")
        }
    }

    @Test("nor are rows, grids, steps that turn round, and the corners of a room")
    func regular() throws {
        let row = (0..<12).map { SIMD3<Double>(Double($0) * 0.5, 0, 0) }
        let grid = (0..<16).map { SIMD3<Double>(Double($0 % 4) * 0.5, Double($0 / 4) * 0.5, 0) }
        let snake = (0..<16).map { place in
            let (column, step) = place.quotientAndRemainder(dividingBy: 2)
            return SIMD3<Double>(0.5 * Double(column), 0, 0.5 * Double(column % 2 == 0 ? step : 1 - step))
        }
        let turned: [SIMD3<Double>] = [
            [-1, 0, 0], [0, 0, 0], [1, 0, 0], [1, 0, 1], [0, 0, 1], [-1, 0, 1],
        ]
        let corners: [SIMD3<Double>] = [[0, 0, 0], [8, 0, 0], [8, 0, 6], [0, 0, 6]]
        for sources in [row, grid, snake, turned, corners] {
            #expect(try Self.table(sources).unnamedMarker == nil)
        }
    }
}
