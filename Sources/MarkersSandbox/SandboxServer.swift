internal import HTTPServer
internal import RelayServer

/// A Roboscope-compatible server on the loopback address, in a thread of its own.
///
///     let server = try SandboxServer()
///     defer { server.stop() }
///     print(server.address)   // http://127.0.0.1:41234
public final class SandboxServer: Sendable {
    /// The scheme, host and port for requests; the paths of routes begin with `/api/v1`.
    public let address: String
    /// The port it listens on.
    public let port: UInt16
    private let handler: SandboxHandler
    private let listener: HTTPListener

    /// Opens the store and the port, and begins to serve.
    public init(_ options: SandboxOptions = SandboxOptions()) throws(SandboxError) {
        let socket: Socket
        do throws(SystemError) { socket = try .listening(port: options.port) } catch {
            throw .port(options.port, errno: error.number)
        }
        do throws(SandboxError) { handler = try SandboxHandler(options) } catch {
            socket.close()
            throw error
        }
        port = socket.port
        address = "http://127.0.0.1:\(port)"
        do throws(SystemError) {
            listener = try HTTPListener(
                on: socket, hosts: options.hosts, limits: options.limits.ofListener, handler: handler)
        } catch {
            throw .port(options.port, errno: error.number)
        }
    }

    /// Takes no more requests, sends the answers under way, and returns when every connection is closed.
    public func stop() { listener.stop() }

    /// Every write that took effect, in order.
    public var effects: [Effect] { handler.injector.with { (try? $0.sandbox.store.effects()) ?? [] } }

    /// The number of requests that have arrived.
    public var requestCount: Int { handler.injector.with { $0.sandbox.requestCount } }

    /// Lets requests meet other faults from now on; the requests that they select are counted from 1 again.
    public func meet(_ faults: [Fault]) { handler.injector.with { $0.faults = faults } }

    /// Every fault that reached a client, in order.
    public var faults: [FiredFault] { handler.injector.with { (try? $0.sandbox.store.faults()) ?? [] } }
}

/// The sandbox as the listener knows it.
///
/// Every change is in the store before its answer leaves, so the process may be killed at any moment.
private struct SandboxHandler: RequestHandler {
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
                own.deliver(request, number: number, fault: fault, endsConnection: endsConnection) {
                    opening in
                    let faults = MessageFaults(opening, injector)
                    guard case .room = opening.purpose, let relay = own.sandbox.relay else {
                        return SandboxSocket(opening, injector, faults).served()
                    }
                    return relay.socket(for: request) { faults.send($1, on: $0, at: $2) }
                }
            }
        }
    }

    func delivery(refusing refusal: RequestRefusal) -> Delivery {
        Problem(refusal).response.delivery(endsConnection: true, date: UTCDate(clock.date()))
    }
}

extension SandboxOptions.Limits {
    fileprivate var ofListener: ListenerLimits {
        var limits = ListenerLimits()
        (limits.connections, limits.idleSeconds) = (connections, idleSeconds)
        (limits.requestSeconds, limits.drainSeconds) = (requestSeconds, drainSeconds)
        limits.unreadBytes = unreadBytes
        return limits
    }
}
