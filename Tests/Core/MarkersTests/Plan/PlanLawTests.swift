import Foundation
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import Markers

@Suite("What holds of every plan")
struct PlanLawTests {
    /// Corners of any size, some invalid, some finite in single precision only by rounding.
    private static func corners(_ random: inout SeededGenerator) -> [String] {
        let size = Double.randomSize(in: 1e-3...1e9, using: &random)
        return (0..<4).map { _ in
            let numbers = (0..<3).map { _ in "\(Double.random(in: -size...size, using: &random))" }
            switch Int.random(in: 0..<40, using: &random) {
            case 0: return "[1e999,0,0]"
            case 1: return "null"
            case 2: return "[" + numbers.dropLast().joined(separator: ",") + "]"
            case 3: return "[\(Double.randomFinite(using: &random)),1e308,-1e308]"
            default: return "[" + numbers.joined(separator: ",") + "]"
            }
        }
    }

    private static func markers(_ count: Int, _ random: inout SeededGenerator) throws -> [Marker] {
        let sessions = [
            PlanMarkers.oldSession, PlanMarkers.oldSession, PlanMarkers.oldSession, PlanMarkers.otherSession,
            PlanMarkers.newSession,
        ]
        return try (0..<count).map { _ in
            let id = PlanMarkers.id(Int.random(in: 0..<2 * count, using: &random))
            let session = sessions.randomElement(using: &random) ?? PlanMarkers.oldSession
            var text = "{\"id\":\"\(id)\",\"work_session_id\":\"\(session)\""
            for (i, corner) in corners(&random).enumerated() { text += ",\"p\(i + 1)\":\(corner)" }
            let version = ["", ",\"version\":null", ",\"version\":\(Int64.min)", ",\"version\":7"]
            text += version.randomElement(using: &random) ?? ""
            let data =
                Bool.random(using: &random)
                ? "" : ",\"calibrated_data\":{\"p1\":\(corners(&random)[0]),\"p2\":[0,0,1]}"
            return try Marker(Array((text + data + "}").utf8))
        }
    }

    private static func request(_ mode: PushMode, _ random: inout SeededGenerator) throws
        -> PlanRequest
    {
        let kinds = PointKind.allCases
        let turn = mode == .vector || Bool.random(using: &random) ? 0 : 1.0
        let motion = try PlanMarkers.motion(
            turn: SIMD3<Double>.random(in: -1...1, using: &random) * turn,
            shift: SIMD3<Double>.randomDirection(using: &random)
                * Double.randomSize(in: 1e-8...1e9, using: &random))
        let vector = Bool.random(using: &random) ? CalibrationVector(SIMD3(1.5, 0, 2)) : nil
        var request = PlanRequest(
            PlannedMotion(
                motion, from: kinds.randomElement(using: &random) ?? .raw,
                to: mode == .vector ? .calibrated : kinds.randomElement(using: &random) ?? .raw),
            mode: mode, frames: PlanMarkers.frames,
            space: SpaceCalibration(vector, sign: VectorSign.allCases.randomElement(using: &random) ?? .added)
        )
        if Bool.random(using: &random) { request.frames.chosen.insert(PlanMarkers.otherSession) }
        if Bool.random(using: &random) { request.limits.largestCoordinate = .infinity }
        request.isStrict = Int.random(in: 0..<4, using: &random) == 0
        return request
    }

    @Test(
        "every marker is in exactly one list, in order, whatever it is", arguments: PushMode.allCases,
        Seeds.few)
    func partition(mode: PushMode, seed: UInt64) throws {
        var plans = 0
        for sample in 0..<300 {
            var random = SeededGenerator(seed: seed, sample: sample)
            let markers = try Self.markers(Int.random(in: 0..<12, using: &random), &random)
            let request = try Self.request(mode, &random)
            let plan: RecalibrationPlan
            do throws(RecalibrationPlanError) {
                plan = try RecalibrationPlan(markers, request)
            } catch {
                // One vector for all does not fit if some are to stay, or if it has no numbers.
                #expect(mode == .vector, "seed \(seed), \(sample): \(error)")
                #expect(
                    ["VECTOR_MOVES_OTHERS", "VECTOR_OUT_OF_RANGE", "VECTOR_LOSES"].contains(error.code),
                    "seed \(seed), \(sample): \(error)")
                continue
            }
            plans += 1
            let lists = [
                plan.updates.map { ($0.index, $0.marker) }, plan.unchanged.map { ($0.index, $0.marker) },
                plan.refused.map { ($0.index, $0.marker) }, plan.leftOut.map { ($0.index, $0.marker) },
            ]
            for list in lists { #expect(list.map(\.0) == list.map(\.0).sorted(), "seed \(seed), \(sample)") }
            let all = lists.flatMap(\.self).sorted { $0.0 < $1.0 }
            #expect(all.map(\.0) == Array(markers.indices), "seed \(seed), \(sample)")
            #expect(all.map(\.1) == markers, "seed \(seed), \(sample)")
            #expect(plan.count == markers.count, "seed \(seed), \(sample)")
            for update in plan.updates {
                let after = try update.after()
                #expect(try after.quad.largestMagnitude.isFinite, "seed \(seed), \(sample)")
                if mode == .vector { continue }
                // A number that cannot be written would be null.
                let body = try JSONValue(try #require(update.body()))
                let isFinite = !body.text.split(separator: UInt8(ascii: "n")).contains {
                    $0.starts(with: "ull".utf8)
                }
                #expect(isFinite, "seed \(seed), \(sample)")
            }
            #expect(plan.digest == (try RecalibrationPlan(markers, request)).digest)
        }
        #expect(plans > 0)
    }

    @Test(
        "once the frame of a session is known, its status does not matter",
        arguments: ["draft", "active", "done", "archived", "on_hold", ""], [PushMode.raw, .calibrated])
    func statuses(status: String, mode: PushMode) throws {
        let text =
            #"{"id":"\#(PlanMarkers.oldSession)","space_id":"hall","session_type":"inspection","#
            + #""status":"\#(status)","created_at":"2025-01-10T00:00:00Z"}"#
        let session = try WorkSession(JSONValue(text))
        let motion = try PlanMarkers.motion(turn: .zero, shift: SIMD3(1, 0, 0))
        let frames = FrameMembership(
            rule: .before(try #require(WireDate("2025-02-01T00:00:00Z"))),
            createdAt: [session.id: try #require(session.createdAt)])
        var random = SeededGenerator(seed: Seeds.first)
        let marker = try PlanMarkers.marker(
            1, PlanMarkers.quad(within: 9, using: &random), more: #","custom_props":{"status":"\#(status)"}"#)
        let plan = try RecalibrationPlan(
            [marker],
            PlanRequest(PlannedMotion(motion, from: .raw, to: .raw), mode: mode, frames: frames))
        #expect(plan.updates.count == 1)
    }

    /// A plan's motion, and the one that takes it back.
    private static func thereAndBack(_ mode: PushMode, _ random: inout SeededGenerator) throws
        -> (AnchoredMotion, AnchoredMotion)
    {
        let turn = mode == .vector ? SIMD3<Double>.zero : .random(in: -2...2, using: &random)
        let motion = try PlanMarkers.motion(turn: turn, shift: .random(in: -30...30, using: &random))
        return (motion, motion.inverted())
    }

    @Test("the motion back brings raw corners and vectors back", arguments: Seeds.few)
    func undo(seed: UInt64) throws {
        for (mode, kind) in [(PushMode.raw, PointKind.raw), (.raw, .calibrated), (.vector, .calibrated)] {
            var random = SeededGenerator(seed: seed)
            let space = SpaceCalibration(CalibrationVector(SIMD3(1.5, 0, 2)))
            let markers = try (0..<20).map {
                try PlanMarkers.marker($0, PlanMarkers.quad(within: 60, using: &random).rounded)
            }
            let (there, back) = try Self.thereAndBack(mode, &random)
            var server = PlanServer(space: space, markers: markers)
            for motion in [there, back] {
                try server.carryOut(
                    try RecalibrationPlan(
                        server.markers,
                        PlanRequest(
                            PlannedMotion(motion, from: kind, to: kind), mode: mode,
                            frames: PlanMarkers.frames, space: server.space)))
            }
            for (now, then) in zip(server.markers, markers) {
                let (now, then) = (try now.quad, try then.quad)
                // Corners were stored in single precision on the way.
                let way = then.map { there * ($0 + space.shift(to: kind)) }
                #expect(
                    StoredTolerance(way, then, shift: space.shift).allows(now, then), "seed \(seed), \(mode)")
            }
            let rest = server.space.shift - space.shift
            #expect(StoredTolerance(magnitude: space.shift.largestMagnitude).allows(rest), "seed \(seed)")
        }
    }

    @Test(
        "calibrated data is always worked out from raw corners, so that no motion takes it back to the vector's"
    )
    func undoCalibrated() throws {
        var random = SeededGenerator(seed: Seeds.first)
        let space = SpaceCalibration(CalibrationVector(SIMD3(1.5, 0, 2)))
        let raw = PlanMarkers.quad(within: 60, using: &random).rounded
        var server = PlanServer(space: space, markers: [try PlanMarkers.marker(1, raw)])
        let (there, _) = try Self.thereAndBack(.calibrated, &random)
        for motion in [there, .identity] {
            let request = PlanRequest(
                PlannedMotion(motion, from: .calibrated, to: .calibrated), mode: .calibrated,
                frames: PlanMarkers.frames, space: space)
            try server.carryOut(try RecalibrationPlan(server.markers, request))
        }
        let now = try #require(try server.markers[0].calibratedData).quad
        let shown = raw.map { $0 + space.shift }
        #expect(StoredTolerance(raw, shown, shift: space.shift).allows(now, shown))
        #expect(try server.markers[0].quad == raw)
    }
}
