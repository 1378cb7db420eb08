import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import Markers

@Suite("Rows of a laser guide as pairs")
struct RowAnchorTests {
    private static func anchor(_ z: Double, _ position: SIMD3<Double>, run: Int64 = 1) -> RowAnchor {
        RowAnchor(session: JoinScene.id(1), run: run, localZ: z, position: position)
    }

    @Test("anchors of two runs join by their row, and the rest is reported", arguments: Seeds.few)
    func runs(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let motion = RigidStrategy.random.transform(using: &random)
        let rows = [1.5, 3.15, 8, 16, 21.5]
        let old = rows.map { Self.anchor($0 + 5e-10, SIMD3(0.1, 0, $0)) } + [Self.anchor(30, .zero)]
        let new = rows.reversed().map { Self.anchor($0, motion * SIMD3(0.1, 0, $0), run: 2) }
        let pairs = try RowPairs(old, new + [Self.anchor(5, .zero, run: 2), Self.anchor(5, .zero, run: 2)])
        #expect(pairs.matches.map(\.old) == [0, 1, 2, 3, 4] && pairs.matches.map(\.new) == [4, 3, 2, 1, 0])
        #expect(
            pairs.leftOut == [
                UnjoinedMarker(side: .old, place: 5, reason: .noPartner),
                UnjoinedMarker(side: .new, place: 5, reason: .noPartner),
                UnjoinedMarker(side: .new, place: 6, reason: .noPartner),
            ])
        #expect(pairs.correspondences.ids == ["row 1.5", "row 3.15", "row 8.0", "row 16.0", "row 21.5"])
        // A line fixes no turn about itself.
        let error = #expect(throws: RigidFitError.self) { try RigidFit(pairs.correspondences) }
        #expect(error?.code == "POINTS_ON_LINE")
    }

    @Test("rows that come twice are not paired, unless a tolerance parts them")
    func repeated() throws {
        let old = [
            Self.anchor(5.499999, .zero), Self.anchor(5.500001, .zero), Self.anchor(7, SIMD3(1, 0, 0)),
        ]
        let new = [Self.anchor(5.5, .zero, run: 2), Self.anchor(7, SIMD3(1, 0, 0), run: 2)]
        #expect(try RowPairs(old, new).matches.map(\.old) == [2])
        let wide = try RowPairs(old, new, tolerance: 1e-5)
        #expect(wide.leftOut.map(\.reason) == [.repeatedKey, .repeatedKey, .repeatedKey])
        // Each is near the middle one, which can only be one of them.
        let chain = try RowPairs(old, new, tolerance: 1.5e-6)
        #expect(chain.matches.map(\.old) == [2])
    }

    @Test("frames of several runs are never mixed, and rows are numbers")
    func refused() {
        let mixed = [Self.anchor(1, .zero), Self.anchor(2, .zero, run: 3)]
        #expect(throws: RowPairsError.severalRuns(.old, 1, 3)) { try RowPairs(mixed, []) }
        #expect(throws: RowPairsError.severalRuns(.new, 1, 3)) { try RowPairs([], mixed) }
        #expect(throws: RowPairsError.nonFiniteRow(.old, place: 1)) {
            try RowPairs([Self.anchor(1, .zero), Self.anchor(.nan, .zero)], [])
        }
        #expect(throws: RowPairsError.pairs(.nonFinitePoint(pair: 0, side: .source), old: [0])) {
            try RowPairs([Self.anchor(1, SIMD3(.nan, 0, 0))], [Self.anchor(1, .zero)])
        }
    }

    @Test("the worked laser snap: rows on the axis agree, and those beside it in one reading only")
    func grid() throws {
        let dot = SIMD3(3, 0.1, -1)
        let anchors = [Self.anchor(1.5, dot)]
        let rows = [
            GridRow(x: 0, z: 1.5, segmentLength: 0.5), GridRow(x: 0, z: 1.5, segmentLength: 0),
            GridRow(x: 0.6, z: 3, segmentLength: 0.3),
        ]
        for dots in [GridRow.Dot.asDrawn, .asTheAppSnaps] {
            let pairs = try RowPairs(anchors, grid: rows, dots: dots)
            #expect(pairs.ignoredRows == 1 && pairs.leftOut.map(\.place) == [2])
            #expect(
                pairs.correspondences.sources == [dot] && pairs.correspondences.targets == [SIMD3(0, 0, 1.5)])
        }
        let beside = [GridRow(x: 0.6, z: 1.5, segmentLength: 0.5)]
        let drawn = try RowPairs(anchors, grid: beside, dots: .asDrawn).correspondences.targets
        #expect(drawn == [SIMD3(0.6, 0, 1.5)])
        let snapped = try RowPairs(anchors, grid: beside, dots: .asTheAppSnaps).correspondences.targets[0]
        #expect((snapped - SIMD3(0, 0, 1.61554944)).length < 1e-8)
        #expect(((snapped - drawn[0]).length - 0.61102510).magnitude < 1e-8)
    }

    @Test("the worked two-point origin")
    func twoPoints() throws {
        let frame = try TwoPointOrigin(origin: SIMD3(1, 0.2, 2), direction: SIMD3(4, 0.7, 6))
        let rotation = frame.worldFromOrigin.rotation
        #expect((rotation.x - SIMD3(0.8, 0, -0.6)).length < 1e-15 && rotation.y == SIMD3(0, 1, 0))
        #expect((rotation.z - SIMD3(0.6, 0, 0.8)).length < 1e-15)
        #expect((frame.worldFromOrigin.inverted() * SIMD3(4, 0.7, 6) - SIMD3(0, 0.5, 5)).length < 1e-15)
        #expect((rotation.angle / QuadLimits.degree - 36.869898).magnitude < 1e-6)
    }

    @Test("two points give a direction from a tenth of a millimetre on, whatever their heights")
    func leastDirection() throws {
        let up = SIMD3(0.0, 2, 0)
        #expect(try TwoPointOrigin(origin: .zero, direction: up + SIMD3(1.0001e-4, 0, 0)).separation > 1e-4)
        #expect(throws: TwoPointError.noDirection(separation: 0.9999e-4)) {
            try TwoPointOrigin(origin: .zero, direction: up + SIMD3(0, 0, 0.9999e-4))
        }
    }

    @Test("two points in two frames give the motion, and above each other none", arguments: Seeds.few)
    func twoFrames(seed: UInt64) throws {
        for trial in 0..<200 {
            var random = SeededGenerator(seed: seed, sample: trial)
            let turn = Rotation(rotationVector: SIMD3(0, .random(in: -3...3, using: &random), 0)) ?? .identity
            let motion = try #require(
                RigidTransform(rotation: turn, translation: .random(in: -5...5, using: &random)))
            let points = (0..<2).map { _ in SIMD3<Double>.random(in: -10...10, using: &random) }
            let old = try TwoPointOrigin(origin: points[0], direction: points[1])
            let new = try TwoPointOrigin(origin: motion * points[0], direction: motion * points[1])
            let found = old.newFromOld(to: new)
            #expect((found * points[1] - motion * points[1]).length < 1e-12, "seed \(seed), trial \(trial)")
            let fit = try Calibration(old.correspondences(to: new))
            #expect((fit.moved(points[1]) - motion * points[1]).length < 1e-9, "seed \(seed), trial \(trial)")
        }
        #expect(throws: TwoPointError.noDirection(separation: 0)) {
            try TwoPointOrigin(origin: .zero, direction: SIMD3(0, 2, 0))
        }
        #expect(throws: TwoPointError.nonFinite) {
            try TwoPointOrigin(origin: .zero, direction: SIMD3(.infinity, 2, 0))
        }
    }
}
