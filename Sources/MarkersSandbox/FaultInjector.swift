internal import HTTPServer

/// A sandbox that answers requests, some of which meet a fault. For one thread at a time.
final class FaultInjector {
    let sandbox: Sandbox
    private let router: Router
    private var options: SandboxOptions { sandbox.options }

    init(_ sandbox: Sandbox) { (self.sandbox, router) = (sandbox, Router(sandbox.options.variants)) }

    /// The fault that a request meets, if any.
    func fault(of request: IncomingRequest, number: Int) -> Fault? {
        guard !request.target.text.hasPrefix("/sandbox/") else { return nil }
        for (index, fault) in options.faults.enumerated() {
            guard fault.method == nil || fault.method == request.method.rawValue else { continue }
            let isDue =
                switch fault.moment {
                case .rate(let share):
                    sandbox.numbers.share(UInt64(number), of: 100 + UInt64(index)) < share
                case .request(let place): place == number
                }
            if isDue { return fault }
        }
        return nil
    }

    /// Does a request, and makes of its answer what the fault leaves of it.
    ///
    /// - Parameter fault: the result of ``fault(of:number:)``.
    func deliver(
        _ request: IncomingRequest, number: Int, fault: Fault?, endsConnection: Bool
    ) -> Delivery {
        sandbox.showsPrevious = fault?.kind == .stale && request.method == .get
        sandbox.hasShownPrevious = false
        defer { sandbox.showsPrevious = false }
        if fault?.kind == .expire { sandbox.leases.endAll("token") }
        var response: OutgoingResponse?
        if fault?.phase != .before || fault?.kind.losesNothing == true {
            response = router.answer(request, number: number, in: sandbox)
        }
        let date = options.clock.date()
        func framed(_ response: OutgoingResponse, length: Int? = nil) -> Delivery {
            var response = response
            response.fields.append(HeaderField("X-Request-Number", "\(number)"))
            return response.delivery(
                to: request, endsConnection: endsConnection, date: UTCDate(date), length: length)
        }
        let whole = response ?? OutgoingResponse(500)
        guard let fault else { return framed(whole) }
        if fault.kind.needsBody, whole.body.isEmpty { return framed(whole) }
        if fault.kind == .stale, !sandbox.hasShownPrevious { return framed(whole) }
        // A ledger that cannot be written must not change what the client meets.
        try? sandbox.store.log(
            FiredFault(
                request: number, method: request.method.rawValue, path: request.target.text, fault: fault.text
            ))
        var delivery = framed(whole)
        switch fault.kind {
        case .status(let status): return framed(FaultInjector.failure(status))
        case .tooMany(let seconds, false): return framed(FaultInjector.failure(429, "\(seconds)"))
        case .tooMany(let seconds, true):
            let retryDate = UTCDate(date + Int64(seconds) * 1_000_000_000)
            return framed(FaultInjector.failure(429, retryDate.header))
        case .tooManyUnclear: return framed(FaultInjector.failure(429, "soon, perhaps"))
        case .latency(let milliseconds):
            if fault.phase == .after { delivery.delay = Double(milliseconds) / 1000 }
        case .drip(let milliseconds): delivery.interval = Double(milliseconds) / 1000
        case .reset: return Delivery(ending: .resets)
        case .close: return Delivery(ending: .closes)
        case .truncate:
            delivery.bytes.removeLast(delivery.bytes.count / 2)
            delivery.ending = .closes
        case .long:
            delivery = framed(whole, length: whole.body.count + 16)
            delivery.ending = .closes
        case .short: delivery = framed(whole, length: whole.body.count / 2)
        case .duplicate: delivery.bytes += delivery.bytes
        case .stale, .expire: break
        }
        return delivery
    }

    private static func failure(_ status: Int, _ retryAfter: String? = nil) -> OutgoingResponse {
        let fields = retryAfter.map { [HeaderField("Retry-After", $0)] } ?? []
        return Problem(status, "a fault of the sandbox", fields: fields).response
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
