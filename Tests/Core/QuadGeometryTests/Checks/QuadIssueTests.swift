import QuadGeometry
import TestSupport
import Testing

@Suite(.seeded) struct QuadIssueTests {
    @Test("codes are words that never change")
    func codes() {
        #expect(
            QuadIssue.Code.allCases.map(\.rawValue) == [
                "WRONG_SHAPE", "NON_FINITE", "OUT_OF_RANGE", "DUPLICATE_CORNERS", "ZERO_AREA",
                "SELF_INTERSECTING",
                "CONCAVE", "NON_PLANAR", "FOLDED", "TOO_SMALL", "TOO_LARGE", "STRAIGHT_CORNER",
                "ASPECT_RATIO",
                "WINDING", "NOT_RECTANGULAR", "DUPLICATE_MARKER", "OVERLAPPING_MARKER", "STACKED_MARKER",
                "UNIT_SLIP", "FAR_AWAY", "UP_AXIS", "WARPED", "CROWDED",
            ])
        #expect(Severity.allCases.map(\.rawValue) == ["error", "warning", "info", "hint"])
    }

    @Test("a reordering removes a crossing", arguments: Seeds.few)
    func reorder(seed: UInt64) throws {
        let check = QuadCheck()
        for quad in QuadStrategy.crossed.quads(50, seed: seed) {
            let issue = try #require(check.issues(quad).first { $0.code == .selfIntersecting })
            let fix = try #require(issue.fix), fixed = try #require(quad.applying(fix))
            #expect(fixed.shape == .convex)
            #expect(fixed.p1 == quad.p1)
            #expect(Set(fixed.corners) == Set(quad.corners))
        }
    }

    @Test("flattening removes a bend", arguments: Seeds.few)
    func flatten(seed: UInt64) throws {
        let check = QuadCheck(.strict)
        for quad in QuadStrategy.ordinary.quads(50, seed: seed) {
            guard let issue = check.issues(quad).first(where: { $0.code == .nonPlanar }) else { continue }
            let fix = try #require(issue.fix), fixed = try #require(quad.applying(fix))
            #expect(!check.issues(fixed).contains { $0.code == .nonPlanar || $0.code == .folded })
        }
    }

    @Test("a marker to be dropped has no corrected form, and a line cannot be flattened")
    func noQuad() {
        #expect(Quad.rectangle(1, 1).applying(.dropMarker) == nil)
        #expect(Quad(.zero, .zero, .zero, .zero).applying(.flatten) == nil)
    }
}
