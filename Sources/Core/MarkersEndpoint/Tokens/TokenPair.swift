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
