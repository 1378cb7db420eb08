import Foundation
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import Markers

/// A space of two old sessions and a new scan of both, of which a motion is known that was fitted to the first alone.
@Suite("P26: sessions of frames that differ")
struct StraySessionTests {
    /// A turn about the vertical by so many degrees.
    static func turned(_ degrees: Double, _ point: SIMD3<Double>) -> SIMD3<Double> {
        let (c, s) = (Foundation.cos(degrees * .pi / 180), Foundation.sin(degrees * .pi / 180))
        return SIMD3(c * point.x + s * point.z, point.y, c * point.z - s * point.x)
    }

    /// From the new scan's frame to the first session's, and to another.
    static func inFirst(_ point: SIMD3<Double>) -> SIMD3<Double> { turned(-40, point - SIMD3(2, 0.1, -3)) }
    static func inOther(_ point: SIMD3<Double>) -> SIMD3<Double> { turned(75, point - SIMD3(-4, 0.3, 1)) }

    /// The second session has so many markers, each with the corners that a function gives those of the new scan.
    struct Scene {
        var own = 10
        var count = 4
        /// Where the second session has what lies somewhere in the new scan's frame.
        var back: (Int, SIMD3<Double>) -> SIMD3<Double>
        /// The labels of the second session's markers by their number; those of the new scan are `m` and the number.
        var label: (Int) -> String = { "m\($0)" }
        var members: (Int) -> (old: String, new: String) = { _ in ("", "") }
        var order: [Int] = [0, 1, 2, 3]
        var said: Set<UUID> = []
        var scanIsSet = false

        func plan(seed: UInt64) throws -> RecalibrationPlan {
            var random = SeededGenerator(seed: seed)
            let places = (0..<(own + count)).map { _ in PlanMarkers.quad(within: 8, using: &random) }
            func marker(_ number: Int, _ quad: Quad, _ session: UUID, _ label: String, _ more: String = "")
                throws
                -> Marker
            {
                try PlanMarkers.marker(
                    number, quad, session: session, more: ",\"label\":\"\(label)\"" + more)
            }
            var markers: [Marker] = [], scan: [Marker] = []
            for (number, place) in places.enumerated() {
                let isFirst = number < own
                let old = place.map { isFirst ? StraySessionTests.inFirst($0) : back(number, $0) }
                let turned = Quad(
                    old[corner: order[0]], old[corner: order[1]], old[corner: order[2]], old[corner: order[3]]
                )
                markers.append(
                    try marker(
                        number, isFirst ? old : turned,
                        isFirst ? PlanMarkers.oldSession : PlanMarkers.otherSession,
                        isFirst ? "m\(number)" : label(number), members(number).old))
                scan.append(
                    try marker(100 + number, place, PlanMarkers.newSession, "m\(number)", members(number).new)
                )
            }
            let first = try PlanMarkers.motion(
                turn: SIMD3(0, 40 * .pi / 180, 0), shift: SIMD3(2, 0.1, -3))
            let frames = FrameMembership(
                chosen: [PlanMarkers.oldSession, PlanMarkers.otherSession], rule: .onlyChosen)
            return try PlannedSpace(
                scanIsSet ? markers : markers + scan, of: nil, in: [], sign: nil,
                targets: [PlanMarkers.newSession], sets: [],
                scan: scanIsSet ? scan.map { try MarkerObservation($0, .raw) } : [], unless: said,
                PlanRequest(PlannedMotion(first, from: .raw, to: .raw), mode: .raw, frames: frames)
            ).plan
        }

        /// The sessions that refuse the plan, or that it notes.
        func outcome(seed: UInt64) throws -> (refused: [StraySession], noted: [StraySession]) {
            do {
                let plan = try plan(seed: seed)
                for case .sessionsAstray(let sessions) in plan.notes { return ([], sessions) }
                return ([], [])
            } catch PlannedSpaceError.plan(.sessionsAstray(let sessions)) {
                return (sessions, [])
            }
        }
    }

    static let seeds: [UInt64] = [1, 2, 3, 4]

    @Test("a session of another frame is refused by name", arguments: [2, 3, 4, 12], seeds)
    func another(_ count: Int, _ seed: UInt64) throws {
        for scanIsSet in [false, true] {
            let found = try Scene(count: count, back: { Self.inOther($1) }, scanIsSet: scanIsSet).outcome(
                seed: seed)
            #expect(found.refused.map(\.id) == [PlanMarkers.otherSession], "\(found)")
            #expect(found.refused.first?.astray.count == count && found.refused.first?.seen == count)
            let error = RecalibrationPlanError.sessionsAstray(found.refused)
            #expect(error.code == "SESSION_ASTRAY")
            #expect(error.message.contains(PlanMarkers.otherSession.wireText))
        }
    }

    @Test("its corners may be in another order there", arguments: [[1, 2, 3, 0], [3, 2, 1, 0]])
    func orders(_ order: [Int]) throws {
        let found = try Scene(back: { Self.inOther($1) }, order: order).outcome(seed: 5)
        #expect(found.refused.map(\.id) == [PlanMarkers.otherSession], "\(found)")
    }

    @Test("a person's word for it is noted, and so is one marker that cannot tell")
    func noted() throws {
        let said = try Scene(back: { Self.inOther($1) }, said: [PlanMarkers.otherSession]).outcome(seed: 1)
        #expect(said.refused.isEmpty && said.noted.map(\.id) == [PlanMarkers.otherSession])
        let one = try Scene(count: 1, back: { Self.inOther($1) }).outcome(seed: 1)
        #expect(one.refused.isEmpty && one.noted.map(\.seen) == [1], "\(one)")
    }

    @Test("a session of the same frame is neither, with some of its markers moved by hand", arguments: seeds)
    func same(_ seed: UInt64) throws {
        for moved in [0, 1, 2] {
            let scene = Scene(count: 5) { number, place in
                Self.inFirst(place)
                    + (number < 10 + moved ? SIMD3(0.5 * Double(number - 9), 0, 1) : .zero)
            }
            let found = try scene.outcome(seed: seed)
            #expect(found.refused.isEmpty && found.noted.isEmpty, "\(moved): \(found)")
        }
    }

    @Test("labels that begin anew in each session are noted, not refused", arguments: seeds)
    func chance(_ seed: UInt64) throws {
        let scene = Scene(count: 6, back: { Self.inFirst($1) }) { "m\($0 - 10)" }
        let found = try scene.outcome(seed: seed)
        #expect(found.refused.isEmpty && found.noted.map(\.id) == [PlanMarkers.otherSession], "\(found)")
    }

    @Test("an anchor counts for more than a label")
    func anchors() throws {
        let scene = Scene(
            count: 6, back: { Self.inFirst($1) }, label: { "m\($0 - 10)" },
            members: { number in
                let text = ",\"custom_props\":{\"anchorId\":\"A\(number)\"}"
                return (text, text)
            })
        let found = try scene.outcome(seed: 3)
        #expect(found.refused.isEmpty && found.noted.isEmpty, "\(found)")
    }

    @Test("a frame that is off by as much as devices find it is noted")
    func near() throws {
        let scene = Scene { Self.inFirst($1) + SIMD3(0.04, 0, 0.02) }
        let found = try scene.outcome(seed: 2)
        #expect(found.refused.isEmpty && found.noted.map(\.id) == [PlanMarkers.otherSession], "\(found)")
    }

    @Test("without names their corners tell, where there are enough", arguments: seeds)
    func corners(_ seed: UInt64) throws {
        for (name, count, isFound) in [("New Marker", 8, true), ("", 8, true), ("New Marker", 3, false)] {
            let found = try Scene(count: count, back: { Self.inOther($1) }) { _ in name }.outcome(seed: seed)
            #expect(
                found.refused.map(\.id) == (isFound ? [PlanMarkers.otherSession] : []), "\(count) \(found)")
            let same = try Scene(count: count, back: { Self.inFirst($1) }) { _ in name }.outcome(seed: seed)
            #expect(same.refused.isEmpty && same.noted.isEmpty, "\(count): \(same)")
        }
    }

    /// Whether these were moved is for what is known of earlier jobs.
    @Test("markers that are in place already are not astray")
    func inPlace() throws {
        let found = try Scene { $1 }.outcome(seed: 2)
        #expect(found.refused.isEmpty && found.noted.isEmpty, "\(found)")
    }
}
