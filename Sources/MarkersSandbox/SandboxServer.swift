internal import Foundation

/// A Roboscope-compatible server on the loopback address, in a thread of its own.
///
///     let server = try SandboxServer()
///     defer { server.stop() }
///     print(server.address)   // http://127.0.0.1:41234
public final class SandboxServer: Sendable {
    /// The scheme, host and port that requests go to; routes begin with `/api/v1` behind it.
    public let address: String
    /// The port it listens on.
    public let port: UInt16
    private let sandbox: Guarded<Sandbox>
    private let loop: ServerLoop
    private let ended = Ended()

    /// Opens the store and the port, and begins to serve.
    public init(_ options: SandboxOptions = SandboxOptions()) throws(SandboxError) {
        let listener = try Socket.listening(on: options.port)
        do throws(SandboxError) { sandbox = Guarded(try Sandbox(options)) } catch {
            listener.close()
            throw error
        }
        port = listener.port
        address = "http://127.0.0.1:\(port)"
        let loop = ServerLoop(listener, sandbox, options)
        self.loop = loop
        let ended = self.ended
        let thread = Thread {
            loop.run()
            ended.tell()
        }
        thread.name = "sandbox"
        thread.stackSize = 1 << 21
        thread.start()
    }

    deinit { loop.stop() }

    /// Takes no more requests, sends the answers that are under way, and returns when all is closed.
    public func stop() {
        loop.stop()
        ended.wait()
    }

    /// Every write that took effect, in order.
    public var effects: [Effect] { sandbox.with { (try? $0.store.effects()) ?? [] } }

    /// Every fault that reached a client, in order.
    public var faults: [FiredFault] { sandbox.with { (try? $0.store.faults()) ?? [] } }
}

/// The end of a thread, which others wait for.
private final class Ended: Sendable {
    private let condition = NSCondition()
    private let hasEnded = Guarded(false)

    func tell() {
        condition.lock()
        hasEnded.with { $0 = true }
        condition.broadcast()
        condition.unlock()
    }

    func wait() {
        condition.lock()
        while !hasEnded.with({ $0 }) { condition.wait() }
        condition.unlock()
    }
}
