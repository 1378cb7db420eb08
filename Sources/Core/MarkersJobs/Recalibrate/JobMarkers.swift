internal import Foundation
internal import Markers
internal import MarkersEndpoint

/// The markers of a job as the server has them now.
///
/// A marker counts as gone only if the server says so when it is asked for that one: a list may lack markers because it is
/// old, cut, or the answer to another request.
struct JobMarkers: Sendable {
    private(set) var markers: [UUID: Marker] = [:]
    /// The ids that the lists show.
    private(set) var listed: Set<UUID> = []
    /// The number of markers that the lists lack although they exist.
    private(set) var unlisted = 0

    /// The number of times that a list is requested again if it shows older versions than the job has seen.
    private static let staleLists = 2

    /// Lists the sessions of a job, then asks for each marker of `ids` that is in no list.
    ///
    /// - Parameters:
    ///   - job: The head of the job.
    ///   - ids: The markers to look for.
    ///   - known: The least version that a marker has.
    ///   - api: The server.
    ///   - isStopped: Whether to stop, which is asked before each request.
    ///   - onList: Called with each list.
    init(
        of job: JobHead, _ ids: some Sequence<UUID>, known: [UUID: Int64] = [:], _ api: MarkersAPI,
        isStopped: @Sendable () async -> Bool = { false },
        onList: @Sendable (UUID, ListReply<Marker>) async -> Void = { _, _ in }
    ) async throws(APIError) {
        for session in job.sessions {
            guard await !isStopped() else { return }
            let reply = try await JobMarkers.list(session, known, api)
            await onList(session, reply)
            for marker in reply.elements { markers[marker.id] = marker }
        }
        listed = Set(markers.keys)
        for id in ids where markers[id] == nil {
            guard await !isStopped() else { return }
            do throws(APIError) {
                markers[id] = try await api.marker(id)
                unlisted += 1
            } catch {
                guard error.isMissing else { throw error }
            }
        }
    }

    /// The markers of a session; with a list from some cache every write would be refused and read back.
    private static func list(
        _ session: UUID, _ known: [UUID: Int64], _ api: MarkersAPI
    ) async throws(APIError) -> ListReply<Marker> {
        var reply = try await api.markers(of: session)
        for _ in 0..<staleLists {
            let isStale = reply.elements.contains { marker in
                known[marker.id].map { (marker.version ?? $0) < $0 } ?? false
            }
            guard isStale else { break }
            reply = try await api.markers(of: session)
        }
        return reply
    }
}
