internal import Foundation
internal import Markers
internal import MarkersEndpoint

/// The lengths of the lists of a server's sessions, which show together whether some were cut off silently.
struct ListLengths: Sendable {
    private var longest = 0
    private var suspicious: [(session: UUID, count: Int, markers: Int)] = []

    /// Takes the list of a session.
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
