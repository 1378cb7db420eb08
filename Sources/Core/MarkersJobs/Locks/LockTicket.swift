public import Foundation
internal import Markers
public import MarkersEndpoint

/// All that is needed to resume the lock of a session that an earlier process took and could not release.
public struct LockTicket: Hashable, Sendable {
    public let session: UUID
    /// The routes by which the lock was taken.
    public let style: LockStyle
    let token: String

    init(_ session: UUID, _ style: LockStyle, token: String) {
        (self.session, self.style, self.token) = (session, style, token)
    }

    /// Reads a ticket as a job keeps it; `nil` if the value is something else.
    init?(stored value: JSONValue) {
        guard let session = value["session"]?.string.flatMap(UUID.init),
            let style = value["style"]?.string.flatMap(LockStyle.init), let token = value["token"]?.string
        else { return nil }
        self.init(session, style, token: token)
    }

    /// Tickets as a job keeps them.
    static func json(_ tickets: [LockTicket]) -> [UInt8] {
        var json = JSONWriter()
        json.array { json in
            for ticket in tickets {
                json.object { json in
                    json.member("session", ticket.session.wireText)
                    json.member("style", ticket.style.rawValue)
                    json.member("token", ticket.token)
                }
            }
        }
        return json.bytes
    }
}
