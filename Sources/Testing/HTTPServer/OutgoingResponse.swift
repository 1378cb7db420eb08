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

/// A moment in UTC, to be written into headers and documents.
package struct UTCDate {
    private let year, month, day, daysSince1970: Int
    private let time: String
    private let fraction: Int

    /// - Parameter nanoseconds: since the beginning of 1970; earlier dates count as that.
    package init(_ nanoseconds: Int64 = SystemClock.date) {
        let seconds = Int(max(nanoseconds, 0) / 1_000_000_000)
        fraction = Int(max(nanoseconds, 0) % 1_000_000_000)
        daysSince1970 = seconds / 86400
        // Counted in years that begin in March, so that the day that not every year has comes last.
        let shifted = daysSince1970 + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        time = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { UTCDate.digits($0, 2) }
            .joined(separator: ":")
    }

    /// The form of RFC 3339, such as `2026-01-31T12:00:00.123456789Z`.
    package var text: String {
        "\(UTCDate.digits(year, 4))-\(UTCDate.digits(month, 2))-\(UTCDate.digits(day, 2))T"
            + "\(time).\(UTCDate.digits(fraction, 9))Z"
    }

    /// The form that header fields use, such as `Sat, 31 Jan 2026 12:00:00 GMT`.
    package var header: String {
        "\(UTCDate.weekdays[daysSince1970 % 7]), \(UTCDate.digits(day, 2)) \(UTCDate.months[month - 1]) "
            + "\(UTCDate.digits(year, 4)) \(time) GMT"
    }

    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
