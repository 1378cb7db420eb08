import Foundation
import Markers
import QuadGeometry
import TestSupport
import Testing

@Suite struct MarkerPlacementTests {
    /// A poster on a wall, clockwise for a viewer who looks along -z.
    private static let wall: [SIMD3<Double>] = [[0, 1.5, -2], [0.75, 1.5, -2], [0.75, 1, -2], [0, 1, -2]]
    private static let facing: SIMD3<Double> = [0, 0, -1]

    private static func placed(
        _ points: [SIMD3<Double>], facing: SIMD3<Double>? = nil
    ) throws -> MarkerPlacement {
        var placement = MarkerPlacement(facing: facing)
        for point in points { try placement.tap(point) }
        return placement
    }

    @Test("four sound taps are a marker, and each asks for the next")
    func sound() throws {
        var placement = MarkerPlacement(facing: Self.facing)
        for (index, point) in Self.wall.enumerated() {
            #expect(placement.nextCorner == index + 1 && placement.prompt == "Tap corner \(index + 1) of 4")
            #expect(!placement.isDone && placement.quad == nil)
            let session = UUID()
            #expect(throws: PlacementError.incomplete(corners: index)) { try placement.creation(in: session) }
            #expect(try placement.tap(SIMD3<Float>(point)).isEmpty)
        }
        #expect(
            placement.isDone && placement.nextCorner == nil && placement.prompt == "The marker is complete")
        #expect(placement.quad?.corners == Self.wall)
        let session = UUID()
        let creation = try placement.creation(in: session, label: "Crack 7", color: "#FF0000")
        #expect(creation.workSessionID == session && creation.quad.corners == Self.wall)
        #expect(creation.label == "Crack 7" && creation.color == "#FF0000")
        #expect(throws: PlacementError.complete) { try placement.tap([0, 0, 0]) }
    }

    @Test("the last tap can be taken back, as often as there are taps")
    func undo() throws {
        var placement = try Self.placed(Self.wall)
        for point in Self.wall.reversed() { #expect(placement.undo() == point && !placement.isDone) }
        #expect(placement.undo() == nil && placement.nextCorner == 1 && placement == MarkerPlacement())
    }

    @Test("a point that is not finite is refused, and nothing changes")
    func notFinite() throws {
        var placement = try Self.placed([Self.wall[0]])
        for bad in [SIMD3<Float>(.nan, 0, 0), SIMD3<Float>(0, .infinity, 0)] {
            #expect(throws: PlacementError.notFinite(corner: 1)) { try placement.tap(bad) }
        }
        #expect(placement.corners == [Self.wall[0]])
    }

    @Test("what is wrong is said with the tap that does it, and gone when that is undone")
    func judged() throws {
        let cases: [(taps: [SIMD3<Double>], code: QuadIssue.Code)] = [
            ([[20_000, 0, 0]], .outOfRange),
            ([Self.wall[0], Self.wall[0] + SIMD3(0.0002, 0, 0)], .duplicateCorners),
            ([Self.wall[0], Self.wall[0] + SIMD3(0.002, 0, 0)], .tooSmall),
            ([Self.wall[0], Self.wall[0] + SIMD3(25, 0, 0)], .tooLarge),
            ([Self.wall[0], Self.wall[1], Self.wall[1] + SIMD3(0, -0.002, 0)], .tooSmall),
            ([Self.wall[0], Self.wall[1], Self.wall[0] + SIMD3(0, 0.0001, 0)], .duplicateCorners),
            ([Self.wall[0], Self.wall[1], Self.wall[1] + SIMD3(0.5, 0, 0)], .zeroArea),
            ([Self.wall[0], Self.wall[1], Self.wall[1] + SIMD3(0.5, 0.005, 0)], .straightCorner),
            ([Self.wall[0], Self.wall[1], Self.wall[3], Self.wall[2]], .selfIntersecting),
            ([Self.wall[0], Self.wall[1], Self.wall[2], [0.6, 1.4, -2]], .concave),
            ([Self.wall[0], Self.wall[1], Self.wall[2], [0, 1, -1.8]], .nonPlanar),
        ]
        for (taps, code) in cases {
            var placement = MarkerPlacement()
            for point in taps.dropLast() { #expect(try placement.tap(point).isEmpty, "\(code)") }
            #expect(try placement.tap(taps[taps.count - 1]).map(\.code).contains(code), "\(code)")
            #expect(!placement.isDone, "\(code)")
            placement.undo()
            #expect(placement.issues.isEmpty, "\(code)")
        }
    }

    @Test("corners the wrong way round are known at the third tap, and turned at the fourth")
    func winding() throws {
        let back = [Self.wall[0], Self.wall[3], Self.wall[2], Self.wall[1]]
        var placement = MarkerPlacement(facing: Self.facing)
        #expect(try placement.tap(back[0]).isEmpty && placement.tap(back[1]).isEmpty)
        #expect(try placement.tap(back[2]).map(\.code) == [.winding])
        #expect(try placement.tap(back[3]).map(\.code) == [.winding])
        // A warning, with which it could be made.
        #expect(placement.isDone && placement.reorder() && placement.issues.isEmpty)
        #expect(placement.corners == [back[0], back[3], back[2], back[1]] && !placement.reorder())
    }

    @Test("a crossing outline is not made, and the order that uncrosses it is")
    func crossing() throws {
        var placement = try Self.placed([Self.wall[0], Self.wall[1], Self.wall[3], Self.wall[2]])
        let session = UUID(), issues = placement.issues
        #expect(throws: PlacementError.unsound(issues)) { try placement.creation(in: session) }
        #expect(placement.prompt.contains("undo") && placement.reorder() && placement.isDone)
        #expect(try placement.creation(in: session).quad.corners == Self.wall)
    }

    @Test(
        "the preview continues as a square, then as a parallelogram, and is never a finding by itself",
        arguments: Seeds.few)
    func preview(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let motion = RigidStrategy.random.transform(using: &random)
            let corners = Self.wall.map { motion * $0 }
            var placement = MarkerPlacement(facing: motion.rotation * Self.facing)
            try placement.tap(corners[0])
            #expect(placement.preview == nil)
            try placement.tap(corners[1])
            let square = try #require(placement.preview)
            #expect(abs(square.edgeLengths.max() / square.edgeLengths.min() - 1) < 1e-9)
            // On the side of the viewer's right: where the third tap will be.
            #expect((square.p3 - corners[1]).dot(corners[2] - corners[1]) > 0)
            #expect(try placement.tap(corners[2]).isEmpty)
            let expected = try #require(placement.preview)
            #expect((expected.p4 - corners[3]).length < 1e-9)
            #expect(
                try placement.tap(corners[3]).isEmpty && placement.isDone
                    && placement.preview == placement.quad)
        }
    }
}
