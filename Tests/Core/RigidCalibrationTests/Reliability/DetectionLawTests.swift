import Testing

@testable import RigidCalibration

@Suite("What a test finds")
struct DetectionLawTests {
    struct Known: Sendable {
        let directions: Int
        let freedom, falseAlarm, power, threshold, reach: Double
    }

    /// By scipy 1.17: chi2.isf, f.isf and ncx2.sf, and where the noise is estimated quad over the law of the estimate.
    static let known: [Known] = [
        Known(
            directions: 1, freedom: .infinity, falseAlarm: 0.001, power: 0.8, threshold: 10.82756617,
            reach: 4.132147965),
        Known(
            directions: 1, freedom: .infinity, falseAlarm: 0.05, power: 0.8, threshold: 3.841458821,
            reach: 2.801581787),
        Known(
            directions: 1, freedom: 21, falseAlarm: 0.01, power: 0.9, threshold: 8.016596947,
            reach: 4.154545371),
        Known(
            directions: 3, freedom: .infinity, falseAlarm: 0.001, power: 0.8, threshold: 16.2662362,
            reach: 4.641662368),
        Known(
            directions: 3, freedom: .infinity, falseAlarm: 0.01, power: 0.9, threshold: 11.34486673,
            reach: 4.387188637),
        Known(
            directions: 3, freedom: 100, falseAlarm: 0.001, power: 0.8, threshold: 17.57042079,
            reach: 4.808926874),
        Known(
            directions: 3, freedom: 21, falseAlarm: 0.001, power: 0.8, threshold: 23.81476514,
            reach: 5.530174949),
        Known(
            directions: 3, freedom: 5.5, falseAlarm: 0.001, power: 0.95, threshold: 82.76120813,
            reach: 10.87081799),
        Known(
            directions: 3, freedom: 3, falseAlarm: 0.001, power: 0.8, threshold: 423.3253836,
            reach: 21.46134362),
        Known(
            directions: 3, freedom: 3, falseAlarm: 0.01, power: 0.9, threshold: 88.37008538, reach: 10.7778215
        ),
    ]
    /// The relative difference from numbers of nine digits.
    static let error = 2e-8

    @Test("thresholds and reaches by another program", arguments: known)
    func oracle(_ known: Known) throws {
        let law = try #require(
            DetectionLaw(
                directions: known.directions, freedom: known.freedom, falseAlarm: known.falseAlarm,
                power: known.power))
        #expect((law.threshold / known.threshold - 1).magnitude < Self.error, "\(law.threshold)")
        #expect((law.reach / known.reach - 1).magnitude < Self.error, "\(law.reach)")
        #expect((law.power(of: law.reach) - known.power).magnitude < Self.error)
    }

    /// Baarda (1968): of α 0.001 and power 0.80 the non-centrality parameter is 17.07, its root 4.13.
    @Test("Baarda's boundary value")
    func baarda() throws {
        let law = try #require(DetectionLaw(directions: 1))
        #expect((law.reach - 4.13).magnitude < 0.005)
        #expect((law.reach * law.reach - 17.07).magnitude < 0.01)
    }

    @Test("an error of no size is found as often as a false alarm")
    func none() throws {
        for freedom in [3, 40, Double.infinity] {
            for directions in [1, 3] {
                let law = try #require(DetectionLaw(directions: directions, freedom: freedom))
                #expect((law.power(of: 0) - law.falseAlarm).magnitude < 1e-9)
            }
        }
    }

    @Test("numbers that are no law")
    func refusals() {
        #expect(DetectionLaw(directions: 2) == nil)
        #expect(DetectionLaw(directions: 3, freedom: 0) == nil)
        #expect(DetectionLaw(directions: 3, freedom: .nan) == nil)
        #expect(DetectionLaw(directions: 3, falseAlarm: 0) == nil)
        #expect(DetectionLaw(directions: 3, falseAlarm: 0.9, power: 0.8) == nil)
        #expect(DetectionLaw(directions: 3, power: 1) == nil)
    }
}
