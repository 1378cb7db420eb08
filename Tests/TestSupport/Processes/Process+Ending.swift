public import Foundation

extension Process {
    /// Starts it, and returns as soon as it has ended; `waitUntilExit` looks in a run loop, some hundredths of a second later.
    public func runToItsEnd() throws {
        let ended = DispatchSemaphore(value: 0)
        terminationHandler = { _ in ended.signal() }
        try run()
        ended.wait()
    }
}
