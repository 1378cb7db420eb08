internal import Foundation
internal import Markers

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

    /// The lists that a thing is in.
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
