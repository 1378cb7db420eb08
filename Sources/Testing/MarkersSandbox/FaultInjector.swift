internal import HTTPServer

/// A sandbox that answers requests, some of which meet a fault. For one thread at a time.
final class FaultInjector {
    let sandbox: Sandbox
    private let router: Router
    private var options: SandboxOptions { sandbox.options }
    var faults: [Fault] { didSet { counts = faults.map { _ in 0 } } }
    /// The number of requests so far that each fault selects, or of messages of WebSockets.
    private var counts: [Int]
    /// The number of messages so far that WebSockets were to send.
    private var messageCount = 0

    init(_ sandbox: Sandbox) {
        (self.sandbox, router) = (sandbox, Router(sandbox.options))
        faults = sandbox.options.faults
        counts = faults.map { _ in 0 }
    }

    /// The fault that a request meets, if any. Every request must be asked about once.
    func fault(of request: IncomingRequest, number: Int) -> Fault? {
        guard !faults.isEmpty, !request.target.text.hasPrefix("/sandbox/") else { return nil }
        return fault(of: request, router.operation(of: request), number: number, ofSockets: false)
    }

    /// The fault that a message to the client of a WebSocket meets, if any; it is logged. Every message must be asked about once.
    func fault(ofMessageFor opening: SocketOpening) -> Fault? {
        guard !faults.isEmpty else { return nil }
        messageCount += 1
        let met = fault(of: opening.request, opening.operation, number: messageCount, ofSockets: true)
        if let met { log(met, of: opening.request, number: opening.number) }
        return met
    }

    private func fault(
        of request: IncomingRequest, _ operation: Operation?, number: Int, ofSockets: Bool
    ) -> Fault? {
        var met: Fault?
        for (index, fault) in faults.enumerated() where fault.kind.isOfSockets == ofSockets {
            var place = number
            if let requests = fault.requests {
                guard requests.includes(request, operation) else { continue }
                counts[index] += 1
                place = counts[index]
            }
            guard met == nil else { continue }
            let isDue =
                switch fault.moment {
                case .rate(let share):
                    sandbox.numbers.share(UInt64(number), of: 100 + UInt64(index)) < share
                case .requests(let places): places.contains(place)
                }
            if isDue { met = fault }
        }
        return met
    }

    private func opening(by request: IncomingRequest, number: Int) -> SocketOpening? {
        router.socketOpening(of: request, number: number, patience: options.limits.requestSeconds)
    }

    private func log(_ fault: Fault, of request: IncomingRequest, number: Int) {
        // A ledger that cannot be written must not change what the client meets.
        try? sandbox.store.log(
            FiredFault(
                request: number, method: request.method.rawValue, path: request.target.text, fault: fault.text
            ))
    }

    /// Does a request, and makes of its answer what the fault leaves of it.
    ///
    /// - Parameters:
    ///   - fault: the result of ``fault(of:number:)``.
    ///   - open: makes what serves a WebSocket that the request opens.
    func deliver(
        _ request: IncomingRequest, number: Int, fault: Fault?, endsConnection: Bool,
        opening open: (SocketOpening) -> any UpgradedHandler
    ) -> Delivery {
        sandbox.showing = request.method == .get ? fault?.kind.showing ?? .present : .present
        sandbox.hasShownOtherwise = false
        defer { sandbox.showing = .present }
        if fault?.kind == .expire { sandbox.leases.endAll("token") }
        var response: OutgoingResponse?
        if fault?.phase != .before || fault?.kind.losesNothing == true {
            response = router.answer(request, number: number, in: sandbox)
        }
        let date = options.clock.date()
        func framed(_ response: OutgoingResponse, length: Int? = nil) -> Delivery {
            var response = response
            response.fields.append(HeaderField("X-Request-Number", "\(number)"))
            var delivery = response.delivery(
                to: request, endsConnection: endsConnection, date: UTCDate(date), length: length)
            if response.status == 101, let opening = opening(by: request, number: number) {
                delivery.ending = .upgrades(open(opening))
            }
            return delivery
        }
        func failure(_ status: Int, retryAfter: String? = nil) -> Delivery {
            let fields = retryAfter.map { [HeaderField("Retry-After", $0)] } ?? []
            let problem = Problem(status, "a fault of the sandbox", fields: fields)
            return framed(sandbox.answer(problem, to: request))
        }
        if endsConnection, response?.status == 101 {
            let problem = Problem(
                400, "a WebSocket needs a connection that goes on and brings nothing else yet")
            response = sandbox.answer(problem, to: request)
        }
        let whole = response ?? OutgoingResponse(500)
        guard let fault else { return framed(whole) }
        if fault.kind.needsBody, whole.body.isEmpty { return framed(whole) }
        if fault.kind.showing != nil, !sandbox.hasShownOtherwise { return framed(whole) }
        log(fault, of: request, number: number)
        var delivery = framed(whole)
        switch fault.kind {
        case .status(let status): return failure(status)
        case .tooMany(let seconds, false): return failure(429, retryAfter: "\(seconds)")
        case .tooMany(let seconds, true):
            return failure(429, retryAfter: UTCDate(date + Int64(seconds) * 1_000_000_000).header)
        case .tooManyUnclear: return failure(429, retryAfter: "soon, perhaps")
        case .page: return framed(FaultInjector.page)
        case .latency(let milliseconds):
            if fault.phase == .after { delivery.delay = Double(milliseconds) / 1000 }
        case .drip(let milliseconds): delivery.interval = Double(milliseconds) / 1000
        case .reset: return Delivery(ending: .resets)
        case .close: return Delivery(ending: .closes)
        case .restart(let seconds): return Delivery(ending: .restarts(after: seconds))
        case .truncate:
            delivery.bytes.removeLast(delivery.bytes.count / 2)
            delivery.ending = .closes
        case .long:
            delivery = framed(whole, length: whole.body.count + 16)
            delivery.ending = .closes
        case .short: delivery = framed(whole, length: whole.body.count / 2)
        case .answerTwice(milliseconds: 0): delivery.bytes += delivery.bytes
        case .answerTwice(let milliseconds): delivery.surplus = .copy(after: Double(milliseconds) / 1000)
        case .answerOnNext: delivery.surplus = .copyWithNext
        case .answersBehind: delivery.surplus = .oneBehind
        case .stale, .shortList, .foreignList, .expire, .socketDrop, .socketClose, .socketLatency,
            .socketSplit:
            break
        }
        return delivery
    }

    /// A page as proxies send it in the place of an answer.
    private static let page = OutgoingResponse(
        200, fields: [HeaderField("Content-Type", "text/html; charset=utf-8")],
        body: Array(
            """
            <!DOCTYPE html>
            <html><head><title>One moment</title><script>location.reload()</script></head>
            <body><h1>Checking your connection &amp; browser</h1></body></html>

            """.utf8))
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

    /// The way in which it shows documents; nil for a fault of another sort.
    fileprivate var showing: Sandbox.Showing? {
        switch self {
        case .stale: .previous
        case .shortList: .someOnly
        case .foreignList: .foreign
        default: nil
        }
    }
}
