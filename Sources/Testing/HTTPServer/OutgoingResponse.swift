/// A response before it is framed.
package struct OutgoingResponse: Hashable, Sendable {
    package var status: Int
    package var fields: [HeaderField]
    package var body: [UInt8]

    /// - Parameter fields: without those that frame the response.
    package init(_ status: Int, fields: [HeaderField] = [], body: [UInt8] = []) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    /// Frames the response.
    ///
    /// - Parameters:
    ///   - request: nil for one that was refused.
    ///   - length: a wrong length of the body for the header, to imitate a server that fails.
    package func delivery(
        to request: IncomingRequest? = nil, endsConnection: Bool, date: UTCDate = UTCDate(),
        length: Int? = nil
    ) -> Delivery {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256 + body.count)
        func add(_ texts: String...) { for text in texts { bytes.append(contentsOf: text.utf8) } }
        let reason = OutgoingResponse.reason(status)
        add("HTTP/1.1 ", String(status), " ", reason, "\r\nDate: ", date.header, "\r\n")
        for field in fields { add(field.name, ": ", field.value, "\r\n") }
        if status != 204, status != 304, status >= 200 {
            add("Content-Length: ", String(length ?? body.count), "\r\n")
        }
        if endsConnection { add("Connection: close\r\n") }
        add("\r\n")
        if request?.method != .head { bytes.append(contentsOf: body) }
        return Delivery(bytes, ending: endsConnection ? .closes : .keeps)
    }

    /// The phrase that belongs to a status.
    package static func reason(_ status: Int) -> String { reasons[status] ?? "Status" }

    private static let reasons = [
        100: "Continue", 101: "Switching Protocols", 200: "OK", 201: "Created", 204: "No Content",
        304: "Not Modified",
        400: "Bad Request",
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
