internal import CTracer
internal import Foundation

/// The sandbox, killed at each of its system calls while the tool works on it, and started again on its data.
struct ServerKills {
    let settings: Settings

    func sweep(_ mode: PushMode, _ action: Scene.Action) throws -> [String: Any] {
        let settings = settings
        let calls = Shared(0)
        _ = try Tally.over([0], workers: 1) {
            try Stage(try Scene(settings.tool, mode, markers: settings.markers))
        } _: { stage, _ in
            let (_, server) = try ServerKills.run(stage, action, .counting)
            calls.with { $0 = server.calls }
            return (true, [])
        }
        let points = settings.points(through: calls.value)
        let tally = try Tally.over(points, workers: settings.workers) {
            try Stage(try Scene(settings.tool, mode, markers: settings.markers))
        } _: { stage, point in
            let (_, server) = try ServerKills.run(stage, action, .killing(at: point))
            let found = try stage.violations(after: action, editing: point % 2 == 0)
            return (
                server.signal == SIGKILL,
                found.map { "\(mode) \(action), server killed at call \(point): \($0)" }
            )
        }
        return tally.document.merging(["calls": calls.value]) { $1 }
    }

    /// Carries an action out on a traced server, which is started again when it dies; a server runs afterwards.
    static func run(
        _ stage: Stage, _ action: Scene.Action, _ plan: Program.Plan
    ) throws -> (tool: Program.Ending, server: Program.Ending) {
        let scene = stage.scene
        try stage.begin(action, starting: false)
        let traced = try scene.server.startTraced(plan)
        while !traced.hasEnded, try !scene.folder.text("server.output").hasSuffix("\n") { usleep(pause) }
        var isRestarted = traced.hasEnded
        if isRestarted { try scene.server.start() }
        let running = try scene.program(action).started()
        while !running.hasEnded {
            if !isRestarted, traced.hasEnded {
                try scene.server.start()
                isRestarted = true
            }
            usleep(pause)
        }
        let tool = try running.ended()
        let server = try traced.ended(by: SIGTERM)
        if !isRestarted { try scene.server.start() }
        return (tool, server)
    }

    /// The pause between two checks, in microseconds.
    private static let pause: UInt32 = 500
}
