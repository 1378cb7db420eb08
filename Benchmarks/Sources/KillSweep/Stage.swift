internal import Foundation

/// A scene with the initial states of runs.
struct Stage {
    let scene: Scene
    let before: Snapshot
    private var states: [Scene.Action: (files: [String: Data], start: Snapshot)] = [:]

    private let lengths = Shared<[Scene.Action: Double]>([:])

    /// The calls that send something.
    private static let sends = ["sendto"], sockets = "socket:"
    /// The share of a run after which one that is resumed was killed.
    private static let share = 0.6

    /// Makes the states: before a job, with one half done, and with one done.
    init(_ scene: Scene) throws {
        var scene = scene
        try scene.prepare()
        (self.scene, before) = (scene, try Snapshot(scene))
        let fresh = try scene.keep()
        states[.apply] = (fresh, before)
        var plan = Program.Plan(calls: Stage.sends, file: Stage.sockets)
        try begin(.apply)
        let whole = try scene.program(.apply).run(plan)
        guard whole.exit == 0 else {
            throw KillError.unexpected("apply: exit \(whole.exit ?? -1): \(whole.advice)")
        }
        let done = try Snapshot(scene)
        states[.undo] = (try scene.keep(), done)
        try begin(.apply)
        (plan.action, plan.first) = (
            Program.Plan.killing(at: 1).action, Int(Double(whole.matches) * Stage.share)
        )
        _ = try scene.program(.apply).run(plan)
        states[.resume] = (try scene.keep(), before)
    }

    /// Restores the initial state of a run, and starts the server.
    func begin(_ action: Scene.Action, starting: Bool = true) throws {
        guard let state = states[action] else { throw KillError.unexpected("no state for \(action)") }
        try scene.restore(state.files)
        if starting { try scene.server.start() }
    }

    /// The duration of a run of an action, in seconds.
    func length(of action: Scene.Action, inFlight: Int) throws -> Double {
        if let known = lengths.value[action] { return known }
        try begin(action)
        let start = Date()
        _ = try scene.program(action, inFlight: inFlight).finished()
        let length = Date().timeIntervalSince(start)
        lengths.with { $0[action] = length }
        return length
    }

    /// Runs the rest of a job once, or undoes it if it is taken back, as the tool itself says, and judges everything.
    func violations(
        after action: Scene.Action, editing: Bool, takingBack: Bool = false, jobs: Int = 1
    ) throws -> [String] {
        guard let start = states[action]?.start else { throw KillError.unexpected("no state for \(action)") }
        let edits = editing ? try Edits(on: scene, since: start.last) : nil
        let next: Scene.Action = action == .undo || takingBack ? .undo : .resume
        var ending: Program.Ending?
        if scene.folder.has("hall.job") {
            let first = try scene.program(next).finished()
            if action == .apply, first.exit == 3, first.advice.contains("interrupted; nothing was sent") {
                try scene.folder.clear("hall.job")
            } else {
                ending = first
            }
        }
        let isReplanned = ending == nil
        if isReplanned {
            let written = try Snapshot(scene, after: start.last).ours
            guard written.isEmpty else { return ["I2 \(written.count) written without a job"] }
            guard !takingBack else { return [] }
            ending = try scene.program(.apply).finished()
        }
        guard let ending else { return [] }
        let judge = Judge(
            scene: scene, before: before, isUndo: next == .undo, isApplied: action == .undo, start: start,
            edits: edits, isReplanned: isReplanned, jobs: jobs)
        let report: ToolReport
        do { report = try ToolReport(ending) } catch { return ["I4 \(error)"] }
        var found = try judge.violations(report)
        let written = try Snapshot(scene, after: start.last).ours
        do {
            let again = try ToolReport(try scene.program(next).finished())
            if try Snapshot(scene, after: start.last).ours != written { found.append("I5 written again") }
            if again.exit != report.exit || again.problems != report.problems {
                found.append("I5 exit \(report.exit), then \(again.exit)")
            }
        } catch {
            found.append("I5 \(error)")
        }
        return found
    }
}
