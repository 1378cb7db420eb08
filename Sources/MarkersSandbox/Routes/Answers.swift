internal import HTTPServer
internal import Markers

/// Answers with documents, in the way of the server's variants.
extension Sandbox {
    /// The answer with one document.
    func answer(_ status: Int, _ document: Document) -> OutgoingResponse {
        OutgoingResponse(status, json: shown(document))
    }

    /// The answer with a stored document.
    func answer(_ kind: Kind, _ id: String) throws(Problem) -> OutgoingResponse {
        guard let text = try store.text(kind, id) else { throw .missing(kind, id) }
        return OutgoingResponse(200, json: shown(text))
    }

    /// The answer with a list of stored documents.
    func answer(_ kind: Kind, _ texts: [[UInt8]], _ call: Call, _ path: String, status: Int = 200)
        -> OutgoingResponse
    {
        let size = 100
        let isPaged = has(.pagedLists) || has(.linkedLists)
        let start = min(isPaged ? call.query["offset"].flatMap { Int($0) } ?? 0 : 0, texts.count)
        let end = isPaged || has(.cutLists) ? min(start + size, texts.count) : texts.count
        let list = joined(texts[start..<end])
        let next = isPaged && end < texts.count ? Sandbox.path(path, call.query, offset: end) : nil
        var json = JSONWriter()
        if has(.wrappedLists) {
            return OutgoingResponse(
                status, json: Array("{\"\(kind.rawValue)s\":".utf8) + list + [UInt8(ascii: "}")])
        } else if has(.pagedLists) {
            next.map { json.value($0) } ?? json.null()
            let wrapped = Array("{\"data\":".utf8) + list + Array(",\"total\":\(texts.count),\"next\":".utf8)
            return OutgoingResponse(status, json: wrapped + json.bytes + [UInt8(ascii: "}")])
        }
        let link = next.flatMap { has(.linkedLists) ? HeaderField("Link", "<\($0)>; rel=\"next\"") : nil }
        return OutgoingResponse(status, fields: link.map { [$0] } ?? [], json: list)
    }

    /// Documents as an array.
    func joined(_ texts: some Collection<[UInt8]>) -> [UInt8] {
        var list: [UInt8] = [UInt8(ascii: "[")]
        list.reserveCapacity(texts.reduce(2) { $0 + $1.count + 1 })
        for (index, text) in texts.enumerated() {
            if index > 0 { list.append(UInt8(ascii: ",")) }
            list.append(contentsOf: shown(text))
        }
        list.append(UInt8(ascii: "]"))
        return list
    }

    private static func path(_ path: String, _ query: [String: String], offset: Int) -> String {
        let kept = query.filter { $0.key != "offset" }.sorted { $0.key < $1.key }.map {
            "\($0.key)=\(RequestTarget.encoded($0.value))&"
        }
        return "\(path)?\(kept.joined())offset=\(offset)"
    }

    func shown(_ text: [UInt8]) -> [UInt8] {
        guard has(.sparse) || has(.formerDetails) else { return text }
        return shown(Document(text: text))
    }

    func shown(_ document: Document) -> [UInt8] {
        var document = document
        if has(.formerDetails) { useFormerNames(in: &document) }
        if has(.sparse) {
            document.removeAll { member in
                member.json == Document.null || ["created_at", "updated_at", "meta"].contains(member.name)
            }
        }
        return document.text
    }

    /// Writes details, alone or in a marker, under their older names.
    private func useFormerNames(in document: inout Document) {
        if let details = document["details"], !details.isNull {
            var inner = Document(details)
            useFormerNames(in: &inner)
            document.set("details", inner.text)
        }
        for (new, old) in [
            ("x_negative", "left_distance"), ("x_positive", "right_distance"),
            ("z_negative", "near_distance"),
            ("z_positive", "far_distance"),
        ] { document.rename(new, to: old) }
    }
}
