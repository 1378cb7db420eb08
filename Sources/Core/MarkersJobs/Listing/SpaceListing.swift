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

    private func name(_ some: [SessionListing]) -> String {
        some.count == 1 ? some[0].name : "\(space.key)/\(some.count) sessions"
    }
}

/// The rows of a space's laser guide: where runs of the app saw them, and how they were drawn.
public struct SpaceRows: Sendable {
    public let anchors: ListedDocument
    package let anchorCount: Int
    private let drawn: ListedDocument?
    private let key: String
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

extension SpaceListing {
    /// Fewer digits of an id are taken for no beginning of one.
    public static let shortestID = 4

    /// A space, and the others that are not understood, as far as they were met.
    ///
    /// A key comes before a name, so that nobody takes a name that another space has as its key.
    package static func space(
        _ name: String, _ api: MarkersAPI
    ) async throws(SpaceListingError) -> (Space, [UnreadableElement]) {
        let all: ListReply<Space>
        do throws(APIError) {
            if let space = try await space(withID: name, api) { return (space, []) }
            let found = try await api.spaces(key: name, includingInactive: true)
            if let space = found.elements.first(where: { $0.key == name }) {
                return (space, found.unreadable(.space))
            }
            all = try await api.spaces(includingInactive: true)
        } catch {
            throw .failed(error)
        }
        let alike = all.elements.filter { $0.name == name || begins($0.id.text, with: name) }
        guard alike.count <= 1 else { throw .ambiguous(name, alike.map(\.key)) }
        guard let space = alike.first else { throw SpaceListingError(noSpace: name, in: all) }
        return (space, all.unreadable(.space))
    }

    private static func space(withID name: String, _ api: MarkersAPI) async throws(APIError) -> Space? {
        guard UUID(uuidString: name) != nil else { return nil }
        do throws(APIError) { return try await api.space(WireID(name)) } catch {
            guard error.isMissing else { throw error }
            return nil
        }
    }

    /// The place of a session in ``sessions``, by its id or the beginning of its id.
    package func place(ofSession name: String) throws(SpaceListingError) -> Int {
        let id = try session(name)
        return sessions.firstIndex { $0.id == id } ?? 0
    }

    /// The session or reference set with an id that begins so.
    package func target(_ name: String) throws(SpaceListingError) -> UUID {
        try only(sessions.map(\.id) + sets.map(\.id), name)
    }

    /// The session with an id that begins so.
    package func session(_ name: String) throws(SpaceListingError) -> UUID {
        try only(sessions.map(\.id), name)
    }

    private func only(_ ids: [UUID], _ name: String) throws(SpaceListingError) -> UUID {
        let alike = ids.filter { Self.begins($0.wireText, with: name) }
        guard alike.count <= 1 else { throw .ambiguous(name, alike.map(\.wireText)) }
        guard let id = alike.first else {
            throw .noSession(name, space: space.key, known: ids.map(\.wireText))
        }
        return id
    }

    /// Whether a text may be the beginning of an id: digits, enough of them.
    package static func mayBegin(anID text: String) -> Bool {
        text.count >= shortestID && text.allSatisfy { $0.isASCII && $0.isHexDigit || $0 == "-" }
    }

    private static func begins(_ id: String, with name: String) -> Bool {
        name.count >= shortestID && id.lowercased().hasPrefix(name.lowercased())
    }

    /// All values of the server's lists that were passed over, markers among them.
    package var allUnreadable: [UnreadableElement] {
        unreadable + lists.flatMap { $0.refusals.map { UnreadableElement(.marker, $0) } }
    }

    /// Whether all that the server has was understood, and no list looks cut off.
    package var isWhole: Bool { allUnreadable.isEmpty && !lists.contains(where: \.looksCutOff) }
}

/// The lengths of the lists of a server's sessions, which show together whether some were cut off silently.
struct ListLengths: Sendable {
    private var longest = 0
    private var suspicious: [(session: UUID, count: Int, markers: Int)] = []

    mutating func note(_ session: UUID, _ reply: ListReply<Marker>) {
        let count = reply.elements.count + reply.refusals.count
        longest = max(longest, count)
        if reply.looksCutOff { suspicious.append((session, count, reply.elements.count)) }
    }

    /// The sessions whose list looks cut off: it has a round number of markers, no list of this server has more, and that of all markers,
    /// which is asked then, does not show the same ones of the session among others.
    func cutOff(_ api: MarkersAPI) async -> [UUID] {
        let round = suspicious.filter { $0.count == longest }
        guard !round.isEmpty, let all = try? await api.markers(), !all.looksCutOff else {
            return round.map(\.session)
        }
        return round.filter { list in
            all.elements.count { $0.workSessionID == list.session } != list.markers
        }.map(\.session)
    }
}

/// The markers of a session as a server listed them.
public struct SessionListing: Sendable {
    public let session: UUID
    /// The space's key and the beginning of the session's id.
    public let name: String
    public let markers: [Marker]
    /// The values of the list that are no markers.
    public let refusals: [RefusedElement]
    /// Whether the list looks cut off: it has a round number of markers, and no list of the space has more.
    public internal(set) var looksCutOff = false

    /// The reasons why values of the list are no markers.
    public var refused: [JSONError] { refusals.map(\.error) }

    init(_ session: UUID, _ key: String, _ reply: ListReply<Marker>) {
        self.session = session
        name = "\(key)/\(session.wireText.prefix(8))"
        refusals = reply.refusals
        markers = reply.elements.enumerated().map { index, marker in
            var marker = marker
            marker.place = MarkerPlace(list: .array, index: index, line: index + 1)
            return marker
        }
    }

    /// The markers as a document, one a line.
    public var document: [UInt8] { SessionListing.array(markers.map(\.text)) }

    /// Values as an array, one a line.
    package static func array(_ values: [[UInt8]]) -> [UInt8] {
        Array("[".utf8) + values.joined(separator: Array(",\n".utf8)) + Array("]\n".utf8)
    }
}

/// Values that a server listed, as a document under a name.
public struct ListedDocument: Sendable {
    public let name: String
    public let bytes: [UInt8]
}
