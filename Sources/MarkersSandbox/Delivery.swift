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
        let staleText = fault?.kind == .stale ? previous(of: request) : nil
        if fault?.kind == .expire { leases.endAll("token") }
        var response: HTTPResponse?
        if fault?.phase != .before || fault?.kind.losesNothing == true {
            response = answer(request, number: number)
        }
        let frame = Frame(request, number, date: DateText.header(options.clock.date()), ends: ends)
        guard let fault else { return frame.delivery(response ?? HTTPResponse(500)) }
        if fault.kind == .stale, let staleText, response?.status == 200 {
            response = HTTPResponse(200, json: staleText)
        } else if fault.kind == .stale {
            return frame.delivery(response ?? HTTPResponse(500))
        }
        if let response, fault.kind.needsBody, response.body.isEmpty { return frame.delivery(response) }
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

    /// The marker that a request is for, as it was before its last change; nil without one.
    private func previous(of request: HTTPRequest) -> [UInt8]? {
        let path = request.target.path
        guard request.method == .get, path.count == 4, path[2] == "markers" else { return nil }
        let text = (try? store.previousText(.marker, path[3].lowercased())) ?? nil
        return text.map { shown(Document(text: $0)) }
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

    /// - Parameter response: nil where the request was not done.
    func delivery(_ response: HTTPResponse?, _ fault: Fault, retryDate: String) -> Delivery {
        let whole = response ?? HTTPResponse(500)
        var delivery = delivery(whole)
        switch fault.kind {
        case .status(let status):
            return self.delivery(HTTPResponse(error: status, "a fault of the sandbox"))
        case .tooMany(let seconds, let asDate):
            let field = HTTPField("Retry-After", asDate ? retryDate : "\(seconds)")
            return self.delivery(HTTPResponse(error: 429, "a fault of the sandbox", fields: [field]))
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
