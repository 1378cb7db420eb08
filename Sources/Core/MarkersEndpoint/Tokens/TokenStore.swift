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
