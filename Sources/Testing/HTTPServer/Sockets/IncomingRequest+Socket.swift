package import WebSocket

extension IncomingRequest {
    /// The fields of the answer that opens a WebSocket. Who may ask is for ``RequestRules`` to know.
    package func socketFields() throws(OpeningRefusal) -> [HeaderField] {
        let opening = try ServerOpening(
            method: method.rawValue, fields: fields.map { OpeningField($0.name, $0.value) },
            hasBody: !body.isEmpty, origins: .any)
        return opening.fields.map { HeaderField($0.name, $0.value) }
    }
}

extension OpeningRefusal {
    /// The fields of the answer that refuses.
    package var headerFields: [HeaderField] { fields.map { HeaderField($0.name, $0.value) } }
}
