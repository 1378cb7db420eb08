public import Foundation
public import Markers
public import MarkersEndpoint

/// A space as a server has it: the space itself, its sessions, and their markers.
public struct SpaceListing: Sendable {
    public let space: Space
    public let sessions: [WorkSession]
    /// The markers of each session, in the order of the sessions.
    public let lists: [SessionListing]
    /// The space's reference sets; empty unless they were asked for.
    public let sets: [ReferenceSet]
    /// The rows of the space's laser guide; `nil` unless they were asked for.
    public let rows: SpaceRows?
    /// Values of the server's lists that were passed over; for values that are not markers, see ``SessionListing/refused``.
    public let unreadable: [UnreadableElement]

    /// Reads a space by its key, its id, the beginning of its id or its name.
    public static func read(
        _ name: String, withSets: Bool = false, withRows: Bool = false, _ api: MarkersAPI
    ) async throws(SpaceListingError) -> SpaceListing {
        let (space, others) = try await space(name, api)
        do throws(APIError) {
            let listed = try await api.workSessions(in: space.id)
            let sessions = listed.elements.filter { $0.spaceID == space.id }
            var unreadable = others + listed.unreadable(.session)
            var lists: [SessionListing] = [], lengths = ListLengths()
            for session in sessions {
                let reply = try await api.markers(of: session.id)
                lengths.note(session.id, reply)
                lists.append(SessionListing(session.id, space.key, reply))
            }
            let cutOff = Set(await lengths.cutOff(api))
            for index in lists.indices { lists[index].looksCutOff = cutOff.contains(lists[index].session) }
            let sets = withSets ? try await api.referenceSets(of: space.id) : nil
            unreadable += sets?.unreadable(.referenceSet) ?? []
            unreadable += sets?.elements.flatMap(\.unreadable) ?? []
            let rows = withRows ? try await SpaceRows.read(of: sessions, in: space, api) : nil
            unreadable += rows?.unreadable ?? []
            return SpaceListing(
                space: space, sessions: sessions, lists: lists, sets: sets?.elements ?? [], rows: rows,
                unreadable: unreadable)
        } catch {
            throw .failed(error)
        }
    }

    /// All markers, session by session.
    public var markers: [Marker] { lists.flatMap(\.markers) }

    /// The sessions as a document.
    public var sessionDocument: [UInt8] { SessionListing.array(sessions.map { Array($0.value.text) }) }

    /// Throws if an id is neither a session nor a reference set of the space, or of one that is not understood.
    public func requireKnown(_ ids: Set<UUID>) throws(SpaceListingError) {
        let known = Set(sessions.map(\.id)).union(sets.map(\.id))
        guard let id = ids.subtracting(known).min(by: { $0.wireText < $1.wireText }) else { return }
        if let one = unreadable.first(where: { $0.element.id.flatMap(UUID.init) == id }) {
            throw .unreadable(one)
        }
        throw .notInSpace(id, space: space.key)
    }

    /// The sessions among those that supplied targets. Reference sets are in the new frame by themselves, so that no date tells
    /// which sessions are older.
    package func sessions(among targets: Set<UUID>) -> Set<UUID> { targets.subtracting(sets.map(\.id)) }

    /// The markers of the sessions in the old frame.
    public func oldMarkers(_ frames: FrameMembership) throws(SpaceListingError) -> ListedDocument {
        let frames = frames.dated(by: sessions)
        let old = lists.filter { frames.reasonToLeaveOut($0.session) == nil }
        guard !old.isEmpty else {
            let closed = lists.filter {
                !$0.markers.isEmpty && frames.reasonToLeaveOut($0.session) == .finished
            }
            throw .noOldSession(space: space.key, closed: closed.map(\.session))
        }
        return ListedDocument(
            name: name(old), bytes: SessionListing.array(old.flatMap { $0.markers.map(\.text) }))
    }

    /// The markers of the sessions and reference sets that supply targets.
    public func targetMarkers(_ targets: Set<UUID>) -> ListedDocument {
        let new = lists.filter { targets.contains($0.session) }
        let sets = sets.filter { targets.contains($0.id) }
        return ListedDocument(
            name: sets.isEmpty ? name(new) : "\(space.key)/targets",
            bytes: SessionListing.array(
                new.flatMap { $0.markers.map(\.text) } + sets.map { Array($0.value.text) }))
    }

    /// The name of some of the sessions together.
    private func name(_ some: [SessionListing]) -> String {
        some.count == 1 ? some[0].name : "\(space.key)/\(some.count) sessions"
    }
}

/// The rows of a space's laser guide: where runs of the app saw them, and how they were drawn.
public struct SpaceRows: Sendable {
    /// The anchors of all sessions.
    public let anchors: ListedDocument
    package let anchorCount: Int
    private let drawn: ListedDocument?
    private let key: String
    /// The anchors that are not understood.
    let unreadable: [UnreadableElement]

    static func read(
        of sessions: [WorkSession], in space: Space, _ api: MarkersAPI
    ) async throws(APIError) -> SpaceRows {
        var anchors: [[UInt8]] = [], unreadable: [UnreadableElement] = []
        for session in sessions {
            let reply = try await api.anchors(of: session.id)
            anchors += reply.elements.map { Array($0.value.text) }
            unreadable += reply.unreadable(.anchor)
        }
        let guide = try await api.laserGuide(of: space.id)
        return SpaceRows(
            anchors: ListedDocument(name: "\(space.key)/anchors", bytes: SessionListing.array(anchors)),
            anchorCount: anchors.count,
            drawn: guide.map {
                ListedDocument(name: "\(space.key)/laser-guide", bytes: Array($0.value.text))
            }, key: space.key, unreadable: unreadable)
    }

    /// The laser guide as it was drawn.
    public var guide: ListedDocument {
        get throws(SpaceListingError) {
            guard let drawn else { throw .noGuide(space: key) }
            return drawn
        }
    }
}
