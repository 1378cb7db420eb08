import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import Markers

@Suite("Moving markers one by one")
struct MarkerMoverTests {
    @Test(
        "makes of each what a plan makes of all",
        arguments: [(PushMode.raw, false), (.raw, true), (.calibrated, false), (.calibrated, true)], Seeds.few
    )
    func plan(asked: (mode: PushMode, isStrict: Bool), seed: UInt64) throws {
        let (mode, isStrict) = asked
        var random = SeededGenerator(seed: seed)
        let sessions = [PlanMarkers.oldSession, PlanMarkers.newSession, PlanMarkers.otherSession]
        let motion = try PlanMarkers.motion(turn: SIMD3(0, 0.4, 0), shift: SIMD3(1, 0, 2))
        let markers = try (0..<60).map { number in
            var quad = PlanMarkers.quad(within: 50, using: &random)
            if number % 7 == 0 { quad[corner: 1] = quad[corner: 2] }
            if number % 11 == 0 { quad = quad.moved(by: SIMD3(0, 0, 999.9)) }
            let isThere = number % 5 == 0
            return try PlanMarkers.marker(
                number, quad, session: sessions[number % 3], calibrated: isThere ? motion * quad : nil,
                more: number % 13 == 0 ? ",\"p2\":[1,2]" : "",
                options: JSONOptions(allowsDuplicateKeys: true))
        }
        let request = PlanRequest(
            PlannedMotion(motion, from: .raw, to: mode == .raw ? .raw : .calibrated), mode: mode,
            frames: PlanMarkers.frames, isStrict: isStrict)
        let plan = try RecalibrationPlan(markers, request)
        var mover = try MarkerMover(request)
        var counts = [0, 0, 0, 0]
        for marker in markers {
            switch mover.outcome(marker) {
            case .moved(let moved):
                let update = plan.updates[counts[0]]
                #expect(try mover.marker(marker, at: moved) == update.after(), "seed \(seed)")
                #expect(moved.displacement == update.displacement && moved.findings == update.findings)
                counts[0] += 1
            case .unchanged(let moved):
                #expect(plan.unchanged[counts[1]].marker == marker, "seed \(seed)")
                #expect(moved.isUnchanged)
                counts[1] += 1
            case .refused(let reason):
                #expect(plan.refused[counts[2]].reason == reason, "seed \(seed)")
                counts[2] += 1
            case .leftOut(let reason):
                #expect(plan.leftOut[counts[3]].reason == .session(reason), "seed \(seed)")
                counts[3] += 1
            }
        }
        let planned = [plan.updates.count, plan.unchanged.count, plan.refused.count, plan.leftOut.count]
        #expect(counts == planned, "seed \(seed)")
    }

    @Test("sessions without dates move where a file was chosen, but not those that supplied targets")
    func sessions() throws {
        let frames = FrameMembership(rule: .allButTargets, targets: [PlanMarkers.newSession])
        #expect(frames.reasonToLeaveOut(PlanMarkers.oldSession) == nil)
        #expect(frames.reasonToLeaveOut(PlanMarkers.newSession) == .suppliedTargets)
    }

    @Test("corners of a table that are no numbers are refused where they are, not where they would go")
    func noNumbers() throws {
        let motion = try PlanMarkers.motion(turn: SIMD3(0, 0.4, 0), shift: SIMD3(1, 0, 2))
        let mover = try MarkerMover(
            PlanRequest(
                PlannedMotion(motion, from: .raw, to: .raw), mode: .raw, frames: PlanMarkers.frames))
        for (number, code) in [(Double.nan, "NON_FINITE"), (.infinity, "NON_FINITE"), (1e9, "OUT_OF_RANGE")] {
            var quad = Quad.rectangle(1, 1)
            quad[corner: 2].y = number
            guard case .refused(.outOfRange(let issue)) = mover.outcome(quad) else {
                Issue.record("\(number) is not refused as it stands")
                continue
            }
            #expect(RefusedMarker.Reason.outOfRange(issue).code == code && issue.corner == 2)
        }
    }

    @Test("fitted markers are told as they come")
    func lookup() throws {
        var random = SeededGenerator(seed: Seeds.first)
        let quads = (0..<4).map { _ in PlanMarkers.quad(within: 9, using: &random) }
        let motion = PlannedMotion(
            try PlanMarkers.motion(turn: .zero, shift: SIMD3(1, 0, 0)), from: .raw, to: .raw,
            fitted: quads.enumerated().map { FittedMarker(id: PlanMarkers.id($0), corners: $1) })
        var lookup = FittedLookup(motion, in: SpaceCalibration())
        lookup.meet(PlanMarkers.id(0), quads[0])
        lookup.meet(PlanMarkers.id(9), quads[1])
        #expect(
            !lookup.hasFoundApplied && lookup.awaits(PlanMarkers.id(1)) && !lookup.awaits(PlanMarkers.id(0)))
        lookup.meet(PlanMarkers.id(1), quads[1].moved(by: SIMD3(1, 0, 0)))
        lookup.meet(PlanMarkers.id(2), quads[2].moved(by: SIMD3(0, 5, 0)))
        #expect(lookup.hasFoundApplied)
        let state = lookup.state
        // One that the fit does not know by its id lies where it found another.
        #expect(
            state.onSource == [PlanMarkers.id(0), PlanMarkers.id(9)] && state.strangers == [PlanMarkers.id(9)]
        )
        #expect(state.onTarget == [PlanMarkers.id(1)])
        #expect(state.elsewhere == [PlanMarkers.id(2)] && state.missing == [PlanMarkers.id(3)])
    }
}
