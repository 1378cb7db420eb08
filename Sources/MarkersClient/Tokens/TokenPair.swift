/// A bearer token, and the one that gets the next.
public struct TokenPair: Sendable {
    public let access: BearerToken
    /// The token that is only ever sent to the route that renews.
    public let refresh: Secret

    public init(access: BearerToken, refresh: Secret) { (self.access, self.refresh) = (access, refresh) }
}
