internal import Foundation
internal import Markers
internal import MarkersEndpoint
internal import MarkersJobs

/// A list as it was read from the server.
struct ReadList: Sendable {
    let validator: Validator?
    /// The largest time of a change among its elements, as the server wrote it.
    let latest: WireDate?
    /// The server's clock when it answered, to the second.
    let answered: Date?
    let elements: [[UInt8]]
    let ids: Set<WireID>

    /// Reads a category; that of a session that is gone is empty, whether a server says so or that it has no such list.
    static func read(_ category: CacheCategory, from api: MarkersAPI) async throws(APIError) -> ReadList {
        do throws(APIError) { return try await answer(category, from: api) } catch {
            guard error.isMissing, case .markers(let session) = category, await isGone(session, api) else {
                throw error
            }
            return ReadList()
        }
    }

    /// Whether a server that still knows its spaces has no such session: one that knows nothing is another, or wrongly set up.
    private static func isGone(_ session: UUID, _ api: MarkersAPI) async -> Bool {
        do throws(APIError) {
            _ = try await api.spaces()
        } catch {
            return false
        }
        do throws(APIError) {
            _ = try await api.workSession(session)
            return false
        } catch {
            return error.isMissing
        }
    }

    private init() { (validator, latest, answered, elements, ids) = (nil, nil, nil, [], []) }

    private static func answer(
        _ category: CacheCategory, from api: MarkersAPI
    ) async throws(APIError) -> ReadList {
        switch category {
        case .spaces: ReadList(try await api.spaces(), \.value.text, \.updatedAt)
        case .sessions(let space):
            ReadList(try await api.workSessions(in: space), \.value.text, \.updatedAt)
        case .markers(let session):
            ReadList(try await api.markers(of: session), { $0.text[...] }, \.updatedAt)
        }
    }

    /// Reads a category if it has changed since the server gave a validator; `nil` if it has not.
    static func changed(
        _ category: CacheCategory, since validator: Validator, from api: MarkersAPI
    ) async throws(APIError) -> ReadList? {
        switch category {
        case .spaces:
            try await api.spaces(unless: validator).map { ReadList($0, \.value.text, \.updatedAt) }
        case .sessions(let space):
            try await api.workSessions(in: space, unless: validator).map {
                ReadList($0, \.value.text, \.updatedAt)
            }
        case .markers(let session):
            try await api.markers(of: session, unless: validator).map {
                ReadList($0, { $0.text[...] }, \.updatedAt)
            }
        }
    }

    private init<Element>(
        _ reply: ListReply<Element>, _ text: (Element) -> ArraySlice<UInt8>, _ updated: (Element) -> String?
    ) {
        // What is not understood is not kept, so that only reading all of it again shows it.
        validator = reply.refusals.isEmpty && !reply.looksCutOff ? reply.validator : nil
        latest = reply.elements.compactMap { updated($0).flatMap { WireDate($0) } }.max()
        answered = reply.date
        elements = reply.elements.map { Array(text($0)) }
        ids = KeptList.ids(elements.compactMap { try? JSONValue($0) })
    }

    /// The list as it is kept; `now` is the clock of this device.
    func kept(as category: CacheCategory, at now: Date) -> KeptList {
        let clock = answered.flatMap { WireDate($0.addingTimeInterval(-1)) }
        return KeptList(
            category: category, validator: validator, time: (latest ?? clock)?.text,
            isSettled: KeptList.isSettled(latest, answered), keptAt: now, body: KeptList.body(elements))
    }
}
