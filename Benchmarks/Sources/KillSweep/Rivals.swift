internal import CTracer
internal import Foundation

/// Two processes with one job or in one space, one that is stopped for longer than its locks last, and
/// another server in the place of the one that was planned on.
struct Rivals {
    let settings: Settings

    /// Every change of a marker waits this many milliseconds, so that there is time for others.
    private static let slow = ["--fault", "latency=12:1:before:PATCH"]
    private static let otherJob = "other.job"

    func all(_ mode: PushMode) throws -> [String: Any] {
        let stage = try Stage(
            try Scene(settings.tool, mode, markers: settings.markers, serverOptions: Rivals.slow))
        defer { stage.scene.remove() }
        var tally = Tally()
        for (name, rivals) in [
            ("two on one job", oneJob), ("two jobs in one space", oneSpace),
            ("another server with other markers", otherServer),
            ("another server with the same ids", sameIDs),
        ] {
            tally.points += 1
            tally.hits += 1
            tally.violations += try rivals(stage).map { "\(mode) \(name): \($0)" }
        }
        return tally.document
    }

    private func oneJob(_ stage: Stage) throws -> [String] {
        try stage.begin(.resume)
        let first = try stage.scene.program(.resume).started(name: "first")
        // It holds the job from before it first asks for markers.
        while !first.hasEnded, try !stage.scene.folder.text("hall.job.lock").contains("\(first.pid)") {
            usleep(200)
        }
        // So that it is not finished before the other one is there.
        first.send(SIGSTOP)
        let second = try stage.scene.program(.resume).finished()
        first.send(SIGCONT)
        let ended = try first.ended()
        var found: [String] = []
        if second.exit != 3 || !second.advice.contains("process \(first.pid) ") {
            found.append("I4 the second: exit \(second.exit ?? -1), \(second.advice)")
        }
        if ended.exit != 0 { found.append("I4 the first: exit \(ended.exit ?? -1), \(ended.advice)") }
        return try found + stage.violations(after: .resume, editing: false)
    }

    /// Both jobs are planned before either writes: without locks, one finds markers moved by the other.
    private func oneSpace(_ stage: Stage) throws -> [String] {
        for _ in 0..<Rivals.mostStarts {
            try stage.scene.folder.clear(Rivals.otherJob)
            try stage.begin(.apply)
            let first = try stage.scene.program(.apply).started(name: "first")
            while !first.hasEnded, !stage.scene.folder.has("hall.job") { usleep(200) }
            first.send(SIGSTOP)
            // Requests on their way to the server have arrived by then.
            usleep(Rivals.settling)
            // A session that is marked would rightly stop the second one.
            let begun = try Snapshot(stage.scene, after: stage.before.last)
            if begun.ours.isEmpty, !begun.isMarked { return try oneSpace(stage, first) }
            first.send(SIGKILL)
            _ = try first.ended()
        }
        return ["two jobs were never planned at once in \(Rivals.mostStarts) tries"]
    }

    /// The most starts of two jobs, in case the first has written or marked before it could be stopped.
    private static let mostStarts = 20
    /// The longest time of a request on loopback, in microseconds.
    private static let settling: UInt32 = 100_000

    private func oneSpace(_ stage: Stage, _ first: Running) throws -> [String] {
        let second = try stage.scene.program(.apply, job: Rivals.otherJob).started(name: "second")
        while !second.hasEnded, !stage.scene.folder.has(Rivals.otherJob) { usleep(200) }
        first.send(SIGCONT)
        let endings = try [first, second].map { try $0.ended() }
        let found = endings.filter { $0.exit != 0 }.map {
            "I4 exit \($0.exit ?? -1), \($0.advice)\($0.output)"
        }
        return try found + stage.violations(after: .apply, editing: false, jobs: 2)
    }

    private func otherServer(_ stage: Stage) throws -> [String] {
        try replaced(stage, seed: 2)
    }

    private func sameIDs(_ stage: Stage) throws -> [String] {
        try replaced(stage, seed: 1)
    }

    /// Resumes a job on a server at the same address that has other things by other ids, or by the same.
    private func replaced(_ stage: Stage, seed: UInt64) throws -> [String] {
        try stage.begin(.resume, starting: false)
        try stage.scene.folder.clear("data.sqlite")
        let other = Server(settings.tool, stage.scene.folder, port: stage.scene.server.port, seed: seed)
        try other.start()
        defer { other.stop() }
        var elsewhere = stage.scene
        // A space with the same id, date and vector is the same for a job that changes only the vector.
        let vector = stage.scene.mode == .vector ? Motion.vector * 2 : Motion.vector
        try elsewhere.fill(at: Point(0, 0, 30), vector: vector)
        let before = try Snapshot(elsewhere)
        var found: [String] = []
        for action in [Scene.Action.resume, .undo] {
            let ending = try stage.scene.program(action).finished()
            if ending.exit == 0 { found.append("I4 \(action): exit 0") }
        }
        let after = try Snapshot(elsewhere, after: before.last)
        if !after.ours.isEmpty { found.append("I3 \(after.ours.count) things of another server are written") }
        return found
    }

    /// Stops the tool for longer than its locks last: nothing more is sent, and the job can be resumed.
    func paused(_ mode: PushMode) throws -> [String: Any] {
        let stage = try Stage(
            try Scene(settings.tool, mode, markers: settings.markers, serverOptions: Rivals.slow))
        defer { stage.scene.remove() }
        var tally = Tally()
        tally.points = 1
        try stage.begin(.apply)
        let running = try stage.scene.program(.apply, locks: true).started()
        while !running.hasEnded, try Snapshot(stage.scene, after: stage.before.last).ours.isEmpty {
            usleep(500)
        }
        running.send(SIGSTOP)
        let written = try Snapshot(stage.scene, after: stage.before.last).ours.count
        sleep(Rivals.lockSeconds + 2)
        running.send(SIGCONT)
        let ending = try running.ended()
        tally.hits = ending.output.contains("LOCK_LOST") ? 1 : 0
        if ending.exit != 1 || tally.hits == 0 {
            tally.violations.append("I4 exit \(ending.exit ?? -1): \(ending.advice)")
        }
        // One may have been on its way.
        if try Snapshot(stage.scene, after: stage.before.last).ours.count > written + 1 {
            tally.violations.append("I3 written without a lock")
        }
        tally.violations += try stage.violations(after: .apply, editing: true)
        return tally.document
    }

    /// The lifetime of the tool's locks.
    private static let lockSeconds: UInt32 = 60
}
