import QuadGeometry
import TestSupport
import Testing

/// The checks that are still made when something else is wrong: geometry.md §7.
@Suite(.seeded) struct QuadCheckPrecedenceTests {
    private func codes(_ quad: Quad, _ limits: QuadLimits = .app, facing: SIMD3<Double>? = nil) throws
        -> [QuadIssue.Code]
    {
        try QuadCheck(limits).issues(quad, facing: facing).map(\.code)
    }

    private let away = SIMD3<Double>(20_000, 0, 0)

    @Test("out of range does not end the checks")
    func outOfRange() throws {
        let square = Quad.rectangle(1, 1)
        #expect(try codes(square.moved(by: away)) == [.outOfRange])
        #expect(try codes(LimitCase.bent(0.0625).moved(by: away)) == [.outOfRange, .nonPlanar])
        #expect(
            try codes(square.reordered(SIMD4(0, 2, 1, 3)).moved(by: away)) == [
                .outOfRange, .selfIntersecting,
            ])
        #expect(try codes(Quad(.zero, .zero, .zero, .zero).moved(by: away)).first == .outOfRange)
        #expect(try codes(Quad.rectangle(30, 30).moved(by: away)) == [.outOfRange, .tooLarge])
    }

    @Test("duplicate corners end shape, size, planarity, angles and winding")
    func duplicateCorners() throws {
        var quad = Quad.rectangle(50, 50)
        quad.p2 = quad.p1
        #expect(try codes(quad, facing: SIMD3(0, 0, -1)) == [.duplicateCorners])
        #expect(try codes(quad.moved(by: away)) == [.outOfRange, .duplicateCorners])
        // All four in one place: three later corners.
        #expect(
            try codes(Quad(.zero, .zero, .zero, .zero)) == [
                .duplicateCorners, .duplicateCorners, .duplicateCorners,
            ])
    }

    @Test("no area ends size, planarity, angles and winding")
    func zeroArea() throws {
        let line = Quad(SIMD3(0, 0, 0), SIMD3(0.002, 0, 0), SIMD3(100, 0, 0), SIMD3(50, 0, 0))
        #expect(try codes(line, facing: SIMD3(0, 0, 1)) == [.zeroArea])
    }

    @Test("a crossing skips planarity and winding, and keeps sizes and angles")
    func selfIntersecting() throws {
        let bent = LimitCase.bent(0.3).reordered(SIMD4(0, 2, 1, 3))
        #expect(try codes(bent, facing: SIMD3(0, 0, -1)) == [.selfIntersecting])
        // One lobe is larger than the other, so that there is a winding to be wrong.
        let lopsided = Quad(SIMD3(0, 0, 0), SIMD3(1, 1, 0), SIMD3(1, 0, 0), SIMD3(0, 0.25, 0))
        for facing in [SIMD3<Double>(0, 0, 1), SIMD3(0, 0, -1)] {
            #expect(try !codes(lopsided, facing: facing).contains(.winding))
        }
        let large = Quad.rectangle(30, 30).reordered(SIMD4(0, 2, 1, 3))
        #expect(try codes(large) == [.selfIntersecting, .tooLarge])
        let narrow = Quad.rectangle(10, 0.1)
        #expect(try codes(narrow.reordered(SIMD4(0, 2, 1, 3))) == [.selfIntersecting, .aspectRatio])
        #expect(try codes(narrow.reordered(SIMD4(0, 1, 3, 2))) == [.selfIntersecting, .straightCorner])
    }

    @Test("a concave corner skips planarity and right angles, and keeps the rest")
    func concave() throws {
        var dart = LimitCase.bent(0.3)
        dart.p3 = SIMD3(0.3, 0.3, 0)
        #expect(try codes(dart) == [.concave])
        #expect(try codes(dart.map { $0 * 30 }) == [.concave, .tooLarge])
        #expect(try codes(dart, facing: SIMD3(0, 0, -1)) == [.concave, .winding])
    }

    @Test("a bend is one finding: an error, or a warning and possibly a fold")
    func bends() throws {
        #expect(try codes(LimitCase.bent(0.1)) == [.nonPlanar])
        // On a small marker a bend below the error limit folds it by more than 20 degrees.
        let small = LimitCase.bent(0.015, side: 0.1), app = QuadCheck(.app).issues(small)
        #expect(app.map(\.code).contains(.folded))
        #expect(
            app.filter { $0.code == .nonPlanar || $0.code == .folded }.map(\.severity) == [
                .warning, .warning,
            ])
        let strict = QuadCheck(.strict).issues(small)
        #expect(!strict.map(\.code).contains(.folded))
        #expect(strict.first?.severity == .error)
        let smaller = LimitCase.bent(0.008, side: 0.05), folded = QuadCheck(.strict).issues(smaller)
        #expect(folded.filter { $0.code == .folded }.map(\.severity) == [.error])
        #expect(folded.filter { $0.code == .nonPlanar }.map(\.severity) == [.warning])
    }

    @Test("independent findings all show, lowest layer first")
    func several() throws {
        let corners = [SIMD3<Double>(0, 0, 0), SIMD3(40, 0, 0), SIMD3(100, 0.5, 0), SIMD3(60, 0.5, 0)]
        let quad = Quad(corners[0], corners[1], corners[2], corners[3]).moved(by: away)
        let found = try codes(quad, facing: SIMD3(0, 0, -1))
        #expect(found == [.outOfRange, .tooLarge, .straightCorner, .notRectangular, .winding])
    }

    @Test(
        "the same quad gives the same findings in the same order, whatever order it is asked in",
        arguments: Seeds.few)
    func repeatable(seed: UInt64) throws {
        let check = QuadCheck(.strict)
        let quads = QuadStrategy.allCases.flatMap { $0.quads(20, seed: seed) }
        let once = quads.map { check.issues($0) }
        var random = SeededGenerator(seed: seed)
        for index in quads.indices.shuffled(using: &random) {
            #expect(check.issues(quads[index]) == once[index])
        }
    }
}
