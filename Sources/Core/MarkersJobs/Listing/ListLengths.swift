internal import Foundation
internal import Markers
internal import MarkersEndpoint

/// The lengths of the lists of a server's sessions, which show together whether some were cut off silently.
struct ListLengths: Sendable {
    private var longest = 0
    private var suspicious: [(session: UUID, count: Int)] = []

    /// Takes the list of a session.
    mutating func note(_ session: UUID, _ reply: ListReply<Marker>) {
        let count = reply.elements.count + reply.refusals.count
        longest = max(longest, count)
        if reply.looksCutOff { suspicious.append((session, count)) }
    }

    /// The sessions whose list looks cut off: it has a round number of markers, and no list of this server has more, not even that of
    /// all markers, which is asked for where no other tells.
    mutating func cutOff(_ api: MarkersAPI) async -> [UUID] {
        if suspicious.contains(where: { $0.count == longest }), let all = try? await api.markers() {
            longest = max(longest, all.elements.count + all.refusals.count)
        }
        return suspicious.filter { $0.count == longest }.map(\.session)
    }
}
