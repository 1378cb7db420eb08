internal import Foundation
internal import Markers
internal import MarkersClient
internal import MarkersOffline

/// `quadcal sync`, killed at its system calls while it sends a queue of edits, and started again until it has sent all of them.
struct QueueKills {
    let settings: Settings

    /// The edits of a queue: 2 in 5 make a marker, 2 change one, 1 removes one.
    struct Counts {
        let creations, updates, deletions: Int

        init(edits: Int) {
            (creations, updates, deletions) = (edits * 2 / 5, edits * 2 / 5, edits - edits * 4 / 5)
        }
    }

    /// The kills of one queue before it is left to end.
    private static let killsOfQueue = 10
    /// The runs after which a queue must be empty once nothing is killed any more.
    private static let runs = 3

    /// Kills at calls drawn evenly from those of a whole run, run after run, until enough were hit.
    func random(edits: Int) throws -> [String: Any] {
        let stage = try QueueStage(settings.tool, Counts(edits: edits))
        defer { stage.scene.remove() }
        var tally = Tally(), queue = 0
        let calls = try stage.calls()
        while tally.hits < settings.randomKills {
            var random = Drawn(seed: settings.seed, queue)
            try stage.begin()
            var killed: [Int] = []
            for _ in 0..<Self.killsOfQueue where tally.hits < settings.randomKills {
                let point = Int.random(in: 1...calls, using: &random)
                let ending = try stage.program.run(.killing(at: point))
                tally.points += 1
                guard ending.hits > 0 else { break }
                tally.hits += 1
                killed.append(point)
            }
            tally.violations += try stage.violations(runs: Self.runs).map {
                "queue \(queue) killed at calls \(killed) (seed \(settings.seed)): \($0)"
            }
            queue += 1
        }
        return tally.document.merging(["seed": settings.seed]) { $1 }
    }

    /// Kills at every `step`-th call, each time a queue of its own.
    func sweep(edits: Int) throws -> [String: Any] {
        let stage = try QueueStage(settings.tool, Counts(edits: edits))
        defer { stage.scene.remove() }
        var tally = Tally()
        for point in settings.points(through: try stage.calls()) {
            try stage.begin()
            let ending = try stage.program.run(.killing(at: point))
            tally.points += 1
            tally.hits += ending.hits > 0 ? 1 : 0
            tally.violations += try stage.violations(runs: Self.runs).map { "killed at call \(point): \($0)" }
        }
        return tally.document
    }
}

/// A space with markers and a store in which edits wait.
struct QueueStage {
    private(set) var scene: Scene
    private let counts: QueueKills.Counts
    private let state: [String: Data]
    /// The number of the last change before the queue is sent.
    private let last: Int

    private static let store = "hall.quadstore"
    private static let files = Scene.files + [store]

    init(_ tool: String, _ counts: QueueKills.Counts) throws {
        self.counts = counts
        var scene = try Scene(tool, .raw, markers: counts.updates + counts.deletions)
        try scene.server.start()
        try scene.fill(at: Point(0, 0, 2))
        try Self.fillStore(of: scene, counts)
        last = try Self.events(scene, after: 0).compactMap { $0["number"] as? Int }.max() ?? 0
        scene.server.stop()
        state = try scene.folder.state(Self.files)
        self.scene = scene
    }

    /// The run that sends the queue.
    var program: Program {
        Program(
            words: [
                scene.tool, "sync", "--store", Self.store, "--api", scene.server.address, "--yes", "--json",
            ], folder: scene.folder)
    }

    /// Restores the initial state, and starts the server.
    func begin() throws {
        scene.server.stop()
        try scene.folder.restore(state, Self.files)
        try scene.server.start()
    }

    /// The number of system calls of a whole run.
    func calls() throws -> Int {
        try begin()
        let whole = try program.run(.counting)
        guard whole.exit == 0 else {
            throw KillError.unexpected("sync: exit \(whole.exit ?? -1): \(whole.advice)")
        }
        return whole.calls
    }

    /// Runs until everything is sent, and compares the changes with the edits.
    func violations(runs: Int) throws -> [String] {
        var ending = try program.finished(), run = 1
        while ending.exit != 0, run < runs {
            ending = try program.finished()
            run += 1
        }
        guard ending.exit == 0 else {
            return ["exit \(ending.exit ?? -1) after \(run) runs: \(ending.output)"]
        }
        let report = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
        let queue = report?["queue"] as? [String: Any]
        var found: [String] = []
        if queue?["waiting"] as? Int != 0 || queue?["parked"] as? Int != 0 {
            found.append("the queue is not empty")
        }
        let events = try Self.events(scene, after: last)
        for (action, count) in [
            ("create", counts.creations), ("update", counts.updates), ("delete", counts.deletions),
        ] {
            let ids = events.filter { $0["action"] as? String == action }.compactMap {
                $0["entity_id"] as? String
            }
            if ids.count != count || Set(ids).count != count {
                found.append("\(ids.count) of \(count) \(action), of \(Set(ids).count) markers")
            }
        }
        let listed = try scene.exchange.ask("GET", "markers?work_session_id=\(scene.session)")
        let labels = (listed as? [[String: Any]] ?? []).compactMap { $0["label"] as? String }
        let wanted =
            (0..<counts.creations).map { "new \($0)" } + (0..<counts.updates).map { "changed \($0)" }
        if labels.sorted() != wanted.sorted() {
            found.append("\(Set(wanted).subtracting(labels).sorted()) are lost")
        }
        return found
    }

    /// The changes of markers.
    private static func events(_ scene: Scene, after number: Int) throws -> [[String: Any]] {
        let events = try scene.exchange.ask("GET", "events?after=\(number)") as? [[String: Any]] ?? []
        return events.filter { $0["entity_type"] as? String == "marker" }
    }

    /// Queues the edits, as an app does.
    private static func fillStore(of scene: Scene, _ counts: QueueKills.Counts) throws {
        let path = scene.folder.file(store), session = UUID(uuidString: scene.session)
        let problem = Shared<(any Error)?>(nil), hasEnded = DispatchSemaphore(value: 0)
        let transport = try CurlTransport(Origin(scene.server.address + "/api/v1"))
        Task {
            defer { hasEnded.signal() }
            do {
                guard let session else { throw KillError.unexpected("the session has no id") }
                let api = MarkersAPI(transport)
                let queue = OfflineQueue(try MarkersStore.open(at: path, for: transport.origin), api)
                let markers = try await api.markers(of: session).elements
                for (place, marker) in markers.prefix(counts.updates).enumerated() {
                    _ = try await queue.update(marker, UpdateMarker(label: "changed \(place)"))
                }
                for marker in markers.dropFirst(counts.updates) { _ = try await queue.delete(marker) }
                guard let quad = try markers.first?.quad else {
                    throw KillError.unexpected("the session has no markers")
                }
                try await queue.create(
                    (0..<counts.creations).map {
                        (UUID(), CreateMarker(in: session, label: "new \($0)", quad))
                    })
            } catch {
                problem.with { $0 = error }
            }
        }
        hasEnded.wait()
        if let problem = problem.value { throw problem }
    }
}
