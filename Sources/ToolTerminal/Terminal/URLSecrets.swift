/// Parts of URLs that may be secrets: what stands before the host, the query and the fragment.
enum URLSecrets {
    /// Ends of a URL that stands in a text.
    private static let ends: Set<Character> = [" ", "\n", "\t", "\"", "<", ">"]

    /// The text with those parts of every URL in it hidden.
    static func hidden(in text: String) -> String {
        guard text.contains("://") else { return text }
        var result = "", rest = text[...]
        while let scheme = rest.firstRange(of: "://") {
            result += rest[..<scheme.upperBound]
            let url = rest[scheme.upperBound...].prefix { !ends.contains($0) }
            result += hidden(inURL: url)
            rest = rest[url.endIndex...]
        }
        return result + rest
    }

    /// The part behind the scheme.
    private static func hidden(inURL url: Substring) -> String {
        let authority = url.prefix { !"/?#\\".contains($0) }
        let host = authority.lastIndex(of: "@").map { "(hidden)" + authority[$0...] } ?? String(authority)
        let path = url[authority.endIndex...]
        guard let mark = path.firstIndex(where: { "?#".contains($0) }),
            path.index(after: mark) < path.endIndex
        else { return host + path }
        return host + path[...mark] + "(hidden)"
    }
}
