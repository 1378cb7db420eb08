import Foundation
import Testing

@testable import Markers

@Suite("Which sessions are in the old frame")
struct FrameMembershipTests {
    private static let (a, b, c, d) = (
        PlanMarkers.id(1), PlanMarkers.id(2), PlanMarkers.id(3), PlanMarkers.id(4)
    )
    private static let dates = [
        a: "2025-01-10T00:00:00Z", b: "2025-02-10T00:00:00Z", c: "2025-03-10T00:00:00Z",
    ]

    private static func codes(_ frames: FrameMembership) -> [String?] {
        [a, b, c, d].map { frames.reasonToLeaveOut($0)?.code }
    }

    private static func rule(before text: String) throws -> FrameMembership.Rule {
        .before(try #require(WireDate(text)))
    }

    @Test("unless told otherwise only those that were chosen")
    func chosen() {
        #expect(Self.codes(FrameMembership()) == Array(repeating: "NOT_CHOSEN", count: 4))
        #expect(
            Self.codes(FrameMembership(chosen: [Self.b, Self.d]))
                == ["NOT_CHOSEN", nil, "NOT_CHOSEN", nil])
    }

    @Test("one that supplied targets is never moved, even where it was chosen")
    func targets() {
        let frames = FrameMembership(chosen: [Self.a, Self.b], targets: [Self.b], createdAt: Self.dates)
        #expect(Self.codes(frames) == [nil, "NEW_FRAME", "NOT_CHOSEN", "NOT_CHOSEN"])
    }

    @Test("one that is done or archived only moves if it is named", arguments: ["done", "archived"])
    func finished(status: String) throws {
        let sessions = try [(Self.a, "active"), (Self.b, status), (Self.c, status)].map { id, status in
            try WorkSession(
                JSONValue(
                    Array(
                        #"{"id": "\#(id)", "space_id": "s", "session_type": "inspection", "status": "\#(status)"}"#
                            .utf8)))
        }
        for rule in [FrameMembership.Rule.all, try Self.rule(before: "2026-01-01T00:00:00Z")] {
            var frames = FrameMembership(chosen: [Self.c], rule: rule).dated(by: sessions)
            frames.createdAt = Self.dates
            #expect(Self.codes(frames).prefix(3) == [nil, "FINISHED", nil])
        }
        let chosen = FrameMembership(chosen: [Self.b]).dated(by: sessions)
        #expect(Self.codes(chosen).prefix(2) == ["NOT_CHOSEN", nil])
    }

    @Test("a date moves what was created before it, not at it, and nothing without a date")
    func before() throws {
        let frames = FrameMembership(
            rule: try Self.rule(before: "2025-02-10T01:00:00+01:00"), createdAt: Self.dates)
        #expect(Self.codes(frames) == [nil, "NOT_BEFORE", "NOT_BEFORE", "UNDATED"])
        let later = FrameMembership(
            rule: try Self.rule(before: "2025-02-10T00:00:00.000000001Z"), createdAt: Self.dates)
        #expect(Self.codes(later) == [nil, nil, "NOT_BEFORE", "UNDATED"])
    }

    @Test("what came after the earliest targets needs a choice of its own")
    func later() throws {
        for rule in [FrameMembership.Rule.all, try Self.rule(before: "2026-01-01T00:00:00Z")] {
            var frames = FrameMembership(rule: rule, targets: [Self.b], createdAt: Self.dates)
            #expect(Self.codes(frames) == [nil, "NEW_FRAME", "CREATED_AFTER_TARGETS", "UNDATED"])
            frames.createdAt[Self.d] = "2025-02-10T01:00:00.000+01:00"
            #expect(Self.codes(frames) == [nil, "NEW_FRAME", "CREATED_AFTER_TARGETS", nil])
            frames.createdAt[Self.d] = nil
            frames.chosen = [Self.c, Self.d]
            #expect(Self.codes(frames) == [nil, "NEW_FRAME", nil, nil])
            frames.targets = [Self.b, Self.a]
            frames.chosen = []
            #expect(Self.codes(frames) == ["NEW_FRAME", "NEW_FRAME", "CREATED_AFTER_TARGETS", "UNDATED"])
        }
    }

    @Test("targets without a date leave every session to be chosen")
    func undated() {
        let frames = FrameMembership(rule: .all, targets: [Self.d], createdAt: Self.dates)
        #expect(Self.codes(frames) == ["UNDATED", "UNDATED", "UNDATED", "NEW_FRAME"])
        #expect(Self.codes(FrameMembership(rule: .all)) == [nil, nil, nil, nil])
    }

    @Test("dates without a zone are named")
    func zones() throws {
        let frames = FrameMembership(
            rule: try Self.rule(before: "2025-02-01T00:00:00"), createdAt: [Self.a: "2025-01-01 00:00:00"])
        #expect(frames.datesWithoutZone == ["2025-01-01 00:00:00", "2025-02-01T00:00:00"])
        #expect(frames.reasonToLeaveOut(Self.a) == nil)
    }
}
