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

    /// The answer to a request that is not done.
    func answer(_ problem: Problem, to request: IncomingRequest) -> OutgoingResponse {
        var problem = problem
        if has(.echoTokens) { problem.echo = TokenEcho(request) }
        guard has(.textErrors) else { return problem.response }
        return OutgoingResponse(
            problem.status,
            fields: [HeaderField("Content-Type", "text/plain; charset=utf-8")] + problem.fields,
            body: Array((problem.echo?.words(after: problem.message) ?? problem.message).utf8))
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
