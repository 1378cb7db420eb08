#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A server of HTTP/1.1 in a thread of its own.
///
/// It takes connections, frames requests strictly by RFC 9112, and holds clients to ``RequestLimits`` and
/// ``ListenerLimits``; what requests mean is for its handler to know.
///
///     import HTTPServer
///
///     struct Greeter: RequestHandler {
///         func answer(to request: IncomingRequest) -> Answer {
///             Answer { OutgoingResponse(200, body: Array("hello".utf8)).delivery(to: request, endsConnection: $0) }
///         }
///
///         func delivery(refusing refusal: RequestRefusal) -> Delivery {
///             OutgoingResponse(refusal.status).delivery(endsConnection: true)
///         }
///     }
///
///     let listener = try HTTPListener(on: .listening(port: 8080), handler: Greeter())
///     defer { listener.stop() }
package final class HTTPListener: Sendable {
    private let loop: ServerLoop
    /// The thread that serves, until it has been waited for.
    private let thread: Guarded<pthread_t?>

    private static let stackSize = 1 << 21

    /// Begins to serve.
    ///
    /// - Parameters:
    ///   - socket: the listener takes it over and closes it, even when it does not start.
    package init(
        on socket: Socket, rules: RequestRules = .own(), limits: ListenerLimits = ListenerLimits(),
        handler: any RequestHandler
    ) throws(SystemError) {
        do throws(SystemError) {
            loop = try ServerLoop(socket, rules: rules, limits: limits, handler: handler)
            thread = Guarded(try HTTPListener.start(loop))
        } catch {
            socket.close()
            throw error
        }
    }

    deinit {
        loop.stop()
        thread.with { _ = $0.map { pthread_detach($0) } }
    }

    /// Takes no more requests, sends the answers under way, and returns when every connection is closed.
    package func stop() {
        loop.stop()
        thread.with { thread in
            if let running = thread { pthread_join(running, nil) }
            thread = nil
        }
    }

    private static func start(_ loop: ServerLoop) throws(SystemError) -> pthread_t {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackSize)
        #if canImport(Glibc)
        var thread = pthread_t()
        #else
        var thread: pthread_t?
        #endif
        let kept = Unmanaged.passRetained(loop)
        let status = pthread_create(
            &thread, &attributes,
            { context in
                let context: UnsafeMutableRawPointer? = context
                context.map { Unmanaged<ServerLoop>.fromOpaque($0).takeRetainedValue() }?.run()
                return nil
            }, kept.toOpaque())
        let started: pthread_t? = thread
        guard status == 0, let started else {
            kept.release()
            throw SystemError(number: status)
        }
        return started
    }
}

/// A value that one thread at a time may use.
package final class Guarded<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Calls `body` with the value once no other thread uses it.
    package func with<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}
