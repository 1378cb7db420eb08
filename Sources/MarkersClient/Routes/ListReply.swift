public import Markers

/// A complete list of a server.
public struct ListReply<Element: Sendable>: Sendable {
    public let elements: [Element]
    /// The form in which it arrived.
    public let form: ListForm
    /// The reasons why values of the list are not elements.
    public let refused: [JSONError]
    /// In how many answers it arrived.
    public let pages: Int
    /// Whether its only answer had a round number of elements, as if cut off silently.
    public let looksCutOff: Bool
}

extension MarkersAPI {
    /// Reads a list of which every element must be readable.
    func list<Element>(
        _ route: String, _ query: [(String, String?)] = [],
        each read: (JSONValue) throws(JSONError) -> [Element]
    ) async throws(APIError) -> ListReply<Element> {
        try await list(route, query) { body throws(JSONError) in (try read(try JSONValue(body)), []) }
    }

    /// Reads a list with all of its pages; a part of a list is refused.
    func list<Element>(
        _ route: String, _ query: [(String, String?)] = [],
        as read: ([UInt8]) throws(JSONError) -> (elements: [Element], refused: [JSONError])
    ) async throws(APIError) -> ListReply<Element> {
        var first = request(.get, route, query)
        (first.expectsList, first.largestList) = (true, listLimits.bytes)
        var request = first, elements: [Element] = [], refused: [JSONError] = [], bytes = 0
        var paths: Set = [first.path], contents: Set<String> = [], form = ListForm.bare
        while true {
            let (part, page) = try await answer(to: request) { response throws(JSONError) in
                let wrapper = ListPage.isObject(response.body) ? try JSONValue(response.body) : nil
                return (try read(response.body), ListPage(response, wrapper, isFirst: paths.count == 1))
            }
            form = max(form, page.form)
            elements += part.elements
            refused += part.refused
            bytes += page.size
            let count = elements.count + refused.count
            if let content = page.content, !contents.insert(content).inserted {
                throw .repeatedPage(path: first.path, found: count)
            }
            guard let next = page.next else {
                if let total = page.total, total != count {
                    throw .partialList(path: first.path, found: count, total: total)
                }
                let looksCutOff = paths.count == 1 && MarkersAPI.suspiciousCounts.contains(count)
                return ListReply(
                    elements: elements, form: form, refused: refused, pages: paths.count,
                    looksCutOff: looksCutOff)
            }
            guard let followed = ListPage.path(next, of: first.path) else {
                throw .partialList(path: first.path, found: elements.count, total: page.total)
            }
            guard paths.insert(followed).inserted else { throw .repeatedPage(path: first.path, found: count) }
            guard paths.count <= listLimits.pages, count < listLimits.elements, bytes < listLimits.bytes
            else {
                throw .endlessList(path: first.path, found: count)
            }
            request.path = followed
            request.largestList = listLimits.bytes - bytes
        }
    }
}

/// The form of a list; the one that demands most of a client is last.
public enum ListForm: String, Hashable, Sendable, CaseIterable, Comparable {
    /// An array.
    case bare
    /// An object with the array, without a next page.
    case wrapped
    /// Pages linked by members of the object.
    case paged
    /// Pages linked by the header `Link`.
    case linked

    /// Whether the right one demands more of a client.
    public static func < (left: ListForm, right: ListForm) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}

/// The details that an answer gives about the rest of its list.
struct ListPage {
    let form: ListForm
    /// The address of the next page as it is written.
    let next: String?
    /// The number of elements that all pages have together.
    let total: Int?
    /// The bytes of the answer.
    let size: Int
    /// The digest of the elements as they were written; `nil` of the only page.
    let content: String?

    init(_ response: HTTPResponse, _ wrapper: JSONValue?, isFirst: Bool) {
        let headers = response.headers
        total = (wrapper?["total"] ?? wrapper?["total_count"])?.integer.flatMap { Int(exactly: $0) }
        let link = headers["Link"].flatMap(ListPage.next(inLink:))
        let member = wrapper?["next"]
        // A cursor that is not an address cannot be followed, but must not be overlooked.
        next =
            link ?? member.flatMap { $0.isNull ? nil : $0.string ?? String(decoding: $0.text, as: UTF8.self) }
        form = link != nil ? .linked : wrapper == nil ? .bare : next == nil ? .wrapped : .paged
        size = response.body.count
        let lists = wrapper?.members.map(\.value).filter { $0.kind == .array } ?? []
        let elements = lists.map(\.text).max { $0.count < $1.count } ?? response.body[...]
        content = isFirst && next == nil ? nil : SHA256.hex(of: elements)
    }

    static func isObject(_ body: [UInt8]) -> Bool {
        body.first { ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) } == UInt8(ascii: "{")
    }

    /// The target of the link whose relation is `next` (RFC 8288).
    private static func next(inLink header: String) -> String? {
        for link in header.split(separator: ",") {
            let parts = link.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            let isNext = parts.dropFirst().contains { $0 == "rel=next" || $0 == "rel=\"next\"" }
            guard isNext, let target = parts.first, target.hasPrefix("<"), target.hasSuffix(">") else {
                continue
            }
            return String(target.dropFirst().dropLast())
        }
        return nil
    }

    /// The path of a next page: that of the first page with another query. Other addresses are not followed, so that an
    /// answer cannot direct requests away from the list or the server.
    static func path(_ next: String, of first: String) -> String? {
        let own = first.prefix { $0 != "?" }
        guard let mark = next.firstIndex(of: "?") else { return nil }
        let target = next[..<mark], query = next[mark...]
        guard target.isEmpty || target.hasSuffix(own), !query.contains("#"),
            query.unicodeScalars.allSatisfy({ ("!"..."~").contains($0) })
        else { return nil }
        return String(own) + query
    }
}
