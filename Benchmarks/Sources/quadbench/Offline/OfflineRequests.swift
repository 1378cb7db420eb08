import Foundation
import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox

/// The requests that validating kept lists costs, counted by the server, with the clock of the device right and an hour
/// wrong; each with what the device then shows compared with the server's own list.
enum OfflineRequests {
    /// One request for all lists, or one conditional request a list.
    enum Way: String, CaseIterable {
        case together = "one request for all", conditional = "conditional GET"
    }

    /// The state of the server and of the device, and the requests that each way should take.
    enum Case: String, CaseIterable {
        case cold, fresh, changed, changedWithoutItems = "changed, without items", corrupt =
            "kept bytes corrupt"
        case hundred = "100 sessions, 7 changed without items"
        case sameSecond = "changed in the second of the last answer", cut = "no network"

        /// The requests of the specification; `nil` where a way has no such case.
        func expected(_ way: Way) -> Int? {
            let together = way == .together
            return switch self {
            case .cold, .fresh, .corrupt: 1
            case .changed: together ? 1 : nil
            case .changedWithoutItems, .sameSecond: together ? 2 : 1
            case .hundred: together ? 8 : 100
            case .cut: 0
            }
        }
    }

    struct Row {
        let state: Case
        let way: Way
        /// Seconds by which the clock of the device is fast.
        let clock: Double
        let expected: Int
        var requests = -1
        /// Whether the device shows what the server has, and calls it fresh; without a network, what it had, and no more.
        var isShownRight = false

        var isRight: Bool { requests == expected && isShownRight }

        var summary: [String: Any] {
            [
                "case": state.rawValue, "way": way.rawValue, "clock_off_by_s": clock, "requests": requests,
                "expected": expected, "shown_right": isShownRight,
            ]
        }
    }

    static func rows() throws -> [Row] {
        var rows: [Row] = []
        for state in Case.allCases {
            for way in Way.allCases {
                guard let expected = state.expected(way) else { continue }
                for clock in [0.0, 3600, -3600] {
                    var row = Row(state: state, way: way, clock: clock, expected: expected)
                    try measure(&row)
                    rows.append(row)
                }
            }
        }
        return rows
    }

    private static func measure(_ row: inout Row) throws {
        let count = row.state == .hundred ? 100 : 1
        let inline = [.changedWithoutItems, .hundred].contains(row.state)
        let scene = try KeptScene(
            sessions: count, variants: inline ? [.inlineNever] : [], clockOffBy: row.clock,
            isSettled: row.state != .sameSecond)
        if row.state != .cold { _ = try scene.validated(together: row.way == .together) }
        switch row.state {
        case .cold, .fresh: break
        case .changed, .changedWithoutItems, .sameSecond: try scene.change(1)
        case .hundred: try scene.change(7)
        case .corrupt: try scene.corrupt()
        case .cut: scene.server.stop()
        }
        let before = scene.server.requests.count
        let shown = try scene.validated(together: row.way == .together)
        row.requests = scene.server.requests.count - before
        row.isShownRight =
            row.state == .cut
            ? shown.allSatisfy { $0.staleness == .unknown && $0.value?.count == 1 && $0.failure != nil }
            : try scene.areTrue(shown)
    }
}
