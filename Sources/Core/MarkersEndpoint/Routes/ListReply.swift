public import Foundation
public import Markers

/// A complete list of a server.
public struct ListReply<Element: Sendable>: Sendable {
    public let elements: [Element]
    /// The form in which it arrived.
    public let form: ListForm
    /// The values of the list that are not elements.
    public let refusals: [RefusedElement]
    /// In how many answers it arrived.
    public let pages: Int
    /// Whether its only answer had a round number of elements, as if cut off silently.
    public let looksCutOff: Bool
    /// The server's name for its state; `nil` if it gave none, or the list has several pages.
    public let validator: Validator?
    /// The time of its first answer by the server's clock, in whole seconds; `nil` if it gave none.
    public let date: Date?

    /// The reasons why values of the list are not elements.
    public var refused: [JSONError] { refusals.map(\.error) }

    /// The same as elements of a kind.
    package func unreadable(_ kind: UnreadableElement.Kind) -> [UnreadableElement] {
        refusals.map { UnreadableElement(kind, $0) }
    }
}

extension MarkersAPI {
    /// Reads a list; values that are not elements are passed over, and are in the reply.
    func list<Element>(
        _ route: String, _ query: [(String, String?)] = [],
        each read: (JSONValue) throws(JSONError) -> WireList<Element>
    ) async throws(APIError) -> ListReply<Element> {
        let request = request(.get, route, query)
        let reply = try await list(request, each: read)
        guard let reply else { throw .unaskedUnchanged(request) }
        return reply
    }

    /// Reads a list that has changed since a validator was given; `nil` if it has not.
    func list<Element>(
        _ request: HTTPRequest, unless validator: Validator? = nil,
        each read: (JSONValue) throws(JSONError) -> WireList<Element>
    ) async throws(APIError) -> ListReply<Element>? {
        try await list(request, unless: validator) { body throws(JSONError) in
            let list = try read(try JSONValue(body))
            return (list.elements, list.refused)
        }
    }

    /// Reads a list with all of its pages; a part of a list is refused. `nil` if the server says that it has not changed since a
    /// validator was given.
    func list<Element>(
        _ request: HTTPRequest, unless validator: Validator? = nil,
        as read: ([UInt8]) throws(JSONError) -> (elements: [Element], refused: [RefusedElement])
    ) async throws(APIError) -> ListReply<Element>? {
        var first = request
        (first.expectsList, first.largestList) = (true, listLimits.bytes)
        if let condition = validator?.condition { first.headers[condition.name] = condition.value }
        var head: HTTPHeaders?
        var request = first, elements: [Element] = [], refused: [RefusedElement] = [], bytes = 0
        var paths: Set = [first.path], contents: Set<String> = [], form = ListForm.bare
        while true {
            let answer = try await answer(to: request) {
                response throws(JSONError) -> (
                    part: (elements: [Element], refused: [RefusedElement]), page: ListPage
                )? in
                guard response.status != 304 else { return nil }
                head = head ?? response.headers
                let wrapper = ListPage.isObject(response.body) ? try JSONValue(response.body) : nil
                return (try read(response.body), ListPage(response, wrapper, isFirst: paths.count == 1))
            }
            guard let (part, page) = answer else { return nil }
            form = max(form, page.form)
            elements += part.elements
            refused += part.refused
            bytes += page.size
            let count = elements.count + refused.count
            if let content = page.content, !contents.insert(content).inserted {
                throw .repeatedPage(first.line, found: count)
            }
            guard let next = page.next else {
                if let total = page.total, total != count {
                    throw .partialList(first.line, found: count, total: total)
                }
                let looksCutOff = paths.count == 1 && MarkersAPI.suspiciousCounts.contains(count)
                return ListReply(
                    elements: elements, form: form, refusals: refused, pages: paths.count,
                    looksCutOff: looksCutOff,
                    validator: paths.count == 1 ? head.flatMap(Validator.init) : nil, date: head?.date)
            }
            guard let followed = ListPage.path(next, of: first.path) else {
                throw .partialList(first.line, found: elements.count, total: page.total)
            }
            guard paths.insert(followed).inserted else { throw .repeatedPage(first.line, found: count) }
            guard paths.count <= listLimits.pages, count < listLimits.elements, bytes < listLimits.bytes
            else {
                throw .endlessList(first.line, found: count)
            }
            request.path = followed
            if let name = validator?.condition.name { request.headers[name] = nil }
            request.largestList = listLimits.bytes - bytes
        }
    }
}

/// The form of a list; the one that demands most of a client is last.
public enum ListForm: String, Hashable, Sendable, CaseIterable, Comparable {
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
    let size: Int
    /// The digest of the elements as they were written; `nil` of the only page.
    let content: String?

    init(_ response: HTTPResponse, _ wrapper: JSONValue?, isFirst: Bool) {
        let headers = response.headers
        total = (wrapper?["total"] ?? wrapper?["total_count"])?.integer.flatMap { Int(exactly: $0) }
        let link = headers.values("Link").lazy.compactMap(ListPage.next(inLink:)).first
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

    /// The target of the link whose relation is `next` (RFC 8288). Where a field speaks of a next page in a way that is not
    /// understood, it is the field itself, which cannot be followed but must not be overlooked.
    private static func next(inLink header: String) -> String? {
        var rest = header[...], isUnderstood = false
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            isUnderstood = true
            // Targets may have commas and semicolons of their own.
            let target = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            for parameter in rest.prefix(while: { $0 != "<" }).lowercased().split(whereSeparator: {
                ";,".contains($0)
            }) {
                let words = parameter.split { " \t=\"".contains($0) }
                if words.first == "rel", words.contains("next") { return String(target) }
            }
        }
        return !isUnderstood && header.lowercased().contains("next") ? header : nil
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

/// A value of a server's list that is not understood and was passed over.
public struct UnreadableElement: Hashable, Sendable {
    /// The kind of what it should be.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case space, session, anchor, marker
        case referenceSet = "reference set"
        case referenceMarker = "reference marker"
    }

    public let kind: Kind
    public let element: RefusedElement

    package init(_ kind: Kind, _ element: RefusedElement) { (self.kind, self.element) = (kind, element) }

    /// Its key, name or label, or else its id; `nil` if it has none of them.
    package var name: String? { element.name ?? element.id }
}

extension ReferenceSet {
    package var unreadable: [UnreadableElement] { refused.map { UnreadableElement(.referenceMarker, $0) } }
}

/// A server's name for the state of what it showed, by which it can be asked whether that still holds (RFC 9110, 8.8).
public enum Validator: Hashable, Sendable {
    /// An entity tag with its quotes, weak or strong.
    case tag(String)
    /// The time of the last change, as the server wrote it.
    case date(String)

    /// Longer ones are ignored.
    package static let longest = 1024

    /// The validator of an answer; the tag if it has both, `nil` if it has none that can be used.
    package init?(_ headers: HTTPHeaders) {
        if let tag = headers["ETag"], Validator.isTag(tag) {
            self = .tag(tag)
        } else if let date = headers["Last-Modified"], Validator.isPlain(date), !date.isEmpty {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// The field that makes a read depend on it.
    package var condition: (name: String, value: String) {
        switch self {
        case .tag(let tag): ("If-None-Match", tag)
        case .date(let date): ("If-Modified-Since", date)
        }
    }

    /// Whether two name the same state; a weak tag counts as its strong one.
    public func matches(_ other: Validator) -> Bool {
        switch (self, other) {
        case (.tag(let one), .tag(let two)): one.dropWeakness == two.dropWeakness
        case (.date(let one), .date(let two)): one == two
        default: false
        }
    }

    private static func isTag(_ text: String) -> Bool {
        let opaque = text.dropWeakness
        return isPlain(text) && opaque.utf8.count >= 2 && opaque.hasPrefix("\"") && opaque.hasSuffix("\"")
            && !opaque.dropFirst().dropLast().contains("\"")
    }

    /// Whether a value is short and of visible characters and spaces, so that it cannot break out of its field.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.count <= longest && text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
    }
}

extension String {
    fileprivate var dropWeakness: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}
