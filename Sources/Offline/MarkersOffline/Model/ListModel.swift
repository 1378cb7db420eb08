public import Foundation
public import Markers
public import Observation

/// A list of a server as a view shows it: the cached value immediately, then the server's answer.
///
/// It has no views. Have ``run()`` called by the view's task, which ends it; changes that ``ValidatedCache/follow(_:)`` notes then show by
/// themselves.
///
/// ```swift
/// let spaces = SpacesModel(in: cache)
/// await spaces.reload()
/// let sessions = SessionsModel(of: spaces.elements[0].id, in: cache)
/// ```
@MainActor @Observable
public final class ListModel<Element: Sendable> {
    /// The elements, as they were last read.
    public private(set) var elements: [Element] = []
    /// Whether the server is being asked.
    public private(set) var isLoading = false
    /// The knowledge of the truth of the elements.
    public private(set) var staleness = Staleness.unknown
    /// The time at which they were kept; `nil` if nothing is.
    public private(set) var keptAt: Date?
    /// The reason why the elements are not fresh, if the server was asked.
    public private(set) var failure: CacheError?

    private let cache: ValidatedCache
    private let category: CacheCategory
    private let answers: @Sendable () -> AsyncStream<Cached<[Element]>>
    /// Does what is to be done when the elements have been read.
    @ObservationIgnored var onRead: () -> Void = {}

    init(
        _ category: CacheCategory, in cache: ValidatedCache,
        _ answers: @escaping @Sendable () -> AsyncStream<Cached<[Element]>>
    ) {
        (self.category, self.cache, self.answers) = (category, cache, answers)
    }

    /// Shows what there is, and again whenever that has changed, until the task is cancelled.
    public func run() async { await run(before: {}) }

    /// The same, with something to be done each time before the list is read.
    func run(before: () async -> Void) async {
        let changes = await cache.changes(of: category)
        await before()
        await reload()
        for await staleness in changes {
            // What was confirmed after the news says more than they do.
            guard await cache.staleness(of: category) != .fresh else { continue }
            self.staleness = staleness
            await before()
            await reload()
        }
    }

    /// Shows what is kept, then what the server says of it.
    public func reload() async {
        isLoading = true
        defer { isLoading = false }
        for await shown in answers() {
            (staleness, failure) = (shown.staleness, shown.failure)
            keptAt = shown.keptAt ?? keptAt
            guard let value = shown.value else { continue }
            elements = value
            onRead()
        }
    }
}

extension ListModel where Element == Space {
    /// The active spaces; nothing is read yet.
    public convenience init(in cache: ValidatedCache) { self.init(.spaces, in: cache) { cache.spaces() } }
}

extension ListModel where Element == WorkSession {
    /// The work sessions of a space; nothing is read yet.
    public convenience init(of space: WireID, in cache: ValidatedCache) {
        self.init(.sessions(space), in: cache) { cache.workSessions(in: space) }
    }
}
