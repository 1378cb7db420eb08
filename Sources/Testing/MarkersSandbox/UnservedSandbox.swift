package import HTTPServer

/// A sandbox without a port: requests come as values, and answers leave as the bytes that a connection would carry.
package struct UnservedSandbox: Sendable {
    private let handler: SandboxHandler

    /// Opens the store. The port and the limits of connections in the options count for nothing.
    package init(_ options: SandboxOptions = SandboxOptions()) throws(SandboxError) {
        handler = try SandboxHandler(options)
    }

    /// Says how a request is answered; what opens a WebSocket is answered, but not opened.
    package func answer(to request: IncomingRequest) -> Answer { handler.answer(to: request) }

    /// Answers bytes that are no request.
    package func delivery(refusing refusal: RequestRefusal) -> Delivery {
        handler.delivery(refusing: refusal)
    }

    package var effects: [Effect] { handler.effects }

    package var requestCount: Int { handler.requestCount }

    /// The latest requests that were answered, in that order.
    package var requests: [LoggedRequest] { handler.requests }

    package var faults: [FiredFault] { handler.faults }

    /// Lets requests meet other faults from now on; the requests that they select are counted from 1 again.
    package func meet(_ faults: [Fault]) { handler.meet(faults) }
}

/// The sandbox as a listener knows it, and whoever else brings requests.
///
/// Every change is in the store before its answer leaves, so the process may be killed at any moment.
struct SandboxHandler: RequestHandler {
    let injector: Guarded<FaultInjector>
    private let clock: SandboxClock

    init(_ options: SandboxOptions) throws(SandboxError) {
        injector = Guarded(FaultInjector(try Sandbox(options)))
        clock = options.clock
    }

    func answer(to request: IncomingRequest) -> Answer {
        let (number, fault) = injector.with { injector in
            let number = injector.sandbox.nextRequest()
            return (number, injector.fault(of: request, number: number))
        }
        var delay = 0.0
        if let fault, case .latency(let milliseconds) = fault.kind, fault.phase == .before {
            delay = Double(milliseconds) / 1000
        }
        return Answer(after: delay) { endsConnection in
            injector.with { own in
                let delivery = own.deliver(
                    request, number: number, fault: fault, endsConnection: endsConnection
                ) { opening in
                    let faults = MessageFaults(opening, injector)
                    guard case .room = opening.purpose, let room = own.sandbox.room else {
                        return SandboxSocket(opening, injector, faults).served()
                    }
                    return room.socket(for: request) { faults.send($1, on: $0, at: $2) }
                }
                own.sandbox.requestLog.add(
                    LoggedRequest(
                        number: number, method: request.method.rawValue, path: request.target.text,
                        status: delivery.status))
                return delivery
            }
        }
    }

    func delivery(refusing refusal: RequestRefusal) -> Delivery {
        Problem(refusal).response.delivery(endsConnection: true, date: UTCDate(clock.date()))
    }

    // MARK: Looks at what has happened

    var effects: [Effect] { injector.with { (try? $0.sandbox.store.effects()) ?? [] } }

    var requestCount: Int { injector.with { $0.sandbox.requestCount } }

    var requests: [LoggedRequest] { injector.with { Array($0.sandbox.requestLog.latest) } }

    var faults: [FiredFault] { injector.with { (try? $0.sandbox.store.faults()) ?? [] } }

    func meet(_ faults: [Fault]) { injector.with { $0.faults = faults } }
}

extension Delivery {
    /// The status of the answer in it; nil if there is none.
    fileprivate var status: Int? {
        let start = "HTTP/1.1 ".utf8.count
        guard bytes.count >= start + 3 else { return nil }
        return Int(String(decoding: bytes[start..<(start + 3)], as: UTF8.self))
    }
}
