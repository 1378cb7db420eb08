/// The text frames that wait for a client, in memory that is used again.
struct RelayQueue: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The ends of the frames in the bytes.
    private var ends: [Int] = []
    /// The number of frames that were taken, and the end of the last of them.
    private var taken = 0, start = 0

    /// The number of frames that wait.
    var count: Int { ends.count - taken }
    /// Their bytes.
    var size: Int { bytes.count - start }
    var isEmpty: Bool { count == 0 }

    /// Appends a frame that `write` writes at the end of some bytes.
    @inline(__always)
    mutating func append<E>(_ write: (inout [UInt8]) throws(E) -> Void) throws(E) {
        try write(&bytes)
        ends.append(bytes.count)
    }

    @inline(__always)
    mutating func append(_ frame: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: frame)
        ends.append(bytes.count)
    }

    /// Gives the next frame to `body`; returns false if there is none.
    mutating func takeNext(_ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
        guard taken < ends.count else { return false }
        let end = ends[taken]
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<end])) }
        (taken, start) = (taken + 1, end)
        if taken == ends.count {
            removeAll()
        } else if start > bytes.count / 2 {
            // What is left moves to the front, so that the memory does not grow with what was sent.
            bytes.removeFirst(start)
            ends.removeFirst(taken)
            for place in ends.indices { ends[place] -= start }
            (taken, start) = (0, 0)
        }
        return true
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        (taken, start) = (0, 0)
    }
}
