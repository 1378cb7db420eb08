/// The part of a source that is being read: it moves on as bytes are taken and grows only for what does not fit.
package final class ByteWindow {
    private var room: UnsafeMutableRawBufferPointer
    private var start = 0
    private var filled = 0
    private let source: ByteSource
    private let holdsTaken: Bool
    /// Where the bytes begin that were taken and are held.
    private var heldStart = 0
    package private(set) var hasAll = false
    /// Where the window begins in the source, counted from 1.
    package private(set) var line = 1
    package private(set) var column = 1
    /// How many bytes were taken.
    package private(set) var offset = 0

    private static let usualSize = 1 << 18
    /// An element of so many bytes is looked at as soon as it is there, however small the pieces it comes in.
    private static let promptSize = 1 << 12

    /// - Parameter holdsTaken: whether bytes that were taken stay until they are let go.
    package init(_ source: ByteSource, holdsTaken: Bool) {
        (self.source, self.holdsTaken) = (source, holdsTaken)
        room = .allocate(byteCount: ByteWindow.usualSize, alignment: 16)
    }

    deinit { room.deallocate() }

    /// What was read and not yet taken.
    @inlinable @inline(__always)
    package var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeRawBufferPointer(rebasing: room[start..<filled]).assumingMemoryBound(to: UInt8.self)
    }

    /// What was taken and not let go; good until the next ``fill()``.
    package var held: UnsafeBufferPointer<UInt8> {
        UnsafeRawBufferPointer(rebasing: room[heldStart..<start]).assumingMemoryBound(to: UInt8.self)
    }

    package func letGo() { heldStart = start }

    /// Moves on, over so many bytes and lines.
    @inlinable @inline(__always)
    package func take(_ count: Int, lines: Int, lineStart: Int) {
        start += count
        offset += count
        line += lines
        column = lines > 0 ? count - lineStart + 1 : column + count
    }

    /// Reads more of the source behind what there is.
    package func fill() throws(JSONError) {
        if !holdsTaken { letGo() }
        if heldStart > 0 {
            UnsafeMutableRawBufferPointer(rebasing: room[..<(filled - heldStart)])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: room[heldStart..<filled]))
            (start, filled, heldStart) = (start - heldStart, filled - heldStart, 0)
        }
        // What is large is not looked at again before it has grown, or small pieces would make it slow.
        let step =
            filled > ByteWindow.usualSize ? filled : filled > ByteWindow.promptSize ? filled / 8 : 1
        let wanted = filled + step
        while filled < wanted, !hasAll {
            if filled == room.count { widen() }
            let count = try source.read(UnsafeMutableRawBufferPointer(rebasing: room[filled...]))
            precondition(0...(room.count - filled) ~= count, "a byte source fills no more than the buffer")
            filled += count
            hasAll = count == 0
        }
    }

    private func widen() {
        let wider = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * room.count, alignment: 16)
        wider.copyMemory(from: UnsafeRawBufferPointer(room))
        room.deallocate()
        room = wider
    }
}
