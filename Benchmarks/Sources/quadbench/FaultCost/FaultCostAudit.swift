import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry

/// Judges a job by the log of its server: every write of everybody, in the order they took effect.
///
/// It knows the server's handling of a write and the intent of a plan, and nothing of how the client decides.
struct FaultCostAudit {
    private struct State {
        var corners: Quad
        var calibrated: Quad?
        /// True if the calibrated data is somebody's own.
        var isEdited = false
        /// The number of times the job moved the corners.
        var moves = 0
    }

    private struct History {
        let item: JobItem
        let firstVersion: Int64
        var states: [State]
        var isWritten = false, isMet = false
    }

    private let head: JobHead
    private let rule: UpdateRule
    private let agent: String
    private var histories: [String: History] = [:]
    private var problems: [String] = []
    private(set) var writes = 0
    private(set) var edits = 0

    /// The number of markers that were edited before they were written.
    var met: Int { histories.values.count { $0.isMet } }

    /// - Parameters:
    ///   - items: the job's markers as they were planned, with their progress by the job.
    ///   - agent: the job's own name.
    init(_ head: JobHead, _ items: [JobItem], by agent: String) {
        (self.head, self.agent) = (head, agent)
        rule = head.rule(.apply, .skip)
        for item in items {
            guard let image = try? MarkerImage(item.before) else { continue }
            histories[item.before.id.uuidString.lowercased()] = History(
                item: item, firstVersion: image.version,
                states: [State(corners: image.corners, calibrated: image.calibrated)])
        }
    }

    /// Takes the next effect.
    mutating func take(_ effect: Effect) {
        let isOurs = effect.agent == agent
        if isOurs { writes += 1 } else { edits += 1 }
        if head.mode == .vector, isOurs { return judgeVector(effect) }
        guard effect.action == .update, let body = effect.body.flatMap({ try? Markers.JSONValue($0) }),
            var history = histories[effect.id], var state = history.states.last
        else { return note("lost", effect.id, "an effect that is no update of a marker of the plan") }
        let version = history.firstVersion + Int64(history.states.count)
        if effect.version != version { note("lost", effect.id, "versions with a gap at \(version)") }
        if isOurs { judge(body, state, history.item, effect.id) }
        apply(body, to: &state, isOurs: isOurs)
        history.states.append(state)
        if isOurs { history.isWritten = true } else if !history.isWritten { history.isMet = true }
        histories[effect.id] = history
    }

    /// Judges a write of the job.
    private mutating func judge(_ body: Markers.JSONValue, _ state: State, _ item: JobItem, _ id: String) {
        let fields = Set(body.members.map(\.name))
        switch head.mode {
        case .raw:
            guard fields == ["version", "p1", "p2", "p3", "p4"], let value = FaultCostAudit.corners(body)
            else {
                return note("lost", id, "a write of more or less than corners")
            }
            if !same(value, item.target) { note("stale", id, "corners that no plan wants") }
            if state.moves > 0 { note("doubled", id, "moved again") }
            if let before = try? item.before.quad, !same(state.corners, before) {
                note("lost", id, "corners of somebody else")
            }
            if state.isEdited { note("lost", id, "calibrated data of somebody else") }
        default:
            guard fields == ["version", "calibrated_data"], let value = FaultCostAudit.calibrated(body) else {
                return note("lost", id, "a write of more or less than calibrated data")
            }
            let wanted = rule.calibrated(from: state.corners)
            if !same(value, wanted) { note("stale", id, "calibrated data of other corners") }
            if same(state.calibrated, wanted) { note("doubled", id, "written again") }
            if state.isEdited { note("lost", id, "calibrated data of somebody else") }
        }
    }

    /// Applies a write as the server does.
    private func apply(_ body: Markers.JSONValue, to state: inout State, isOurs: Bool) {
        if let corners = FaultCostAudit.corners(body) {
            state.corners = corners
            (state.calibrated, state.isEdited) = (
                head.calibration.vector.map { vector in
                    corners.map { $0 + vector.numbers }
                }, false
            )
            if isOurs { state.moves += 1 }
        }
        if let calibrated = FaultCostAudit.calibrated(body) {
            (state.calibrated, state.isEdited) = (calibrated, !isOurs)
        }
    }

    private mutating func judgeVector(_ effect: Effect) {
        let body = effect.body.flatMap { try? Markers.JSONValue($0) }
        let vector = try? CalibrationVector(body?["calibration_vector"])
        guard effect.kind == "space", body?.members.count == 1, vector == head.vectorAfter else {
            return note("lost", effect.id, "a write of something but the vector")
        }
        if writes > 1 { note("doubled", effect.id, "the vector was written again") }
    }

    /// All errors, and claims of the job that the log does not confirm.
    mutating func findings() -> [String] {
        if head.mode == .vector {
            if writes != 1 { problems.append("lost: the vector was written \(writes) times") }
            return problems
        }
        for (id, history) in histories { compare(history, id) }
        return problems
    }

    private mutating func compare(_ history: History, _ id: String) {
        let said = history.item.state, now = history.states[history.states.count - 1]
        let place = Int((said.version ?? -1) - history.firstVersion)
        let seen = history.states.indices.contains(place) ? history.states[place] : nil
        switch (said.word, head.mode) {
        case (.done, .raw):
            func isMoved(_ state: State) -> Bool {
                state.moves == 1 && same(state.corners, history.item.target)
            }
            if let version = said.version {
                if seen.map(isMoved) != true { note("lost", id, "done, but not so in version \(version)") }
            } else if !history.states.contains(where: { isMoved($0) && $0.isEdited }) {
                // The version is left open only where somebody's calibrated data came before the job had seen its own write.
                note("lost", id, "done, but in no version that it knows")
            }
        case (.done, _):
            if !same(now.calibrated, rule.calibrated(from: now.corners)) {
                note("stale", id, "done, but its calibrated data is of other corners")
            }
        case (.conflict, .raw):
            if history.states.count == 1 || now.moves == 1 && same(now.corners, history.item.target) {
                note("lost", id, "a conflict that nobody made")
            }
        case (.conflict, _): if seen?.isEdited != true { note("lost", id, "a conflict that nobody made") }
        default: note("lost", id, "left \(said.word.rawValue) \(said.code ?? "")")
        }
    }

    private static func corners(_ body: Markers.JSONValue) -> Quad? {
        body["p1"].flatMap { _ in try? CalibratedData(body).quad }
    }

    private static func calibrated(_ body: Markers.JSONValue) -> Quad? {
        body["calibrated_data"].flatMap { try? CalibratedData($0).quad }
    }

    private func same(_ a: Quad?, _ b: Quad?) -> Bool {
        guard let a, let b else { return a == b }
        let magnitude = Double.maximum(a.largestMagnitude, b.largestMagnitude)
        return StoredTolerance(magnitude: magnitude).allows(a, b)
    }

    private mutating func note(_ kind: String, _ id: String, _ what: String) {
        problems.append("\(kind): \(id): \(what)")
    }
}
