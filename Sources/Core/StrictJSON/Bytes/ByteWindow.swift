/// The part of a source that is being read: it moves on as bytes are taken and grows only if it must.
package final class ByteWindow {
    private var room: UnsafeMutableRawBufferPointer
    private var start = 0
    private var filled = 0
    private let source: ByteSource
    private let holdsTaken: Bool
    /// The start of the bytes that were taken and are held.
    private var heldStart = 0
    package private(set) var hasAll = false
    /// The start of the window in the source, counted from 1.
    package private(set) var line = 1
    package private(set) var column = 1
    /// The number of bytes taken.
    package private(set) var offset = 0

    private static let usualSize = 1 << 18
    /// An element of up to this many bytes is scanned once it is complete, however small its pieces.
    private static let promptSize = 1 << 12

    /// - Parameter holdsTaken: whether bytes that were taken are kept until they are released.
    package init(_ source: ByteSource, holdsTaken: Bool) {
        (self.source, self.holdsTaken) = (source, holdsTaken)
        room = .allocate(byteCount: ByteWindow.usualSize, alignment: 16)
    }

    deinit { room.deallocate() }

    /// The bytes that were read and not yet taken.
    @inline(__always)
    package var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeRawBufferPointer(rebasing: room[start..<filled]).assumingMemoryBound(to: UInt8.self)
    }

    /// The bytes that were taken and not released; valid until the next ``fill()``.
    package var held: UnsafeBufferPointer<UInt8> {
        UnsafeRawBufferPointer(rebasing: room[heldStart..<start]).assumingMemoryBound(to: UInt8.self)
    }

    package func letGo() { heldStart = start }

    /// Advances by this many bytes and lines.
    @inline(__always)
    package func take(_ count: Int, lines: Int, lineStart: Int) {
        start += count
        offset += count
        line += lines
        column = lines > 0 ? count - lineStart + 1 : column + count
    }

    /// Reads more of the source after the bytes that are there.
    package func fill() throws(JSONError) {
        if !holdsTaken { letGo() }
        if heldStart > 0 {
            UnsafeMutableRawBufferPointer(rebasing: room[..<(filled - heldStart)])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: room[heldStart..<filled]))
            (start, filled, heldStart) = (start - heldStart, filled - heldStart, 0)
        }
        // A large element is not scanned again before it has grown, or small pieces would make it slow.
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

/// A source of bytes, read piece by piece.
public struct ByteSource {
    /// Fills a buffer with the next bytes and returns their number; 0 at the end.
    public let read: (UnsafeMutableRawBufferPointer) throws(JSONError) -> Int

    public init(_ read: @escaping (UnsafeMutableRawBufferPointer) throws(JSONError) -> Int) {
        self.read = read
    }

    package init(_ bytes: [UInt8]) {
        var given = 0
        self.init { buffer throws(JSONError) in
            let count = min(buffer.count, bytes.count - given)
            buffer.copyBytes(from: bytes[given..<(given + count)])
            given += count
            return count
        }
    }
}

/// A destination of bytes, which takes them piece by piece.
public struct ByteSink {
    /// Takes all of the bytes.
    public let take: (UnsafeRawBufferPointer) throws(JSONError) -> Void

    public init(_ take: @escaping (UnsafeRawBufferPointer) throws(JSONError) -> Void) {
        self.take = take
    }
}
