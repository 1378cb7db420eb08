public import Markers
public import MarkersEndpoint

/// Brings a store and its server together: what waits is sent, then what is kept is validated.
public struct StoreSync: Sendable {
    private let queue: OfflineQueue
    private let api: MarkersAPI
    /// The user whose lists are validated by one request; `nil` to ask for each list by itself.
    public var user: String?
    /// The form of that request.
    public var form = MarkersAPI.ValidationForm.wrapped

    public init(_ queue: OfflineQueue, _ api: MarkersAPI) { (self.queue, self.api) = (queue, api) }

    /// Sends what waits, brings what is kept up to date, and keeps the lists of a space.
    ///
    /// Without a network nothing is lost: what is kept stays, and is called unknown.
    ///
    /// - Parameter space: The space whose sessions and markers are kept from now on; `nil` for what is kept already.
    public func run(keeping space: WireID? = nil) async -> SyncReport {
        var report = SyncReport()
        report.flush = await queue.flush()
        let cache = ValidatedCache(queue.store, api)
        do throws(StoreError) {
            var categories = try await queue.store.categories()
            for category in categories where try await queue.store.kept(category) == nil {
                report.damaged.append(category)
            }
            if let space { categories += [.spaces, .sessions(space)] }
            // Of what was sent here the server has newer lists, which is no news from others.
            await validate(categories, cache, &report)
            if let space, report.isReached {
                var sessions: [CacheCategory] = []
                if let kept = try await queue.store.kept(.sessions(space)),
                    let list = try? WorkSession.list(try JSONValue(kept.body))
                {
                    sessions = list.elements.map { .markers($0.id) }
                }
                let known = Set(report.lists.map(\.category))
                await validate(sessions.filter { !known.contains($0) }, cache, &report)
            }
            report.parked = try await queue.store.edits([.parked])
        } catch {
            report.flush.storeFailure = report.flush.storeFailure ?? error
        }
        return report
    }

    private func validate(
        _ categories: [CacheCategory], _ cache: ValidatedCache, _ report: inout SyncReport
    ) async {
        var asked: Set<CacheCategory> = []
        let categories = categories.filter { asked.insert($0).inserted }
        var before: [CacheCategory: KeptList] = [:]
        for category in categories { before[category] = try? await queue.store.kept(category) }
        var validation = ValidatedCache.Validation()
        if let user {
            validation = await cache.validate(categories, for: user, form: form)
            report.fallback = report.fallback ?? validation.fallback
        } else {
            for category in categories where !Task.isCancelled {
                if case .failure(let failure) = await cache.confirm(category) {
                    validation.failures[category] = failure
                    // Without a network every list would wait for its own timeout.
                    if failure.isOffline { break }
                }
            }
        }
        for category in categories {
            let now = try? await queue.store.kept(category)
            report.lists.append(
                SyncedList(
                    category, from: before[category], to: now,
                    staleness: await cache.staleness(of: category), failure: validation.failures[category]))
        }
    }
}

extension CacheError {
    /// Whether the server could not be reached, so that asking for more makes no sense.
    public var isOffline: Bool {
        if case .server(let error) = self { error.isOffline } else { false }
    }
}

extension APIError {
    /// Whether no answer came at all.
    public var isOffline: Bool {
        if case .failed(let failure, _) = self { failure.status == nil } else { false }
    }
}
