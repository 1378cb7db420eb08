import QuadGeometry
import TestSupport
import Testing

@Suite struct QuadLimitsTests {
    @Test("the profiles hold the documented limits")
    func profiles() {
        let app = QuadLimits.app, strict = QuadLimits.strict
        #expect(app == QuadLimits())
        #expect([app.flatnessWarning, app.flatnessError] == [0.010, 0.025])
        #expect([strict.flatnessWarning, strict.flatnessError] == [0.003, 0.010])
        #expect(app.foldSeverity == .warning)
        #expect(strict.foldSeverity == .error)
        var same = strict
        same.flatnessWarning = app.flatnessWarning
        same.flatnessError = app.flatnessError
        same.foldSeverity = app.foldSeverity
        #expect(same == app)
        #expect([app.snap, app.shortestEdge, app.longestEdge, app.aspectRatio] == [0.001, 0.005, 20, 50])
        let degrees = [app.foldAngle, app.straightAngle, app.rectangleAngle].map { $0 / QuadLimits.degree }
        #expect(degrees == [20, 2, 5])
        #expect([app.largestCoordinate, app.overlap, app.stackDistance] == [10_000, 0.05, 0.020])
    }

    @Test("every limit is listed once, by its name")
    func listed() {
        let names = QuadLimit.allCases.map(\.rawValue)
        // The one property that is not a number is left out.
        #expect(names.count == Mirror(reflecting: QuadLimits.app).children.count - 1)
        for (index, child) in Mirror(reflecting: QuadLimits.app).children.filter({ $0.value is Double })
            .enumerated()
        {
            #expect(child.label == names[index])
            #expect(child.value as? Double == QuadLimits.app[QuadLimit.allCases[index]])
        }
    }

    @Test("a limit that is NaN or negative is refused with its name", arguments: QuadLimit.allCases)
    func unusable(limit: QuadLimit) {
        let name = limit.rawValue
        for value in [-1, -.infinity, -.leastNonzeroMagnitude] as [Double] {
            var limits = QuadLimits.strict
            limits[limit] = value
            #expect(throws: QuadLimitsError.unusable(name: name, value: value)) { try QuadCheck(limits) }
        }
        var limits = QuadLimits.app
        limits[limit] = .nan
        let error = #expect(throws: QuadLimitsError.self) { try QuadCheck(limits) }
        guard case .unusable(name, let value) = error, value.isNaN else {
            Issue.record("refused as \(String(describing: error))")
            return
        }
    }

    @Test("zero and infinity are limits like others", arguments: [0, -0.0, Double.infinity])
    func extremes(value: Double) throws {
        for limit in QuadLimit.allCases {
            var limits = QuadLimits.app
            limits[limit] = value
            let check = try QuadCheck(limits)
            #expect(check.limits == limits)
            // No limit makes a check trap.
            _ = check.issues(.rectangle(0.1, 0.1))
            _ = check.neighborIssues(among: [.rectangle(0.1, 0.1), .rectangle(0.1, 0.2)])
        }
    }
}
