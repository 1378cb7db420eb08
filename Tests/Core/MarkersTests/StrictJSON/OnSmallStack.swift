import Foundation

/// Does work with only half a megabyte of stack, as on a thread that is not the main one.
func onSmallStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result? {
    nonisolated(unsafe) var result: Result?
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
        result = work()
        isDone.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    isDone.wait()
    return result
}
