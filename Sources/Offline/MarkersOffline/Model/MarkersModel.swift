public import Foundation
public import Markers
public import Observation

/// The markers of a session as a view shows them: the cached values immediately, then the server's answer, and on both what waits to
/// be sent.
///
/// It has no views. Have ``run()`` called by the view's task, which ends it; changes that ``ValidatedCache/follow(_:)`` notes then show by
/// themselves.
@MainActor @Observable
public final class MarkersModel {
    /// The markers, as they were last read and as the edits that were not parked will leave them: changed, removed, and made ones last.
    ///
    /// A marker that waits to be made has the id of its edit, and no version. What is edited is shown without the details that the
    /// server has computed from other corners.
    public private(set) var markers: [Marker] = []
    /// The edits of the session that wait for the server or for a decision, in the order in which they were made.
    public private(set) var pending: [QueuedEdit] = []
    /// Whether the server is being asked.
    public var isLoading: Bool { list.isLoading }
    /// The knowledge of the truth of the markers.
    public var staleness: Staleness { list.staleness }
    /// The time at which they were kept; `nil` if nothing is.
    public var keptAt: Date? { list.keptAt }
    /// The reason why the markers are not fresh, if the server was asked.
    public var failure: CacheError? { list.failure }

    public let session: UUID
    private let list: ListModel<Marker>
    private let queue: OfflineQueue?

    /// The markers of a session; nothing is read yet.
    public init(_ session: UUID, in cache: ValidatedCache, _ queue: OfflineQueue? = nil) {
        (self.session, self.queue) = (session, queue)
        list = ListModel(.markers(session), in: cache) { cache.markers(of: session) }
        list.onRead = { [weak self] in self?.showMarkers() }
    }

    /// Shows what there is, and again whenever that has changed, until the task is cancelled.
    public func run() async { await list.run(before: showPending) }

    /// Shows what is kept, then what the server says of it.
    public func reload() async {
        await showPending()
        await list.reload()
    }

    /// Shows the edits that wait, after the queue was used.
    public func showPending() async {
        guard let queue, let edits = try? await queue.edits([.waiting, .sent, .parked]) else { return }
        pending = edits.filter { $0.session == session }
        showMarkers()
    }

    private func showMarkers() { markers = list.elements.edited(by: pending) }
}

/// The active spaces of a server.
public typealias SpacesModel = ListModel<Space>

/// The work sessions of a space.
public typealias SessionsModel = ListModel<WorkSession>
