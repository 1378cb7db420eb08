internal import Foundation

/// Threads that each do the same work, at once; more of them than processors, since most of their time is spent waiting for other
/// processes.
public enum Workers {
    /// Returns when all have ended; each is given its number.
    public static func run(_ count: Int, _ work: @escaping @Sendable (_ worker: Int) -> Void) {
        let ended = DispatchGroup()
        for worker in 0..<count {
            ended.enter()
            Thread {
                work(worker)
                ended.leave()
            }.start()
        }
        ended.wait()
    }
}
