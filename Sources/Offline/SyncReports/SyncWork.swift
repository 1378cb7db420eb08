internal import Foundation
import JobReports
package import Markers
package import MarkersEndpoint
import MarkersJobs
internal import MarkersOffline
import ToolServer
package import ToolTerminal

/// The work of `quadcal sync`: with a store alone, or with its server.
package enum SyncWork {
    package static func outcome(_ options: SyncOptions) throws(Failure) -> SyncOutcome {
        if case .demo = options.action { return try SyncDemo.outcome(options) }
        let file = options.store ?? ""
        if case .sync = options.action { return try sync(file, options) }
        let store = try opened(file) { () throws(StoreError) in try MarkersStore.open(at: file) }
        var decided: [UUID] = [], output: String?
        switch options.action {
        case .retry(let id):
            decided = try decide(store, id) { (store, id) async throws(EditError) in try await store.retry(id)
            }
        case .mine(let id):
            decided = try decide(store, id) { (store, id) async throws(EditError) in
                try await store.retry(id, mine: true)
            }
        case .discard(let id):
            decided = try decide(store, id) { (store, id) async throws(EditError) in
                try await store.discard(id)
            }
        case .follow(let id): decided = try follow(store, id)
        case .export(let path):
            let bytes = try stored(file) { () throws(StoreError) in try await store.exportedMarkers() }
            try OutputFile.write(bytes, to: path, replaces: options.replacesFile, for: "--export")
            output = path
        default: break
        }
        let report = try stored(file) { () throws(StoreError) in try await store.contents() }
        var outcome = SyncOutcome(file: file, server: store.server, report: report)
        (outcome.decided, outcome.output, outcome.sends) = (decided, output, false)
        return outcome
    }

    private static func sync(_ file: String, _ options: SyncOptions) throws(Failure) -> SyncOutcome {
        guard let server = try options.connection.namedServer else {
            throw .neededOption(
                "--api URL", "it says which server to send to; --list shows what is kept without one")
        }
        let interruption = Interruption("stopped; nothing was sent")
        let store = try opened(file) { () throws(StoreError) in
            try MarkersStore.open(at: file, for: server)
        }
        try ask(store, server, options)
        let api = try options.connection.api(of: server)
        let queue = OfflineQueue(store, api, policy: options.policy)
        var sync = StoreSync(queue, api)
        (sync.user, sync.form) = (options.user, options.form)
        let work = sync, isInterrupted = Locked(false), name = options.space
        let unreached = Locked<APIError?>(nil)
        let report = try waiting(
            starting: { task in
                interruption.drains("stopped; run the same command again to resume") {
                    isInterrupted.with { $0 = true }
                    task.cancel()
                }
            },
            for: { () async throws(Failure) in
                var space: WireID?
                if let name {
                    do throws(Failure) { space = try await Self.space(name, api, server) } catch {
                        guard let problem = error.cause as? APIError, problem.isOffline else { throw error }
                        unreached.with { $0 = problem }
                    }
                }
                return await work.run(keeping: space)
            })
        var outcome = SyncOutcome(file: file, server: store.server, report: report)
        outcome.isInterrupted = isInterrupted.with { $0 }
        outcome.unreached = unreached.with { $0 }
        return outcome
    }

    /// Queues markers that are to be made; those that wait already are left as they are.
    ///
    /// - Parameters:
    ///   - markers: The markers.
    ///   - keys: The key of each, which is the id of its edit.
    ///   - file: The store, which is made if it does not exist.
    ///   - server: Its server.
    package static func queue(
        _ markers: [CreateMarker], _ keys: [String], in file: String, for server: Origin
    ) throws(Failure) {
        let store = try opened(file) { () throws(StoreError) in
            try MarkersStore.open(at: file, for: server)
        }
        let edits = zip(keys, markers).compactMap { key, marker in
            WireID(key).uuid.map { (id: $0, marker: marker) }
        }
        let known = try stored(file) { () throws(StoreError) in try await store.edits() }
        let sessions = Dictionary(known.map { ($0.id, $0.session) }, uniquingKeysWith: { first, _ in first })
        // A run makes a marker once: its key is the same for every session.
        for (id, marker) in edits {
            guard let session = sessions[id], session != marker.workSessionID else { continue }
            throw .contradiction(
                "--session \(marker.workSessionID.wireText)",
                "--store \(file), in which this run is queued for session \(session.wireText)")
        }
        try waiting { () async throws(Failure) in
            do throws(EditError) { try await store.create(edits) } catch { throw .edit("of the run", error) }
        }
    }

    private static func ask(
        _ store: MarkersStore, _ server: Origin, _ options: SyncOptions
    ) throws(Failure) {
        let count = try stored(store.path) { () throws(StoreError) in try await store.contents() }
            .flush.waiting.count
        guard count > 0, !options.saysYes else { return }
        let isInputTaken = options.connection.secretSource == .standardInput
        guard !isInputTaken, Streams.inputIsTerminal else {
            throw .neededOption(
                "--yes",
                "\(counted(count, "edit")) would be sent, and standard input is not a terminal, so nobody can confirm"
            )
        }
        guard Question.isAnsweredWithYes("Send \(counted(count, "edit")) to \(server)?") else {
            throw .declined
        }
    }

    private static func space(
        _ name: String, _ api: MarkersAPI, _ server: Origin
    ) async throws(Failure) -> WireID {
        do throws(SpaceListingError) { return try await SpaceListing.space(name, api).0.id } catch {
            throw Failure(error, on: server)
        }
    }

    private static func decide(
        _ store: MarkersStore, _ text: String,
        _ make: @escaping @Sendable (MarkersStore, UUID) async throws(EditError) -> Void
    ) throws(Failure) -> [UUID] {
        let edits = try stored(store.path) { () throws(StoreError) in
            try await store.edits([.waiting, .sent, .parked])
        }
        let ids = edits.map(\.id).filter { $0.wireText.hasPrefix(text) }
        guard ids.count == 1, let id = ids.first else { throw unnamed(text, ids.count, "edit") }
        return try waiting { () async throws(Failure) in
            do throws(EditError) { try await make(store, id) } catch { throw .edit(text, error) }
            return [id]
        }
    }

    private static func follow(_ store: MarkersStore, _ text: String) throws(Failure) -> [UUID] {
        let edits = try stored(store.path) { () throws(StoreError) in try await store.edits([.parked]) }
        let sessions = Set(edits.filter { $0.reason == .sessionMoved }.map(\.session)).filter {
            $0.wireText.hasPrefix(text)
        }
        guard sessions.count == 1, let session = sessions.first else {
            throw unnamed(text, sessions.count, "session that has moved")
        }
        return try waiting { () async throws(Failure) in
            do throws(EditError) { return try await store.follow(session) } catch {
                throw .edit(text, error)
            }
        }
    }

    private static func unnamed(_ text: String, _ count: Int, _ what: String) -> Failure {
        .badValue(
            option: "an id", value: text,
            BadValue(
                expected: "the id of one \(what), of which "
                    + (count == 0 ? "none begins so" : "\(count) begin so") + "; --list shows them"))
    }

    private static func opened(
        _ file: String, _ open: () throws(StoreError) -> MarkersStore
    ) throws(Failure) -> MarkersStore {
        do throws(StoreError) { return try open() } catch { throw .store(file: file, error) }
    }

    private static func stored<Value: Sendable>(
        _ file: String, _ body: @escaping @Sendable () async throws(StoreError) -> Value
    ) throws(Failure) -> Value {
        try waiting { () async throws(Failure) in
            do throws(StoreError) { return try await body() } catch { throw .store(file: file, error) }
        }
    }
}
