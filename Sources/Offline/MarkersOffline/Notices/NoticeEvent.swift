internal import Markers
public import MarkersEndpoint
public import MessageSockets

/// An event of a source of notices.
public enum NoticeEvent: Sendable {
    /// From now on nothing is missed; what was before is not known.
    case inTouch
    case notice(ChangeNotice)
    /// Notices may be missed from now on; the source tries to get in touch again.
    case lost(NoticeFailure)
}

/// The reason why a source of notices has lost touch.
public enum NoticeFailure: Error, Hashable, Sendable {
    case socket(MessageSocketError)
    /// The server has closed the WebSocket, with this code.
    case closed(UInt16)
    /// The server could not be asked.
    case server(APIError)
    /// There are no credentials for the server.
    case credentials(TransportError)
    /// Its events are not those of before: the server is another, or was set back.
    case anotherLog
    /// The server has sent what is no event, so that anything may have changed.
    case unreadable
    /// The server has no address that a WebSocket can be opened at.
    case address(OriginError)

    /// The failure as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .socket(let error): error.code
        case .closed: "CLOSED"
        case .server(let error): error.code
        case .credentials(let error): error.code.rawValue
        case .anotherLog: "ANOTHER_LOG"
        case .unreadable: "UNREADABLE"
        case .address(let error): error.code
        }
    }
}
