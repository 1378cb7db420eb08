internal import StrictJSON
internal import Synchronization

/// A transport that records every exchange of the one below it, without the secrets in them.
///
/// Each exchange is one line of JSON, in the order in which they ended. Of header fields only those are kept that answers depend on.
/// Credentials in other fields, and tokens that an answer brings, are hidden wherever they occur, now and later.
public struct RecordingTransport: BoundTransport {
    private let base: any BoundTransport
    private let secrets: Mutexed
    private let write: @Sendable ([UInt8]) -> Void

    /// The secrets so far, for one task at a time.
    private final class Mutexed: Sendable {
        private let known: Mutex<SecretSet>

        init(_ secrets: SecretSet) { known = Mutex(secrets) }

        /// The exchange without secrets, those that it teaches among them.
        func recorded(
            _ request: HTTPRequest, _ result: Result<HTTPResponse, TransportError>
        ) -> [UInt8] {
            let secrets = known.withLock { secrets in
                secrets.learn(request, result)
                return secrets
            }
            return RecordedExchange(request, result, hiding: secrets).documentLine
        }
    }

    /// - Parameters:
    ///   - base: The transport below.
    ///   - secrets: Further secrets to hide.
    ///   - write: Called with each line and its end; must return quickly.
    public init(
        _ base: any BoundTransport, hiding secrets: [Secret] = [],
        to write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        (self.base, self.write) = (base, write)
        self.secrets = Mutexed(SecretSet(secrets))
    }

    /// The server that the transport below talks to.
    public var origin: Origin { base.origin }

    /// Sends a request by the transport below, and records what came of it.
    public func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
        let result: Result<HTTPResponse, TransportError>
        do throws(TransportError) {
            result = .success(try await base.send(request, timeout: timeout))
        } catch {
            result = .failure(error)
        }
        write(secrets.recorded(request, result))
        return try result.get()
    }
}
