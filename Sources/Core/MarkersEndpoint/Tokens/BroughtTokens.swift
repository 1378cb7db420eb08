/// The tokens that an answer brings in its header fields.
struct BroughtTokens {
    /// The field of a new bearer token, as in requests.
    static let accessField = "Authorization"
    /// The field of a new refresh token.
    static let refreshField = "X-Refresh-Token"

    let access: Secret?
    let refresh: Secret?

    /// The tokens in these fields; anything else in them counts as none.
    init(_ headers: HTTPHeaders) {
        let words = headers[Self.accessField]?.split(separator: " ") ?? []
        let isBearer = words.count == 2 && words[0].lowercased() == "bearer"
        access = isBearer ? try? Secret(String(words[1])) : nil
        refresh = headers[Self.refreshField].flatMap { try? Secret($0) }
    }

    var isEmpty: Bool { access == nil && refresh == nil }

    /// Both, for those who hide them.
    var secrets: [Secret] { [access, refresh].compactMap(\.self) }
}

extension HTTPHeaders {
    /// The fields without those that bring tokens.
    var withoutTokens: HTTPHeaders {
        var headers = self
        headers[BroughtTokens.accessField] = nil
        headers[BroughtTokens.refreshField] = nil
        return headers
    }
}
