/// What goes over the wire for a request, and when.
struct Delivery {
    var bytes: [UInt8]
    /// Seconds before the first byte.
    var wait = 0.0
    /// Seconds behind each byte; 0 to send all at once.
    var pause = 0.0
    var ending: Ending

    /// What becomes of the connection.
    enum Ending {
        case keeps, closes, resets
    }
}

extension Sandbox {
    /// The fault that meets a request, if one does; it is in the ledger then.
    func fault(of request: HTTPRequest, number: Int) -> Fault? {
        guard !request.target.text.hasPrefix("/sandbox/") else { return nil }
        for (index, fault) in options.faults.enumerated() {
            guard fault.method == nil || fault.method == request.method.rawValue else { continue }
            let isDue =
                switch fault.moment {
                case .rate(let share): numbers.share(UInt64(number), of: 100 + UInt64(index)) < share
                case .request(let place): place == number
                }
            if isDue { return fault }
        }
        return nil
    }

    /// Does a request, and says how its answer reaches the client.
    ///
    /// - Parameters:
    ///   - fault: what ``fault(of:number:)`` found.
    ///   - ends: whether the connection is to be closed behind the answer.
    func deliver(_ request: HTTPRequest, number: Int, fault: Fault?, ends: Bool) -> Delivery {
        showsPrevious = fault?.kind == .stale && request.method == .get
        hasShownPrevious = false
        defer { showsPrevious = false }
        if fault?.kind == .expire { leases.endAll("token") }
        var response: HTTPResponse?
        if fault?.phase != .before || fault?.kind.losesNothing == true {
            response = answer(request, number: number)
        }
        let frame = Frame(request, number, date: DateText.header(options.clock.date()), ends: ends)
        guard let fault else { return frame.delivery(response ?? HTTPResponse(500)) }
        if let response, fault.kind.needsBody, response.body.isEmpty { return frame.delivery(response) }
        if let response, fault.kind == .stale, !hasShownPrevious { return frame.delivery(response) }
        note(fault, request, number)
        return frame.delivery(response, fault, retryDate: retryDate(fault))
    }

    private func note(_ fault: Fault, _ request: HTTPRequest, _ number: Int) {
        // A ledger that cannot be written must not change what the client meets.
        try? store.log(
            FiredFault(
                request: number, method: request.method.rawValue, path: request.target.text, fault: fault.text
            ))
    }

    private func retryDate(_ fault: Fault) -> String {
        guard case .tooMany(let seconds, true) = fault.kind else { return "" }
        return DateText.header(options.clock.date() + Int64(seconds) * 1_000_000_000)
    }

    /// Markers as they are to be shown: where a fault asks for that, as they were before their last change.
    func markerTexts(of session: String?) throws(Problem) -> [[UInt8]] {
        guard showsPrevious else { return try store.texts(.marker, of: session) }
        let previous = try store.previousTexts(.marker, of: session)
        hasShownPrevious = previous.contains { $0.isPrevious }
        return previous.map(\.text)
    }

    /// The same of one marker; nil where there is none.
    func markerText(_ id: String) throws(Problem) -> [UInt8]? {
        if showsPrevious, let previous = try store.previousText(.marker, id) {
            hasShownPrevious = true
            return previous
        }
        return try store.text(.marker, id)
    }
}

extension Fault.Kind {
    /// Whether the request is done in either phase, and its answer reaches the client.
    fileprivate var losesNothing: Bool {
        switch self {
        case .latency, .expire: true
        default: false
        }
    }

    /// Whether it cannot be seen on an answer without a body.
    fileprivate var needsBody: Bool { self == .long || self == .short }
}

/// How answers to one request are framed.
private struct Frame {
    private let number: Int
    private let date: String
    private let ends: Bool
    private let hasBody: Bool

    init(_ request: HTTPRequest, _ number: Int, date: String, ends: Bool) {
        (self.number, self.date, self.ends) = (number, date, ends)
        hasBody = request.method != .head
    }

    func delivery(_ response: HTTPResponse, length: Int? = nil) -> Delivery {
        var response = response
        response.fields.append(HTTPField("X-Request-Number", "\(number)"))
        return Delivery(
            bytes: response.bytes(endsConnection: ends, date: date, length: length, hasBody: hasBody),
            ending: ends ? .closes : .keeps)
    }

    private func tooMany(_ retryAfter: String) -> Delivery {
        let field = HTTPField("Retry-After", retryAfter)
        return delivery(HTTPResponse(error: 429, "a fault of the sandbox", fields: [field]))
    }

    /// - Parameter response: nil where the request was not done.
    func delivery(_ response: HTTPResponse?, _ fault: Fault, retryDate: String) -> Delivery {
        let whole = response ?? HTTPResponse(500)
        var delivery = delivery(whole)
        switch fault.kind {
        case .status(let status):
            return self.delivery(HTTPResponse(error: status, "a fault of the sandbox"))
        case .tooMany(let seconds, let asDate): return tooMany(asDate ? retryDate : "\(seconds)")
        case .tooManyUnclear: return tooMany("soon, perhaps")
        case .latency(let milliseconds):
            if fault.phase == .after { delivery.wait = Double(milliseconds) / 1000 }
        case .drip(let milliseconds): delivery.pause = Double(milliseconds) / 1000
        case .reset: return Delivery(bytes: [], ending: .resets)
        case .close: return Delivery(bytes: [], ending: .closes)
        case .truncate:
            delivery.bytes.removeLast(delivery.bytes.count / 2)
            delivery.ending = .closes
        case .long:
            delivery = self.delivery(whole, length: whole.body.count + 16)
            delivery.ending = .closes
        case .short: delivery = self.delivery(whole, length: whole.body.count / 2)
        case .duplicate: delivery.bytes += delivery.bytes
        case .stale, .expire: break
        }
        return delivery
    }
}
