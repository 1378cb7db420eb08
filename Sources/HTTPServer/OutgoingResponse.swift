internal import Markers

/// An answer before it is framed.
package struct HTTPResponse: Hashable, Sendable {
    package var status: Int
    package var fields: [HTTPField]
    package var body: [UInt8]

    package init(_ status: Int, fields: [HTTPField] = [], json body: [UInt8] = []) {
        self.status = status
        self.fields = (body.isEmpty ? [] : [HTTPField("Content-Type", "application/json")]) + fields
        self.body = body
    }

    /// An error as the contract writes it.
    ///
    /// - Parameter pointer: what in the body it is about, as a JSON pointer.
    package init(
        error status: Int, _ message: String, pointer: String? = nil, fields: [HTTPField] = []
    ) {
        var json = JSONWriter()
        json.object { json in
            json.member("error", HTTPResponse.reason(status))
            json.member("message", message)
            json.member("status", status)
            if let pointer { json.member("pointer", pointer) }
        }
        self.init(status, fields: fields, json: json.bytes)
    }

    /// An answer that is no JSON; the fields say what it is.
    init(_ status: Int, fields: [HTTPField], text body: [UInt8]) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    package init(_ refusal: HTTPRefusal) {
        self.init(error: refusal.status, "\(refusal.rawValue): \(refusal.text)")
    }

    /// The answer as it goes over the wire.
    ///
    /// - Parameters:
    ///   - length: what the header says of the body's length where that is to be wrong.
    ///   - hasBody: false for an answer to HEAD.
    func bytes(endsConnection: Bool, date: String, length: Int? = nil, hasBody: Bool = true) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256 + body.count)
        func add(_ texts: String...) { for text in texts { bytes.append(contentsOf: text.utf8) } }
        add("HTTP/1.1 ", String(status), " ", HTTPResponse.reason(status), "\r\nDate: ", date, "\r\n")
        for field in fields { add(field.name, ": ", field.value, "\r\n") }
        if status != 204 { add("Content-Length: ", String(length ?? body.count), "\r\n") }
        if endsConnection { add("Connection: close\r\n") }
        add("\r\n")
        if hasBody { bytes.append(contentsOf: body) }
        return bytes
    }

    /// The phrase of a status.
    static func reason(_ status: Int) -> String { reasons[status] ?? "Status" }

    private static let reasons = [
        100: "Continue", 200: "OK", 201: "Created", 204: "No Content", 400: "Bad Request",
        401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 413: "Content Too Large",
        414: "URI Too Long", 415: "Unsupported Media Type", 417: "Expectation Failed",
        421: "Misdirected Request", 422: "Unprocessable Content", 425: "Too Early",
        428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
        503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
        507: "Insufficient Storage",
    ]
}
