internal import HTTPServer

/// A Roboscope-compatible server on the loopback address, in a thread of its own.
///
/// ```swift
/// let server = try SandboxServer()
/// defer { server.stop() }
/// let origin = try Origin(server.address + "/api/v1")
/// ```
public final class SandboxServer: Sendable {
    /// The scheme, host and port for requests; the paths of routes begin with `/api/v1`.
    public let address: String
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
                on: socket, rules: options.rules, limits: options.limits.ofListener, handler: handler)
        } catch {
            throw .port(options.port, errno: error.number)
        }
    }

    /// Takes no more requests, sends the answers under way, and returns when every connection is closed.
    public func stop() { listener.stop() }

    /// Every write that took effect, in order.
    public var effects: [Effect] { handler.effects }

    /// The number of requests that have arrived.
    public var requestCount: Int { handler.requestCount }

    /// The latest 10,000 requests that were answered, in that order.
    public var requests: [LoggedRequest] { handler.requests }

    /// Lets requests meet other faults from now on; the requests that they select are counted from 1 again.
    package func meet(_ faults: [Fault]) { handler.meet(faults) }

    /// Every fault that reached a client, in order.
    public var faults: [FiredFault] { handler.faults }
}

extension SandboxOptions {
    /// Pages of the other hosts may ask, too.
    fileprivate var rules: RequestRules {
        var rules = RequestRules.own(or: hosts)
        rules.origins = Set(hosts.flatMap { ["http://\($0)", "https://\($0)"] })
        return rules
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
