public import Foundation
internal import Markers
public import MarkersEndpoint

/// The result of bringing a store and its server together.
public struct SyncReport: Sendable {
    /// The fate of the edits that waited.
    public internal(set) var flush = FlushReport()
    /// The edits that wait for a decision, those of earlier runs too.
    public internal(set) var parked: [QueuedEdit] = []
    /// The lists that are kept.
    public internal(set) var lists: [SyncedList] = []
    /// The lists whose kept bytes were damaged and set aside, and that were not read again before.
    public internal(set) var damaged: [CacheCategory] = []
    /// The reason why one request for all was not used; `nil` if it was, or was not asked for.
    public internal(set) var fallback: APIError?

    public init() {}

    /// The report with what earlier runs sent before it.
    package func after(_ done: [UUID]) -> SyncReport {
        var report = self
        report.flush.done = done + report.flush.done
        return report
    }

    /// Whether the server answered.
    public var isReached: Bool { offline == nil }

    /// The failure that shows that there is no network; `nil` if there is one.
    public var offline: APIError? {
        if let failure = flush.failure, failure.isOffline { return failure }
        for list in lists {
            if case .server(let error)? = list.failure, error.isOffline { return error }
        }
        return nil
    }

    /// The failure of the store, as on a full disk; `nil` if it took everything.
    public var storeFailure: StoreError? {
        if let failure = flush.storeFailure { return failure }
        for list in lists {
            if case .store(let error)? = list.failure { return error }
        }
        return nil
    }

    /// Whether everything is sent and everything that is kept was confirmed.
    public var isComplete: Bool {
        flush.waiting.isEmpty && parked.isEmpty && flush.failure == nil && flush.storeFailure == nil
            && lists.allSatisfy { $0.staleness == .fresh }
    }
}

/// A list that is kept, and what the server has made of it since.
public struct SyncedList: Sendable {
    public let category: CacheCategory
    public let staleness: Staleness
    /// The number of its elements; `nil` where nothing is kept.
    public let count: Int?
    /// The elements that are new, that have changed, and that are gone since it was last kept.
    public let added, changed, removed: Int
    /// The time at which it was kept, by the clock of this device.
    public let keptAt: Date?
    /// The reason why it was not confirmed.
    public let failure: CacheError?

    init(
        _ category: CacheCategory, from before: KeptList?, to now: KeptList?, staleness: Staleness,
        failure: CacheError?
    ) {
        (self.category, self.staleness, self.failure) = (category, staleness, failure)
        keptAt = now?.keptAt
        let old = before.map(Self.elements) ?? [:], new = now.map(Self.elements) ?? [:]
        count = now == nil ? nil : new.count
        added = new.keys.count { old[$0] == nil }
        removed = old.keys.count { new[$0] == nil }
        changed = new.count { element in old[element.key].map { $0 != element.value } ?? false }
    }

    private static func elements(_ list: KeptList) -> [String: [UInt8]] {
        guard let value = try? JSONValue(list.body, options: JSONOptions(values: 1 << 24)) else { return [:] }
        return Dictionary(
            value.elements.map { ($0["id"]?.string ?? "", Array($0.text)) },
            uniquingKeysWith: { first, _ in first })
    }
}

extension MarkersStore {
    /// Everything that is kept, list by list, without asking a server.
    public func contents() throws(StoreError) -> SyncReport {
        var report = SyncReport()
        for category in try categories() {
            let list = try kept(category)
            report.lists.append(
                SyncedList(category, from: list, to: list, staleness: .unknown, failure: nil))
        }
        report.flush.waiting = try waitingIDs()
        report.parked = try edits([.parked])
        report.damaged = report.lists.filter { $0.count == nil }.map(\.category)
        return report
    }

    /// The markers that are kept, as one array, each byte for byte as it was received.
    public func exportedMarkers() throws(StoreError) -> [UInt8] {
        var elements: [[UInt8]] = []
        for case .markers(let session) in try categories() {
            guard let list = try kept(.markers(session)) else {
                throw .damaged(CacheCategory.markers(session).name)
            }
            guard let read = try? MarkerList(list.body) else { throw .damaged(list.category.name) }
            elements += read.markers.map(\.text)
        }
        return KeptList.body(elements) + [0x0a]
    }
}
