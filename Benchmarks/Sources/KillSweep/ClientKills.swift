internal import Foundation

/// The tool, killed at each of its system calls, or at any time with many requests in flight.
struct ClientKills {
    let settings: Settings

    /// Kills at every `step`-th call of one action, with one request in flight.
    func sweep(_ mode: PushMode, _ action: Scene.Action) throws -> [String: Any] {
        let settings = settings
        let counts = try Traces(settings).of(mode, action)
        // Runs differ in their number of calls.
        let last = counts.calls.max() ?? 0
        let points = settings.points(through: last)
        let tally = try Tally.over(points, workers: settings.workers) {
            try Stage(try Scene(settings.tool, mode, markers: settings.markers))
        } _: { stage, point in
            try stage.begin(action)
            let program = stage.scene.program(action, locks: action == .apply)
            let killed = try program.run(.killing(at: point))
            let turn = point / settings.step
            let found = try stage.violations(
                after: action, editing: turn % 2 == 0, takingBack: turn / 2 % 2 == 1)
            return (killed.hits > 0, found.map { "\(mode) \(action) killed at call \(point): \($0)" })
        }
        return tally.document.merging(["trace": counts.document]) { $1 }
    }

    /// Kills at times drawn evenly from those of a whole run, eight requests in flight, until enough hit.
    func random(_ mode: PushMode) throws -> [String: Any] {
        let settings = settings
        let remaining = Shared(settings.randomKills)
        let draws = (0..<settings.randomKills * 4).map { $0 }
        let tally = try Tally.over(draws, workers: settings.workers) {
            try Stage(try Scene(settings.tool, mode, markers: settings.markers))
        } _: { stage, draw in
            guard remaining.value > 0 else { return nil }
            let action = [Scene.Action.apply, .resume, .undo][draw % 3]
            let length = try stage.length(of: action, inFlight: ClientKills.inFlight)
            var random = Drawn(seed: settings.seed, draw)
            let moment = Double.random(in: 0..<length, using: &random)
            try stage.begin(action)
            let running = try stage.scene.program(action, inFlight: ClientKills.inFlight).started()
            usleep(UInt32(moment * 1e6))
            running.send(SIGKILL)
            let isHit = try running.ended().signal == SIGKILL
            if isHit { remaining.with { $0 -= 1 } }
            let found = try stage.violations(
                after: action, editing: .random(using: &random), takingBack: .random(using: &random))
            let place =
                "\(mode) \(action) killed after \(Int(moment * 1e6)) us (seed \(settings.seed), \(draw))"
            return (isHit, found.map { "\(place): \($0)" })
        }
        return tally.document.merging(["seed": settings.seed]) { $1 }
    }

    private static let inFlight = 8
}

/// Random numbers from a seed and a place.
struct Drawn: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64, _ place: Int) {
        state = seed &* 0x9e37_79b9_7f4a_7c15 ^ UInt64(place) &* 0xd1b5_4a32_d192_ed03
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
