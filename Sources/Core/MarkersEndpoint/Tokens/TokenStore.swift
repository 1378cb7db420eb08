internal import Synchronization

/// A place that keeps a pair of tokens: memory, a private file, or where a platform keeps its secrets.
///
/// Calls come from one task at a time, and must return quickly.
public protocol TokenStore: Sendable {
    /// The pair that is kept now, perhaps by another program; `nil` if there is none.
    func pair() throws(SecretError) -> TokenPair?

    /// Keeps a pair in the place of the one before it.
    func keep(_ pair: TokenPair) throws(SecretError)
}

/// A pair of tokens that is kept for as long as the program runs.
public final class MemoryTokenStore: TokenStore {
    private let kept: Mutex<TokenPair?>

    /// A store with a pair, or without one, as before signing in.
    public init(_ pair: TokenPair? = nil) { kept = Mutex(pair) }

    public func pair() -> TokenPair? { kept.withLock { $0 } }

    public func keep(_ pair: TokenPair) { kept.withLock { $0 = pair } }
}

/// A bearer token, and the one that gets the next.
public struct TokenPair: Sendable {
    /// The token of requests; `nil` if the first one has to be got by the other.
    public let access: BearerToken?
    /// The token that is only ever sent to the route that renews.
    public let refresh: Secret

    /// A pair as a server has given it.
    ///
    /// - Parameters:
    ///   - access: The token of requests; `nil` if the first one has to be got.
    ///   - refresh: The token that gets the next.
    public init(access: BearerToken?, refresh: Secret) {
        (self.access, self.refresh) = (access, refresh)
    }

    /// Whether both tokens are those of another pair.
    func isSame(as other: TokenPair?) -> Bool {
        refresh.text == other?.refresh.text && access?.secret.text == other?.access?.secret.text
    }
}
