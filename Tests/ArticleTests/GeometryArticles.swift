import QuadGeometry
import RigidCalibration
import Testing

/// The code of the articles of QuadGeometry and RigidCalibration.
@Suite("Articles on geometry")
struct GeometryArticles {
    @Test("a quad is checked, measured and hit")
    func quadGeometry() throws {
        let quad = Quad([0, 0, 1], [0.5, 0, 1], [0.5, 0.25, 1], [0, 0.25, 1])
        for issue in QuadCheck().issues(quad) { print(issue.severity, issue.code.rawValue) }
        print(quad.area, quad.normal ?? .zero)

        // Moved by a shift; a RigidTransform turns it as well, as in mapFromScan * quad.
        let moved = quad.map { $0 + [0, 0, 2] }
        print(moved.center)

        // From a tap, in the world's coordinates; a quad is hit from both sides.
        let ray = try Ray(origin: [0.25, 0.125, 0], direction: [0, 0, 1])
        if let hit = quad.hit(by: ray) { print(hit.distance, hit.face) }

        #expect(QuadCheck().issues(quad).isEmpty && quad.hit(by: ray)?.distance == 1)
    }

    @Test("a motion is fitted, judged and used")
    func rigidCalibration() throws {
        let oldPoints: [SIMD3<Double>] = [
            [0, 0, 0], [4, 0, 0], [0, 0, 3], [0, 2, 0], [4, 2, 3], [1, 1, 1],
        ]
        let newPoints = oldPoints.map { $0 + SIMD3(5, 0.25, -2) }, oldPoint = oldPoints[0]

        let pairs = try Correspondences(sources: oldPoints, targets: newPoints)
        let calibration = try Calibration(robust: pairs)
        print(calibration.verdict, calibration.judgements.map(\.code))

        let moved = calibration.moved(oldPoint)
        let error = calibration.predictedError(at: oldPoint)  // 95 %, in metres

        #expect(moved == newPoints[0] && error ?? 0 >= 0)
    }

    @Test("many quads are fitted at once")
    func manyQuads() {
        let quad = Quad([0, 0, 1], [0.5, 0, 1], [0.5, 0.25, 1], [0, 0.25, 1])
        let oldQuads = QuadColumns([quad, quad]), newQuads = QuadColumns([quad, quad])
        withUnsafeTemporaryAllocation(of: AnchoredMotion.self, capacity: 2) { motions in
            motions.initialize(repeating: .identity)

            let outcome = RigidFits.solve(oldQuads, newQuads, into: motions)
            for refusal in outcome.refused { print(refusal.problem, refusal.reason.code) }

            #expect(outcome.refused.isEmpty && motions[1].rotation == .identity)
        }
    }

    @Test("many pairs are fitted in parts")
    func manyPairs() throws {
        let numbers = [0, 0, 0, 4, 0, 0, 0, 0, 3, 0, 2, 0].map(Double.init), count = 4
        try numbers.withUnsafeBufferPointer { sources in
            let targets = sources

            let parts = try PairMoments.chunks(of: count).map { range in
                try PairMoments(packed: sources, targets: targets, range: range)
            }
            let fit = try PairMoments.merged(parts).fit()

            // How far from zero depends on the LAPACK that the turn is refined from.
            #expect(fit.rms < 1e-20)
        }
    }
}
