public import ARMessagesClient
internal import Foundation
public import MarkersEndpoint
public import WebSocket

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A WebSocket through `URLSession`, for Apple platforms.
///
/// It is untried: it compiles on Linux, whose libcurl has no WebSockets for it, and no Apple platform was at hand. The rules for frames
/// are the system's; binary messages end the connection with 1003, and longer ones than the limit as the system does that.
public final class URLSessionMessageSocket: MessageSocket {
    public let address: RoomAddress
    public let events: AsyncStream<MessageSocketEvent>
    private let reporter: AsyncStream<MessageSocketEvent>.Continuation
    private let options: TransportOptions
    private let limits: WebSocketLimits
    private let openingSeconds: Double
    private let link = CurrentLink()

    /// Does not connect yet; throws if an option is set that `URLSession` does not have.
    ///
    /// - Parameters:
    ///   - address: The room.
    ///   - options: The name of the client; authorities of a file and a proxy by name are refused.
    ///   - limits: The bytes of a message, and the seconds after which the server is pinged, and is given up.
    ///   - openingSeconds: The time for the whole opening.
    public init(
        _ address: RoomAddress, options: TransportOptions = TransportOptions(),
        limits: WebSocketLimits = WebSocketLimits(), openingSeconds: Double = 10
    ) throws(TransportError) {
        guard options.authorities == nil else { throw Self.unsupported("authorities of a file") }
        if case .server = options.proxy { throw Self.unsupported("a proxy by name") }
        (self.address, self.options, self.limits) = (address, options, limits)
        self.openingSeconds = openingSeconds
        (events, reporter) = AsyncStream.makeStream()
    }

    deinit {
        abandon()
        reporter.finish()
    }

    public func open(headers: [OpeningField]) {
        abandon()
        guard let url = URL(string: "\(address)") else {
            let refusal = OpeningRefusal.badRequestText("\(address)")
            return _ = reporter.yield(.failed(.refused(refusal)))
        }
        var request = URLRequest(url: url, timeoutInterval: openingSeconds)
        for field in headers { request.addValue(field.value, forHTTPHeaderField: field.name) }
        if !options.userAgent.isEmpty {
            request.setValue(options.userAgent, forHTTPHeaderField: "User-Agent")
        }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        if options.proxy == .none || address.origin.isLoopback {
            configuration.connectionProxyDictionary = [:]
        }
        let new = SessionLink(limits, reporter)
        link.replace(with: new)
        new.start(request, configuration)
    }

    @discardableResult
    public func send(_ text: [UInt8]) -> Bool { link.value?.send(text) ?? false }

    public func close(_ code: CloseCode, reason: String) { link.value?.close(code, reason) }

    public func abandon() { link.replace(with: nil) }

    private static func unsupported(_ what: String) -> TransportError {
        TransportError(.unsupported, mayHaveArrived: false, "URLSession does not take \(what)")
    }
}

/// The connection of the moment.
private final class CurrentLink: @unchecked Sendable {
    private let lock = NSLock()
    private var link: SessionLink?

    var value: SessionLink? { lock.withLock { link } }

    func replace(with new: SessionLink?) {
        let old = lock.withLock {
            defer { link = new }
            return link
        }
        old?.abandon()
    }
}
