import Foundation
import Markers
import MarkersClient

/// What a server has of a space: itself, its sessions and their markers, and what a motion is to be fitted to.
struct SpaceListing: Sendable {
    let server: Origin
    let space: Space
    let sessions: [WorkSession]
    /// The markers of each session, in the order of the sessions.
    let lists: [SessionListing]
    /// Only where they are asked for.
    let sets: [ReferenceSet]
    let rows: SpaceRows?

    /// Reads all of a space, by its key or its id.
    static func read(
        _ name: String, withSets: Bool, withRows: Bool, on server: Origin, _ api: MarkersAPI
    ) async throws(Failure) -> SpaceListing {
        let space = try await found(name, on: server, api)
        do throws(APIError) {
            let sessions = try await api.workSessions(in: space.id).elements.filter { $0.spaceID == space.id }
            var lists: [SessionListing] = []
            for session in sessions {
                lists.append(SessionListing(session.id, space.key, try await api.markers(of: session.id)))
            }
            let sets = withSets ? try await api.referenceSets(of: space.id).elements : []
            let rows = withRows ? try await SpaceRows.read(of: sessions, in: space, api) : nil
            return SpaceListing(
                server: server, space: space, sessions: sessions, lists: lists, sets: sets, rows: rows)
        } catch {
            throw .server(server.description, error)
        }
    }

    private static func found(
        _ name: String, on server: Origin, _ api: MarkersAPI
    ) async throws(Failure) -> Space {
        let keys: [String]
        do throws(APIError) {
            if let space = try await space(name, api) { return space }
            keys = try await api.spaces(includingInactive: true).elements.map(\.key)
        } catch {
            throw .server(server.description, error)
        }
        throw .listing(.noSpace(name, server: server, nearest: nearest(to: name, among: keys)))
    }

    private static func space(_ name: String, _ api: MarkersAPI) async throws(APIError) -> Space? {
        if UUID(uuidString: name) != nil {
            do throws(APIError) { return try await api.space(WireID(name)) } catch {
                guard error.isMissing else { throw error }
            }
        }
        return try await api.spaces(key: name, includingInactive: true).elements.first { $0.key == name }
    }

    /// What its markers are named after.
    var key: String { space.key }

    /// What a person calls it.
    var label: String { "\(visible(space.key)) on \(server)" }

    /// The sessions as a document.
    var sessionDocument: [UInt8] { SessionListing.array(sessions.map { Array($0.value.text) }) }

    /// Refuses sessions and sets that the space does not have.
    func requireKnown(_ ids: Set<UUID>) throws(Failure) {
        let known = Set(sessions.map(\.id)).union(sets.map(\.id))
        if let id = ids.subtracting(known).map(\.wireText).min() {
            throw .listing(.notInSpace(id, space: space.key, server: server))
        }
    }

    /// Pairs of the markers that are in the old frame with those of the sessions and sets that supply targets.
    func pairs(_ options: RecalibrateOptions) throws(Failure) -> FitPairs {
        let targets = Set(options.targets)
        let frames = FrameMembership(
            chosen: options.sessions, rule: options.rule ?? .onlyChosen, targets: targets,
            createdAt: sessions.reduce(into: [:]) { $0[$1.id] = $1.createdAt })
        let old = lists.filter { frames.reasonToLeaveOut($0.session) == nil }
        let new = lists.filter { targets.contains($0.session) }
        let sets = sets.filter { targets.contains($0.id) }
        guard !old.isEmpty else { throw .listing(.noOldSession(space: space.key)) }
        return FitPairs(
            try MarkerFiles(
                MarkerFile(name(old), SessionListing.array(old.flatMap { $0.markers.map(\.text) }), .raw),
                MarkerFile(
                    sets.isEmpty ? name(new) : "\(key)/targets",
                    SessionListing.array(
                        new.flatMap { $0.markers.map(\.text) } + sets.map { Array($0.value.text) }),
                    options.pairs.target ?? .raw),
                options.pairs))
    }

    /// What some of its sessions are called together.
    private func name(_ some: [SessionListing]) -> String {
        some.count == 1 ? some[0].name : "\(key)/\(some.count) sessions"
    }
}
