import MarkersClient
import Synchronization

/// A transport on which no answer ever comes, and the times that callers would have waited.
final class SilentTransport: BoundTransport {
    let origin: Origin
    private let waits = Mutex<[Duration]>([])

    init(_ origin: Origin) { self.origin = origin }

    var timeouts: [Duration] { waits.withLock { $0 } }

    func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
        waits.withLock { $0.append(timeout) }
        throw TransportError(.timeout, mayHaveArrived: true, "nothing came")
    }
}
