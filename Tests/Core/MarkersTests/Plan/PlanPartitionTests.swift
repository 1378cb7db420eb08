import Foundation
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import Markers

@Suite("The lists of a plan")
struct PlanPartitionTests {
    /// The fault of a random marker, which determines its list.
    private enum Kind: CaseIterable {
        case sound, bent, crossed, shortCorner, longCorner, infinite, noCorner, far, faraway, noVersion
        case newSession, unknownSession, twice

        var list: String {
            switch self {
            case .sound, .bent, .crossed: "updates"
            case .shortCorner, .longCorner, .infinite, .noCorner: "BAD_CORNER"
            case .far: "OUT_OF_RANGE_AFTER"
            case .faraway: "OUT_OF_RANGE"
            case .noVersion: "MISSING_VERSION"
            case .newSession: "NEW_FRAME"
            case .unknownSession: "NOT_CHOSEN"
            case .twice: "LISTED_TWICE"
            }
        }

        func marker(_ number: Int, using random: inout SeededGenerator) throws -> Marker {
            var quad = PlanMarkers.quad(within: 40, using: &random)
            switch self {
            case .bent: quad.p3 += (quad.p2 - quad.p1).cross(quad.p4 - quad.p1) * 5
            case .crossed: quad = Quad(quad.p1, quad.p3, quad.p2, quad.p4)
            case .far: quad = quad.moved(by: SIMD3(QuadLimits.app.largestCoordinate - 50, 0, 0))
            case .faraway: quad.p2.z = -2 * QuadLimits.app.largestCoordinate
            default: break
            }
            let session =
                switch self {
                case .newSession: PlanMarkers.newSession
                case .unknownSession: PlanMarkers.otherSession
                default: PlanMarkers.oldSession
                }
            let marker = try PlanMarkers.marker(
                self == .twice ? 0 : number, quad, session: session, version: self == .noVersion ? nil : 7)
            let corner: String? =
                switch self {
                case .shortCorner: "[1,2]"
                case .longCorner: "[1,2,3,4]"
                case .infinite: "[1,2,1e999]"
                case .noCorner: "null"
                default: nil
                }
            guard let corner, let old = marker.text(of: .p4) else { return marker }
            let text = String(decoding: marker.text, as: UTF8.self)
            return try Marker(Array(text.replacing("\"p4\":" + old, with: "\"p4\":" + corner).utf8))
        }
    }

    private static func request(_ mode: PushMode) throws -> PlanRequest {
        let motion = try PlanMarkers.motion(turn: SIMD3(0, 0.3, 0), shift: SIMD3(1000, 0, 3))
        return PlanRequest(
            PlannedMotion(motion, from: .raw, to: .raw), mode: mode, frames: PlanMarkers.frames)
    }

    @Test("every marker is in exactly one list, with its reason and in order", arguments: Seeds.few)
    func partition(seed: UInt64) throws {
        for mode in [PushMode.raw, .calibrated] {
            for count in [0, 1, 2, 17, 300] {
                var random = SeededGenerator(seed: seed, sample: count)
                var kinds = [Kind.sound]
                kinds += (0..<count).map { _ in Kind.allCases.randomElement(using: &random) ?? .sound }
                if count == 0 { kinds = [] }
                let markers = try kinds.enumerated().map { try $1.marker($0, using: &random) }
                let plan = try RecalibrationPlan(markers, try Self.request(mode))
                var lists = [String?](repeating: nil, count: markers.count)
                func place(_ entries: [(index: Int, marker: Marker, list: String)]) {
                    #expect(entries.map(\.index) == entries.map(\.index).sorted(), "seed \(seed)")
                    for entry in entries {
                        #expect(lists[entry.index] == nil, "seed \(seed), \(count), \(entry.index)")
                        #expect(entry.marker == markers[entry.index], "seed \(seed), \(count)")
                        lists[entry.index] = entry.list
                    }
                }
                place(plan.updates.map { ($0.index, $0.marker, "updates") })
                place(plan.unchanged.map { ($0.index, $0.marker, "unchanged") })
                place(plan.refused.map { ($0.index, $0.marker, $0.reason.code) })
                place(plan.leftOut.map { ($0.index, $0.marker, $0.reason.code) })
                #expect(plan.count == markers.count)
                #expect(lists == kinds.map(\.list), "seed \(seed), \(mode), \(count)")
            }
        }
    }

    @Test("what is wrong with a marker and does not keep it from moving travels along")
    func findings() throws {
        var random = SeededGenerator(seed: Seeds.first)
        let markers = try [Kind.sound, .bent, .crossed].enumerated().map {
            try $1.marker($0, using: &random)
        }
        let plan = try RecalibrationPlan(markers, try Self.request(.raw))
        #expect(plan.updates.map { $0.findings.map(\.code).contains(.nonPlanar) } == [false, true, false])
        #expect(
            plan.updates.map { $0.findings.map(\.code).contains(.selfIntersecting) } == [false, false, true])
        #expect(plan.updates[0].findings.isEmpty)
    }

    @Test("asked to be strict, a plan refuses what has an error, and only that")
    func strict() throws {
        var random = SeededGenerator(seed: Seeds.first)
        let markers = try [Kind.sound, .bent, .crossed].enumerated().map {
            try $1.marker($0, using: &random)
        }
        var request = try Self.request(.raw)
        request.isStrict = true
        let plan = try RecalibrationPlan(markers, request)
        #expect(plan.updates.map(\.index) == [0])
        #expect(plan.refused.map(\.reason.code) == ["NON_PLANAR", "SELF_INTERSECTING"])
    }

    @Test("a marker that stays behind makes the space a mixed one, and the plan says so")
    func mixed() throws {
        var random = SeededGenerator(seed: Seeds.first)
        let markers = [
            try Kind.sound.marker(0, using: &random), try Kind.noVersion.marker(1, using: &random),
        ]
        let plan = try RecalibrationPlan(markers, try Self.request(.raw))
        #expect(plan.notes.contains(.mixedSpace(refused: 1)))
        var server = PlanServer(space: SpaceCalibration(), markers: markers)
        try server.carryOut(try RecalibrationPlan(markers, try Self.request(.calibrated)))
        let again = try RecalibrationPlan(server.markers, try Self.request(.calibrated))
        #expect(again.updates.isEmpty)
        #expect(again.notes.contains(.mixedSpace(refused: 1)))
        #expect(
            try RecalibrationPlan([markers[0]], try Self.request(.raw)).notes == [.onlyTheJobCanTell])
    }

    @Test("a refused corner is named by its pointer")
    func pointer() throws {
        var random = SeededGenerator(seed: Seeds.first)
        let marker = try Kind.shortCorner.marker(0, using: &random)
        let plan = try RecalibrationPlan([marker], try Self.request(.raw))
        guard case .badCorner(let error)? = plan.refused.first?.reason else {
            Issue.record("not refused")
            return
        }
        #expect(error.pointer == "/p4")
    }

    @Test("limits that cannot be used are refused")
    func limits() throws {
        var request = try Self.request(.raw)
        request.limits.snap = .nan
        let error = #expect(throws: RecalibrationPlanError.self) { try RecalibrationPlan([], request) }
        #expect(error?.code == "BAD_LIMITS")
    }
}
