public import Foundation
public import Markers
public import Observation

/// The markers of a session as a view shows them: what is kept at once, what the server says once it has spoken, and what waits to be sent.
///
/// It has no views. Have ``run()`` called by the view's task, which ends it; changes that ``ValidatedCache/follow(_:)`` notes then show by
/// themselves.
@MainActor @Observable
public final class MarkersModel {
    /// The markers, as they were last read.
    public private(set) var markers: [Marker] = []
    /// Whether the server is being asked.
    public private(set) var isLoading = false
    /// The knowledge of the truth of the markers.
    public private(set) var staleness = Staleness.unknown
    /// The time at which they were kept; `nil` if nothing is.
    public private(set) var keptAt: Date?
    /// The edits of the session that wait for the server or for a decision, in the order in which they were made.
    public private(set) var pending: [QueuedEdit] = []
    /// The reason why the markers are not fresh, if the server was asked.
    public private(set) var failure: CacheError?

    /// The session that is shown.
    public let session: UUID
    private let cache: ValidatedCache
    private let queue: OfflineQueue?

    /// The markers of a session; nothing is read yet.
    ///
    /// - Parameters:
    ///   - session: The work session.
    ///   - cache: The lists that are kept.
    ///   - queue: The edits that wait; `nil` for a model that only shows.
    public init(_ session: UUID, in cache: ValidatedCache, _ queue: OfflineQueue? = nil) {
        (self.session, self.cache, self.queue) = (session, cache, queue)
    }

    /// Shows what there is, and again whenever that has changed, until the task is cancelled.
    public func run() async {
        let changes = await cache.changes(of: .markers(session))
        await reload()
        for await staleness in changes {
            // What was confirmed after the news says more than they do.
            guard await cache.staleness(of: .markers(session)) != .fresh else { continue }
            self.staleness = staleness
            await reload()
        }
    }

    /// Shows what is kept, then what the server says of it.
    public func reload() async {
        isLoading = true
        defer { isLoading = false }
        await showPending()
        for await shown in cache.markers(of: session) {
            if let value = shown.value { markers = value }
            (staleness, failure) = (shown.staleness, shown.failure)
            keptAt = shown.keptAt ?? keptAt
        }
    }

    /// Shows the edits that wait, after the queue was used.
    public func showPending() async {
        guard let queue, let edits = try? await queue.edits([.waiting, .sent, .parked]) else { return }
        pending = edits.filter { $0.session == session }
    }
}
