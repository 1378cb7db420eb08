#if os(Linux)
public import MarkersEndpoint
internal import Synchronization
public import WebSocket

/// A WebSocket through libcurl, which carries the bytes and speaks TLS; frames are those of `WebSocketConnection`.
///
/// Certificates, the time to connect and proxies are held to the rules of `CurlTransport`, so no proxy leads to this machine.
public final class CurlMessageSocket: MessageSocket {
    /// The address of the server and its path.
    public let address: SocketAddress
    public let events: AsyncStream<MessageSocketEvent>
    private let options: TransportOptions
    private let limits: WebSocketLimits
    private let openingSeconds: Double
    private let queue = SocketEventQueue()
    private let link = Mutex<CurlSocketLink?>(nil)

    /// Does not connect yet.
    ///
    /// - Parameters:
    ///   - address: The server and its path.
    ///   - options: Certificates, proxies and the time to connect.
    ///   - limits: What the server may send, and how long it may be silent.
    ///   - openingSeconds: The time for the whole opening, from ``open(headers:)`` to the server's consent.
    public init(
        _ address: SocketAddress, options: TransportOptions = TransportOptions(),
        limits: WebSocketLimits = WebSocketLimits(), openingSeconds: Double = 10
    ) {
        (self.address, self.options, self.limits) = (address, options, limits)
        self.openingSeconds = openingSeconds
        events = queue.stream
    }

    deinit {
        abandon()
        queue.end()
    }

    public func open(headers: [OpeningField]) {
        abandon()
        var fields = headers
        if !options.userAgent.isEmpty { fields.append(OpeningField("User-Agent", options.userAgent)) }
        let opening: ClientOpening
        do throws(OpeningRefusal) {
            opening = try ClientOpening(host: address.host, target: address.target, fields: fields)
        } catch { return queue.put(.failed(.refused(error))) }
        let stream: CurlStream
        do throws(TransportError) { stream = try CurlStream(address.origin, options) } catch {
            return queue.put(.failed(.transport(error)))
        }
        let link = CurlSocketLink(stream, opening, limits, openingSeconds: openingSeconds, queue)
        self.link.withLock { $0 = link }
        link.start()
    }

    @discardableResult
    public func send(_ text: [UInt8]) -> Bool { link.withLock { $0 }?.send(text) ?? false }

    public func close(_ code: CloseCode, reason: String) { link.withLock { $0 }?.close(code, reason) }

    public func abandon() {
        let old = link.withLock { link in
            defer { link = nil }
            return link
        }
        guard let old else { return }
        old.abandon()
        queue.removeAll()
    }
}
#endif
