public import Foundation
public import Markers
public import MarkersEndpoint

/// Lists of the server that are kept, and what is known of their truth.
///
/// Each list is a stream: what is kept, at once; then, once the server has spoken, the same called fresh, or the new one. Nothing
/// that the server has not confirmed to this process is ever called fresh. The clock of this device is never sent and never
/// compared: whether an entry is fresh is a matter of a clock that only goes forward, and of the server's own times.
///
/// ```swift
/// let cache = ValidatedCache(store, api)
/// for await shown in cache.markers(of: session) {
///     print(shown.value?.count ?? 0, "markers,", shown.staleness.rawValue)
/// }
/// ```
public actor ValidatedCache {
    /// The time for which a confirmation holds.
    public static let maxAge = Duration.seconds(30)

    let store: MarkersStore
    let api: MarkersAPI
    private let maxAge: Duration
    /// The time of the question that the server last answered, by category.
    private var confirmed: [CacheCategory: Duration] = [:]
    /// The categories that are known to have changed.
    private var stale: Set<CacheCategory> = []
    /// The number of times that each category was said to have changed: an answer to a question from before such news confirms nothing.
    private var news: [CacheCategory: Int] = [:]
    /// The numbers of times that news of every category may have been missed, and that all was removed.
    private var lapses = 0, clearings = 0
    /// The questions under way, which all share who ask before there is other news.
    private var underWay: [CacheCategory: (question: Question, task: Task<Answer, Never>)] = [:]

    /// Those who want to know when a list is no longer fresh.
    private var watchers: [Int: (category: CacheCategory, report: AsyncStream<Staleness>.Continuation)] = [:]
    private var watcherCount = 0

    /// A list as the server confirmed it, or the reason why it did not.
    typealias Answer = Result<KeptList, CacheError>

    public init(_ store: MarkersStore, _ api: MarkersAPI, maxAge: Duration = ValidatedCache.maxAge) {
        (self.store, self.api, self.maxAge) = (store, api, maxAge)
    }

    /// The active spaces.
    public nonisolated func spaces() -> AsyncStream<Cached<[Space]>> {
        stream(.spaces) { body throws(JSONError) in try Space.list(try JSONValue(body)).elements }
    }

    /// The work sessions of a space.
    public nonisolated func workSessions(in space: WireID) -> AsyncStream<Cached<[WorkSession]>> {
        stream(.sessions(space)) { body throws(JSONError) in
            try WorkSession.list(try JSONValue(body)).elements
        }
    }

    /// The markers of a work session.
    public nonisolated func markers(of session: UUID) -> AsyncStream<Cached<[Marker]>> {
        stream(.markers(session)) { body throws(JSONError) in try MarkerList(body).markers }
    }

    private nonisolated func stream<Value: Sendable>(
        _ category: CacheCategory, _ read: @escaping @Sendable ([UInt8]) throws(JSONError) -> Value
    ) -> AsyncStream<Cached<Value>> {
        AsyncStream { continuation in
            let task = Task {
                let first = await self.known(category, read)
                if first.value != nil { continuation.yield(first) }
                if first.staleness != .fresh {
                    continuation.yield(await self.asked(category, read, else: first))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The kept value, without asking anybody.
    private func known<Value>(
        _ category: CacheCategory, _ read: ([UInt8]) throws(JSONError) -> Value
    ) async -> Cached<Value> {
        do throws(StoreError) {
            guard let list = try await store.kept(category) else { return Cached(nil, .unknown) }
            return cached(list, staleness(of: category), read)
        } catch {
            return Cached(nil, .unknown, failure: .store(error))
        }
    }

    /// The value that the server gives, or the kept one with the reason why it gives none.
    private func asked<Value>(
        _ category: CacheCategory, _ read: ([UInt8]) throws(JSONError) -> Value, else kept: Cached<Value>
    ) async -> Cached<Value> {
        switch await confirm(category) {
        case .success(let list): cached(list, staleness(of: category), read)
        case .failure(let failure):
            Cached(
                kept.value, stale.contains(category) ? .stale : .unknown, keptAt: kept.keptAt,
                failure: failure)
        }
    }

    private func cached<Value>(
        _ list: KeptList, _ staleness: Staleness, _ read: ([UInt8]) throws(JSONError) -> Value
    ) -> Cached<Value> {
        // What was kept was read before; bytes that changed since have another digest.
        do throws(JSONError) { return Cached(try read(list.body), staleness, keptAt: list.keptAt) } catch {
            return Cached(nil, .unknown, failure: .store(.damaged(list.category.name)))
        }
    }

    /// The knowledge of the truth of a list that is kept.
    public func staleness(of category: CacheCategory) -> Staleness {
        if stale.contains(category) { return .stale }
        guard let asked = confirmed[category], api.clock.now - asked < maxAge else { return .unknown }
        return .fresh
    }

    /// Notes that a list has changed; it is read again when somebody next wants it.
    public func markStale(_ category: CacheCategory) {
        news[category, default: 0] += 1
        stale.insert(category)
        confirmed[category] = nil
        report(.stale) { $0 == category }
    }

    /// Notes that a list may have changed: it is unknown until the server confirms it.
    func doubt(_ category: CacheCategory) {
        news[category, default: 0] += 1
        confirmed[category] = nil
        report(.unknown) { $0 == category }
    }

    /// Notes that news may have been missed: everything is unknown until the server confirms it.
    public func loseTouch() {
        lapses += 1
        confirmed.removeAll()
        report(.unknown) { _ in true }
    }

    /// The lists about which the server is being asked.
    var asked: [CacheCategory] { Array(underWay.keys) }

    /// Reports from now on when a list stops being fresh because of news, or since news may have been missed; only the latest report
    /// waits for its reader. That a confirmation has become old is not reported.
    public func changes(of category: CacheCategory) -> AsyncStream<Staleness> {
        let (stream, report) = AsyncStream.makeStream(
            of: Staleness.self, bufferingPolicy: .bufferingNewest(1))
        watcherCount += 1
        let number = watcherCount
        watchers[number] = (category, report)
        report.onTermination = { _ in Task { await self.stopWatching(number) } }
        return stream
    }

    private func stopWatching(_ number: Int) { watchers[number] = nil }

    private func report(_ staleness: Staleness, where isMeant: (CacheCategory) -> Bool) {
        for watcher in watchers.values where isMeant(watcher.category) {
            // What is known to have changed does not become less certain.
            watcher.report.yield(stale.contains(watcher.category) ? .stale : staleness)
        }
    }

    /// Removes all that is kept, as on signing out.
    public func clear() async throws(StoreError) {
        loseTouch()
        clearings += 1
        stale.removeAll()
        try await store.clear()
    }

    /// Asks the server whether a list that is kept still holds, and reads it if not.
    func confirm(_ category: CacheCategory) async -> Answer {
        let question = question(about: category)
        if let (earlier, task) = underWay[category], earlier.knowsAsMuch(as: question) {
            return await task.value
        }
        let task = Task { await self.ask(category, question) }
        underWay[category] = (question, task)
        let answer = await task.value
        if underWay[category]?.task == task { underWay[category] = nil }
        return answer
    }

    private func ask(_ category: CacheCategory, _ question: Question) async -> Answer {
        do throws(CacheError) { return .success(try await confirmedList(category, question)) } catch {
            return .failure(error)
        }
    }

    private func confirmedList(
        _ category: CacheCategory, _ question: Question
    ) async throws(CacheError) -> KeptList {
        let kept = try await kept(category)
        guard let kept, let validator = kept.validator else {
            return try await readAnew(category, question)
        }
        let changed: ReadList?
        do throws(APIError) {
            changed = try await ReadList.changed(category, since: validator, from: api)
        } catch {
            guard error.isMissing else { throw .server(error) }
            return try await readAnew(category, question)
        }
        guard let changed else {
            note(category, question)
            return kept
        }
        return try await keep(try await whole(changed, category, since: kept), category, question)
    }

    /// Reads a list whatever its validator says.
    func readAnew(_ category: CacheCategory, _ question: Question) async throws(CacheError) -> KeptList {
        let kept = try await kept(category)
        do throws(CacheError) {
            return try await keep(try await whole(nil, category, since: kept), category, question)
        } catch {
            // A list that was damaged, of something that is gone, is not waited for.
            if kept == nil, case .server(let failure) = error, failure.isMissing {
                do throws(StoreError) { try await store.forget(category) } catch { throw .store(error) }
            }
            throw error
        }
    }

    private func keep(
        _ read: ReadList, _ category: CacheCategory, _ question: Question
    ) async throws(CacheError) -> KeptList {
        let list = read.kept(as: category, at: api.clock.date)
        try await keep(list, question)
        return list
    }

    /// Keeps a list that the server has confirmed; not one that was asked for before all was removed.
    func keep(_ list: KeptList, _ question: Question) async throws(CacheError) {
        guard clearings == question.clearings else { return }
        do throws(StoreError) {
            try await store.keep(list)
            guard clearings == question.clearings else { return try await store.forget(list.category) }
        } catch {
            throw .store(error)
        }
        note(list.category, question)
    }

    func kept(_ category: CacheCategory) async throws(CacheError) -> KeptList? {
        do throws(StoreError) { return try await store.kept(category) } catch { throw .store(error) }
    }

    /// The moment of a question to the server, and how much news there had been by then.
    struct Question: Sendable {
        fileprivate let asked: Duration
        fileprivate let news, lapses, clearings: Int

        /// Whether an answer to it tells as much as one to a later question.
        fileprivate func knowsAsMuch(as later: Question) -> Bool {
            (news, lapses, clearings) == (later.news, later.lapses, later.clearings)
        }
    }

    func question(about category: CacheCategory) -> Question {
        Question(
            asked: api.clock.now, news: news[category] ?? 0, lapses: lapses, clearings: clearings)
    }

    /// Notes that the server confirmed what is kept, unless it was said to have changed meanwhile.
    func note(_ category: CacheCategory, _ question: Question) {
        guard question.knowsAsMuch(as: self.question(about: category)) else { return }
        stale.remove(category)
        confirmed[category] = question.asked
    }
}

/// News of changes: what they make of that which is kept.
extension ValidatedCache {
    /// Notes a change: every list that it is in is stale, and nothing is sent.
    ///
    /// Of a list that holds the thing nothing has to be said by whoever sends the news. A list that is being read at the moment may have
    /// been answered before the change, so that it is stale, too. A new thing that may be in any list makes all of them unknown.
    public func note(_ notice: ChangeNotice) async {
        var stale: Set<CacheCategory> = []
        switch notice.target {
        case .space(let space):
            stale.insert(.spaces)
            if notice.kind == .deleted { stale.insert(.sessions(space)) }
        case .session(let session, let space):
            if notice.kind == .deleted { stale.insert(.markers(session)) }
            await addLists(
                of: session, owner: space.map { .sessions($0) }, "sessions/", notice.kind, to: &stale)
        case .marker(let marker, let session):
            await addLists(
                of: marker, owner: session.map { .markers($0) }, "markers/", notice.kind, to: &stale)
        }
        for category in stale { markStale(category) }
    }

    private func addLists(
        of id: UUID, owner: CacheCategory?, _ prefix: String, _ kind: ChangeNotice.Kind,
        to stale: inout Set<CacheCategory>
    ) async {
        if let owner {
            stale.insert(owner)
            guard kind != .created else { return }
        }
        let holders = try? await store.categories(prefix, holding: id)
        // A list in which it is not held is not changed by it, unless it is new there.
        let isOpen = holders == nil || kind == .created && owner == nil
        stale.formUnion(holders ?? [])
        for category in asked where category.name.hasPrefix(prefix) { stale.insert(category) }
        guard isOpen else { return }
        let kept = (try? await store.categories()) ?? []
        for category in kept where category.name.hasPrefix(prefix) && !stale.contains(category) {
            doubt(category)
        }
    }

    /// Follows a source of notices until it ends or the task is cancelled.
    ///
    /// Whatever was confirmed before the source was in touch may have changed unnoticed, and so may everything once it has lost touch.
    public func follow(_ events: AsyncStream<NoticeEvent>) async {
        for await event in events {
            switch event {
            case .notice(let notice): await note(notice)
            case .inTouch, .lost: loseTouch()
            }
        }
    }
}

/// Lists that may lack elements which exist: an answer may be cut, old, or that of a server which sends only what has changed. As in a
/// push, an element is gone only if the server says so when it is asked for that one.
extension ValidatedCache {
    /// The most elements that are asked for one by one. Of more, as many that lie evenly among them: a few that exist among many that are
    /// gone may be missed, and come back with the next list.
    static let mostAsked = 16

    /// Reads a list until nothing lacks that was there: in the list that is kept, or in the one that was just read.
    ///
    /// - Parameters:
    ///   - first: An answer that was read already.
    ///   - kept: The list that is kept; without one a second answer has to show the same.
    func whole(
        _ first: ReadList?, _ category: CacheCategory, since kept: KeptList?
    ) async throws(CacheError) -> ReadList {
        var read: ReadList
        if let first { read = first } else { read = try await answer(category) }
        if let kept {
            let lacking = kept.ids.subtracting(read.ids)
            if lacking.count <= Self.mostAsked, try await existing(lacking, category) == nil { return read }
        }
        let second = try await answer(category)
        let known = (kept?.ids ?? []).union(read.ids).union(second.ids)
        if second.ids.count >= read.ids.count { read = second }
        let lacking = known.subtracting(read.ids)
        if let id = try await existing(lacking, category) {
            throw .listCutOff(category.name, lacking: lacking.count, existing: id.text)
        }
        return read
    }

    private func answer(_ category: CacheCategory) async throws(CacheError) -> ReadList {
        do throws(APIError) { return try await ReadList.read(category, from: api) } catch {
            throw .server(error)
        }
    }

    /// An element that exists, of those that a list lacks; `nil` if none of those that were asked for does.
    func existing(
        _ lacking: Set<WireID>, _ category: CacheCategory
    ) async throws(CacheError) -> WireID? {
        let ids = lacking.sorted { $0.text < $1.text }
        let step = max(1, (ids.count + Self.mostAsked - 1) / Self.mostAsked)
        for place in stride(from: 0, to: ids.count, by: step) {
            do throws(APIError) {
                if try await isThere(ids[place], category) { return ids[place] }
            } catch {
                throw .server(error)
            }
        }
        return nil
    }

    /// Whether an element exists and belongs to a list.
    private func isThere(_ id: WireID, _ category: CacheCategory) async throws(APIError) -> Bool {
        do throws(APIError) {
            switch (category, id.uuid) {
            case (.spaces, _): return try await api.space(id).isActive != false
            case (.sessions(let space), let id?):
                let session = try await api.workSession(id)
                // Some servers leave out those that are archived.
                return session.spaceID == space && session.status != "archived"
            case (.markers(let session), let id?): return try await api.marker(id).workSessionID == session
            // Nothing can be asked for by such an id.
            case (_, nil): return true
            }
        } catch {
            guard error.isMissing else { throw error }
            return false
        }
    }
}
