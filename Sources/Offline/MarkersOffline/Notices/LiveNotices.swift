internal import Markers
public import MarkersEndpoint
public import MessageSockets
internal import WebSocket

/// Notices of change over the WebSocket `GET {base}/events/live`, which sends every write that takes effect.
///
/// A connection that ends is opened again, after pauses that grow up to ``longestPause``. What was missed meanwhile is never made up for:
/// everything is unknown, and the server is asked.
public struct LiveNotices: Sendable {
    /// The path below that of the API.
    package static let path = "/events/live"
    /// The longest pause between two attempts.
    public static let longestPause = Duration.seconds(30)
    /// The first pause; each further one is twice as long.
    static let firstPause = Duration.milliseconds(250)
    /// The time that credentials may take.
    private static let patience = Duration.seconds(30)

    private let server: Origin
    private let credentials: AuthorizedTransport?
    private let clock: any ClientClock
    private let socket: @Sendable (SocketAddress) -> any MessageSocket

    /// The notices of a server.
    ///
    /// - Parameters:
    ///   - server: The server, with the path of its API.
    ///   - credentials: The transport whose credentials the WebSocket is opened with; `nil` for none. It must be of the same server.
    ///   - clock: The clock of pauses.
    ///   - socket: Makes a socket for an address.
    public init(
        of server: Origin, credentials: AuthorizedTransport? = nil, clock: any ClientClock = SystemClock(),
        over socket: @escaping @Sendable (SocketAddress) -> any MessageSocket
    ) {
        self.server = server
        self.credentials = credentials
        (self.clock, self.socket) = (clock, socket)
    }

    #if os(Linux)
    /// The notices of a server, through libcurl.
    ///
    /// - Parameters:
    ///   - server: The server, with the path of its API.
    ///   - credentials: The transport whose credentials the WebSocket is opened with; `nil` for none. It must be of the same server.
    ///   - options: Certificates, proxies and the time to connect.
    public init(
        of server: Origin, credentials: AuthorizedTransport? = nil,
        options: TransportOptions = TransportOptions()
    ) {
        self.init(of: server, credentials: credentials) { CurlMessageSocket($0, options: options) }
    }
    #endif

    /// The events, from when they are first read until nobody reads them any more.
    public func events() -> AsyncStream<NoticeEvent> {
        AsyncStream { continuation in
            let task = Task {
                var failures = 0
                while !Task.isCancelled {
                    let failure = await follow { event in
                        if case .inTouch = event { failures = 0 }
                        continuation.yield(event)
                    }
                    guard !Task.isCancelled else { break }
                    continuation.yield(.lost(failure))
                    let pause = min(Self.firstPause * (1 << min(failures, 10)), Self.longestPause)
                    failures += 1
                    guard (try? await clock.sleep(for: pause)) != nil else { break }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func follow(_ report: (NoticeEvent) -> Void) async -> NoticeFailure {
        let address: SocketAddress
        do throws(OriginError) { address = try SocketAddress(Self.path, below: server) } catch {
            return .address(error)
        }
        var fields: [OpeningField] = []
        if let credentials {
            do throws(TransportError) {
                fields = try await credentials.credentialFields(of: server, within: Self.patience).fields.map
                {
                    OpeningField($0.name, $0.value)
                }
            } catch {
                return .credentials(error)
            }
        }
        let connection = socket(address)
        defer { connection.abandon() }
        connection.open(headers: fields)
        for await event in connection.events {
            switch event {
            case .opened: report(.inTouch)
            case .received(let text):
                guard let event = try? ServerEvent(try JSONValue(text)) else { return .unreadable }
                if let notice = ChangeNotice(event) { report(.notice(notice)) }
            case .closed(let code, _, _): return .closed(code.rawValue)
            case .failed(let error): return .socket(error)
            }
        }
        return .socket(.cut)
    }
}

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
