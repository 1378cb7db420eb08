package import WebSocket

/// A request as it arrived on a connection.
package struct IncomingRequest: Hashable, Sendable {
    package var method: RequestMethod
    package var target: RequestTarget
    /// The fields in the order they came; only those that frame the request have been checked.
    package var fields: [HeaderField]
    package var body: [UInt8]
    package var peer = PeerAddress.loopback

    package init(
        _ method: RequestMethod, _ target: RequestTarget, fields: [HeaderField] = [], body: [UInt8] = []
    ) {
        (self.method, self.target, self.fields, self.body) = (method, target, fields, body)
    }

    /// The first value of a field, by its name in lower case.
    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    package var endsConnection: Bool {
        fields.contains { field in
            field.name == "connection"
                && field.value.split(separator: ",").contains { $0.trimmed.lowered == "close" }
        }
    }
}

/// The methods that HTTP itself defines; any other is refused as unknown.
package enum RequestMethod: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
    case trace = "TRACE"
    case connect = "CONNECT"
    case query = "QUERY"
}

package struct HeaderField: Hashable, Sendable {
    /// The name; in lower case where it was received.
    package var name: String
    /// The value, without blanks at its ends where it was received.
    package var value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

    init(line: ArraySlice<UInt8>) throws(RequestRefusal) {
        if line.first?.isBlank ?? false { throw .foldedField }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(\.isToken)
        else { throw .badField }
        let value = line[(colon + 1)...]
        guard value.allSatisfy(\.isFieldText) else { throw .badField }
        name = String(decoding: line[..<colon].map(\.lowered), as: UTF8.self)
        self.value = String(decoding: value.trimmed, as: UTF8.self)
    }
}

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
    package var headerFields: [HeaderField] { fields.map { HeaderField($0.name, $0.value) } }
}
