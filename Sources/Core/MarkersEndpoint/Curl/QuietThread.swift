#if os(Linux)
internal import Glibc

/// A thread of its own that handles no signals: they belong to the program's threads, and a broken pipe is an error of one transfer.
enum QuietThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs a body on a new thread; `false` if there is none.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var thread = pthread_t()
        let retained = Unmanaged.passRetained(Body(body))
        let status = pthread_create(
            &thread, nil,
            { owner in
                var all = sigset_t()
                sigfillset(&all)
                pthread_sigmask(SIG_SETMASK, &all, nil)
                owner.map { Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() }
                return nil
            }, retained.toOpaque())
        guard status == 0 else {
            retained.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
#endif
