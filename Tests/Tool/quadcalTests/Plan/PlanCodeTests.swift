import JobReports
import Markers
import QuadGeometry
import TestSupport
import Testing

@Suite("Codes of a plan")
struct PlanCodeTests {
    /// Every code that the library gives a marker that stays, a note, or a plan that is refused.
    private static let given: [String] =
        [.suppliedTargets, .notChosen, .createdAfterTargets, .undated, .finished].map {
            (reason: FrameMembership.Reason) in LeftOutMarker.Reason.session(reason).code
        } + [
            LeftOutMarker.Reason.listedTwice(0).code, RefusedMarker.Reason.missingVersion.code,
            PlanNote.onlyTheJobCanTell.code, PlanNote.fittedMissing([]).code,
            PlanNote.fittedElsewhere([]).code, PlanNote.sessionsAstray([]).code,
            PlanNote.datesWithoutZone([]).code, RecalibrationPlanError.failedFit(codes: []).code,
            RecalibrationPlanError.nothingToApply(probability: 0.5).code,
            RecalibrationPlanError.stretches(growth: 2).code,
            RecalibrationPlanError.badLimits(.unusable(name: "snap", value: -1)).code,
            RecalibrationPlanError.vectorMovesOthers(1).code,
            RecalibrationPlanError.vectorLeadsToCalibrated.code, RecalibrationPlanError.vectorOutOfRange.code,
        ]

    @Test("are explained, all that a plan can have", arguments: given + PlanCode.allCases.map(\.rawValue))
    func explained(_ code: String) throws {
        let text = try #require(PlanCode.explanation(of: code), "no explanation of \(code)")
        #expect(text.hasPrefix("\(code) (") && text.contains("\nTo fix it: "))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 200 })
    }

    @Test("are listed and explained by recalibrate, beside those of a fit and a check")
    func tool() throws {
        for code in ["FINDINGS_TRAVEL", "WEAK_GEOMETRY", "NON_PLANAR"] {
            let run = try Tool.run(["recalibrate", "--explain", code])
            #expect(run.exit == 0 && run.output.hasPrefix("\(code) (") && run.advice.isEmpty, "\(run)")
        }
        let list = try Tool.run(["recalibrate", "--list-codes"])
        #expect(list.exit == 0 && list.lines.count >= PlanCode.allCases.count)
        #expect(list.lines.allSatisfy { $0.count <= 110 })
        // Anything else names a marker, for which there must be a plan.
        #expect(try Tool.run(["recalibrate", "--explain", "findings_travel"]).exit == 2)
        #expect(try Tool.run(["recalibrate", "--explain", "UNDATED", "a.json"]).exit == 2)
    }
}
