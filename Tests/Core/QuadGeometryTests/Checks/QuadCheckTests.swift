import TestSupport
import Testing

@testable import QuadGeometry

@Suite(.seeded) struct QuadCheckTests {
    @Test(
        "each limit is kept at it and exceeded just beyond, by one finding with its numbers",
        arguments: LimitCase.lengths + LimitCase.angles)
    func limit(example: LimitCase) throws {
        #expect(try QuadCheck(example.limits).issues(example.kept).isEmpty)
        let check = try QuadCheck(example.tighterLimits ?? example.limits)
        for order in CornerOrder.all {
            let issues = check.issues(example.exceeded.reordered(order))
            // Of duplicate corners every later one is a finding.
            #expect(Set(issues.map(\.code)) == [example.code])
            #expect(issues.count == (example.code == .duplicateCorners ? 2 : 1))
            let issue = try #require(issues.first)
            #expect(issue.severity == example.severity)
            #expect(issue.value?.magnitude == example.value)
            #expect(issue.limit == example.limit)
            #expect(
                issue.unit
                    == (example.code == .aspectRatio
                        ? .ratio : LimitCase.angles.contains { $0.code == issue.code } ? .radians : .metres))
            #expect(issue.location?.isFinite == true)
            #expect(issue == check.issues(example.exceeded.reordered(order), .unclear, facing: nil).first)
        }
    }

    @Test("a crossing, a concave corner and a collapse come alone", arguments: [QuadLimits.app, .strict])
    func shapes(limits: QuadLimits) throws {
        let check = try QuadCheck(limits), square = Quad.rectangle(1, 1)
        let crossed = check.issues(square.reordered(SIMD4(0, 2, 1, 3)))
        #expect(crossed.map(\.code) == [.selfIntersecting])
        #expect(crossed.first?.fix == .reorder(SIMD4(0, 2, 1, 3)))
        #expect(crossed.first?.location == SIMD3(0.5, 0.5, 0))
        var dart = square
        dart.p3 = SIMD3(0.25, 0.25, 0)
        let concave = check.issues(dart)
        #expect(concave.map(\.code) == [.concave])
        #expect(concave.first?.corner == 2)
        #expect(concave.first?.location == dart.p3)
        #expect(try #require(concave.first?.value) > .pi)
        let line = Quad(SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(2, 0, 0), SIMD3(3, 0, 0))
        #expect(check.issues(line).map(\.code) == [.zeroArea])
        #expect(check.issues(square).isEmpty)
    }

    @Test(
        "one bad number gives one finding, with its corner and coordinate", arguments: 0..<12,
        [Double.nan, .infinity, -.infinity])
    func nonFinite(place: Int, number: Double) throws {
        for limits in [QuadLimits.app, .strict] {
            // Far, tiny and crossed besides, none of which may show.
            for clean in [Quad.rectangle(1, 1), Quad.rectangle(1e-9, 1e9).reordered(SIMD4(0, 2, 1, 3))] {
                var quad = clean
                quad[corner: place / 3][place % 3] = number
                for facing in [nil, SIMD3<Double>(0, 0, -1)] {
                    let issues = try QuadCheck(limits).issues(quad, facing: facing)
                    #expect(issues.count == 1)
                    let issue = try #require(issues.first)
                    #expect(issue.code == .nonFinite)
                    #expect(issue.severity == .error)
                    #expect(issue.corner == place / 3)
                    #expect(issue.coordinate == place % 3)
                    #expect(issue.value?.bitPattern == number.bitPattern)
                    #expect(issue.location == nil)
                    #expect(issue.fix == nil)
                }
            }
        }
    }

    @Test("several bad numbers are all reported, in order")
    func severalNonFinite() throws {
        let quad = Quad(SIMD3(.nan, 0, .infinity), SIMD3(1, 0, 0), SIMD3(1, -.infinity, 0), SIMD3(0, 1, 0))
        let issues = QuadCheck().issues(quad)
        #expect(issues.map(\.code) == [.nonFinite, .nonFinite, .nonFinite])
        #expect(issues.map(\.corner) == [0, 0, 2])
        #expect(issues.map(\.coordinate) == [0, 2, 1])
    }

    @Test(
        "beside its limit a bend is judged by its exact value, however slender the quad",
        arguments: [1, 1e-2, 1e-4, 1e-6])
    func exactBend(width: Double) throws {
        for sample in 0..<50 {
            var random = SeededGenerator(seed: Seeds.first, sample: sample)
            var flat = Quad.rectangle(1, width)
            flat.p3.x = Double.random(in: 0.3...0.9, using: &random)
            flat.p1.z = width * 1e-3
            let quad = RigidStrategy.random.transform(using: &random) * flat
            let exact = try #require(quad.exactFlatness)
            let kept = try QuadCheck(QuadLimits.only(\.flatnessWarning, exact)).issues(quad)
            #expect(kept.isEmpty)
            let exceeded = try QuadCheck(QuadLimits.only(\.flatnessWarning, exact.nextDown)).issues(quad)
            #expect(exceeded.map(\.code) == [.nonPlanar])
            #expect(exceeded.first?.value == exact)
        }
    }

    @Test("of two corners in one place the later is the finding, at any distance below the snap")
    func duplicateCorners() throws {
        let check = QuadCheck()
        for (first, second) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            var quad = Quad.rectangle(1, 1)
            quad[corner: second] = quad[corner: first] + SIMD3(0, 0, 0.0005)
            let issues = check.issues(quad)
            #expect(issues.map(\.code) == [.duplicateCorners])
            #expect(issues.first?.corner == second)
            #expect(issues.first?.value == 0.0005)
        }
        // With a snap of zero only corners in the same place are one corner.
        let exact = try QuadCheck(QuadLimits.only(\.snap, 0))
        #expect(
            exact.issues(Quad(.zero, .zero, SIMD3(1, 0, 0), SIMD3(0, 1, 0))).map(\.code) == [
                .duplicateCorners
            ])
        #expect(exact.issues(Quad(.zero, SIMD3(1e-300, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 1, 0))).isEmpty)
    }

    @Test("the winding is a finding only against a direction it does not share")
    func winding() throws {
        let check = QuadCheck(), quad = Quad.rectangle(1, 1)
        #expect(check.issues(quad, facing: SIMD3(0, 0, 1)).isEmpty)
        #expect(check.issues(quad, facing: SIMD3(1, 1, 1e-300)).isEmpty)
        #expect(check.issues(quad, facing: SIMD3(1, 0, 0)).isEmpty)
        #expect(check.issues(quad, facing: .zero).isEmpty)
        #expect(check.issues(quad, facing: SIMD3(0, 0, .nan)).isEmpty)
        let issue = try #require(check.issues(quad, facing: SIMD3(1, 0, -1e-300)).first)
        #expect(issue.code == .winding)
        #expect(issue.severity == .warning)
        let fixed = try #require(issue.fix.flatMap { quad.applying($0) })
        #expect(check.issues(fixed, facing: SIMD3(1, 0, -1e-300)).isEmpty)
        #expect(fixed.p1 == quad.p1)
    }
}
