internal import HTTPServer
internal import Markers

/// Answers with lists, in the way of the server's variants.
extension Sandbox {
    /// The most elements of a page, or of a list that is cut.
    private static let pageSize = 100

    /// Whether lists come in pages.
    var hasPages: Bool {
        !options.variants.isDisjoint(with: [.pagedLists, .linkedLists, .endlessLists, .loopingLists])
    }

    /// The answer with a list of stored documents.
    func answer(_ kind: Kind, _ texts: [[UInt8]], _ call: Call, _ path: String) -> OutgoingResponse {
        var texts = texts
        if showing == .someOnly, !texts.isEmpty {
            hasShownOtherwise = true
            texts = texts.indices.filter { !$0.isMultiple(of: 2) }.map { texts[$0] }
        }
        if has(.oddElements), let odd = OddElement.text(kind, call) { texts.insert(odd, at: 0) }
        guard hasPages else {
            let list = joined(has(.cutLists) ? texts.prefix(Sandbox.pageSize) : texts[...])
            return OutgoingResponse(200, json: wrapped(list, kind))
        }
        let start = call.query["offset"].flatMap { Int($0) } ?? 0
        let (page, offset) = page(of: texts, from: start)
        let next = offset.map { Sandbox.path(path, call.query, offset: $0) }
        guard has(.pagedLists) else {
            let link = next.map { HeaderField("Link", "<\($0)>; rel=\"next\"") }
            return OutgoingResponse(200, fields: link.map { [$0] } ?? [], json: wrapped(joined(page), kind))
        }
        var json = JSONWriter()
        json.object { json in
            json.key("data")
            json.value(verbatim: joined(page))
            json.member("total", texts.count)
            json.key("next")
            next.map { json.value($0) } ?? json.null()
        }
        return OutgoingResponse(200, json: json.bytes)
    }

    /// The elements of a page, and where the next one begins; nil after the last.
    private func page(of texts: [[UInt8]], from start: Int) -> (texts: [[UInt8]], next: Int?) {
        let start = has(.endlessLists) ? start : min(start, texts.count)
        let end = start + Sandbox.pageSize
        guard has(.endlessLists) else {
            let page = Array(texts[start..<min(end, texts.count)])
            return (page, end < texts.count ? end : has(.loopingLists) ? 0 : nil)
        }
        let page = (start..<end).compactMap { place -> [UInt8]? in
            guard place >= texts.count else { return texts[place] }
            guard let model = texts.last else { return nil }
            var made = Document(text: model)
            made.set("id", numbers.identifier(UInt64(place), of: 4))
            return made.text
        }
        return (page, end)
    }

    /// A list as a server of this variant writes it.
    private func wrapped(_ list: [UInt8], _ kind: Kind) -> [UInt8] {
        guard has(.wrappedLists) || has(.itemLists) else { return list }
        var json = JSONWriter()
        json.object { json in
            json.key(has(.itemLists) ? "items" : "\(kind.rawValue)s")
            json.value(verbatim: list)
        }
        return json.bytes
    }

    private static func path(_ path: String, _ query: [String: String], offset: Int) -> String {
        let kept = query.filter { $0.key != "offset" }.sorted { $0.key < $1.key }.map {
            "\($0.key)=\(RequestTarget.encoded($0.value))&"
        }
        return "\(path)?\(kept.joined())offset=\(offset)"
    }
}
