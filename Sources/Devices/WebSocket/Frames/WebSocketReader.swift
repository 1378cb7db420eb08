/// A reader of frames: bytes in, in any pieces, whole messages and frames for control out.
///
///     reader.append(bytes)
///     while let event = try reader.next() { use(event, reader.payload) }
///
/// What it gives does not depend on how the bytes were cut. A message in one frame is not copied: its payload is a slice of
/// the bytes that came, without their mask. After it has thrown, and after a closing frame, it gives nothing more.
public struct WebSocketReader: Sendable {
    /// The side that reads.
    public let role: WebSocketRole
    public let limits: WebSocketLimits
    private var bytes: [UInt8] = []
    /// The number of bytes that have been consumed, and the place of the first of ``bytes`` in the stream.
    private var taken = 0
    private var base = 0
    /// The frame whose payload is arriving, and how many bytes of that are unmasked and checked.
    private var frame: FrameHead?
    private var done = 0
    /// The type of the message that has begun in fragments, and their payloads.
    private var begun: FrameType?
    private var message: [UInt8] = []
    private var check = UTF8Check()
    private var isOver = false
    /// The place of the last payload, in the fragments or in the bytes.
    private var found = 0..<0
    private var isFoundInFragments = false

    public init(_ role: WebSocketRole, limits: WebSocketLimits = WebSocketLimits()) {
        (self.role, self.limits) = (role, limits)
    }

    /// Whether a frame or a message has begun and has not ended.
    public var isInside: Bool { !isOver && (begun != nil || frame != nil || taken < bytes.count) }

    /// Whether a message has begun in fragments and has not ended.
    var isInsideMessage: Bool { begun != nil }

    /// The bytes of the last event. A slice that is kept while reading continues costs a copy.
    public var payload: ArraySlice<UInt8> { isFoundInFragments ? message[found] : bytes[found] }

    /// Calls `body` with the bytes of the last event.
    public func withPayload<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let found = found
        return (isFoundInFragments ? message : bytes).withUnsafeBytes {
            body(UnsafeRawBufferPointer(rebasing: $0[found]))
        }
    }

    /// Adds bytes from the connection; the last payload ends with it.
    public mutating func append(_ more: some Collection<UInt8>) {
        (found, isFoundInFragments) = (0..<0, false)
        guard !isOver else { return }
        base += taken
        if taken == bytes.count { bytes.removeAll(keepingCapacity: true) } else { bytes.removeFirst(taken) }
        taken = 0
        bytes.append(contentsOf: more)
    }

    /// The next event; nil until more bytes are there.
    public mutating func next() throws(WebSocketError) -> WebSocketEvent? {
        (found, isFoundInFragments) = (0..<0, false)
        do throws(WebSocketError) {
            while !isOver {
                if frame == nil { frame = try nextHead() }
                guard let head = frame, try takePayload(of: head) else { return nil }
                if let event = try finish(head) { return event }
            }
        } catch {
            isOver = true
            throw error
        }
        return nil
    }

    /// Reads the head of the next frame, if all of it is there.
    private mutating func nextHead() throws(WebSocketError) -> FrameHead? {
        let (rest, offset) = (limits.messageBytes - (begun == nil ? 0 : message.count), base + taken)
        let (role, limits, isInside, first) = (role, limits, begun != nil, taken)
        let read = bytes.withUnsafeBytes { bytes in
            Result { () throws(WebSocketError) in
                try FrameHead(
                    UnsafeRawBufferPointer(rebasing: bytes[first...]), role: role, limits: limits, rest: rest,
                    isInside: isInside, at: offset)
            }
        }
        guard let head = try read.get() else { return nil }
        taken += head.size
        done = 0
        if !head.type.isControl, begun == nil { check = UTF8Check() }
        return head
    }

    /// Unmasks and checks what has arrived of the payload; false unless that is all of it.
    private mutating func takePayload(of head: FrameHead) throws(WebSocketError) -> Bool {
        let arrived = min(head.count, bytes.count - taken)
        guard arrived > done || arrived == head.count else { return false }
        let isText = isText(of: head)
        let (first, end, place) = (taken + done, taken + arrived, done)
        var check = check
        let fault: Int? = bytes.withUnsafeMutableBytes { bytes in
            let part = UnsafeMutableRawBufferPointer(rebasing: bytes[first..<end])
            head.mask?.apply(to: part, from: place)
            return isText ? check.firstFault(in: UnsafeRawBufferPointer(part)) : nil
        }
        if isText { self.check = check }
        if let fault { throw WebSocketError(badText(of: head), at: base + first + fault) }
        done = arrived
        return arrived == head.count
    }

    /// Whether the message of a frame is to be UTF-8.
    private func isText(of head: FrameHead) -> Bool {
        let type = begun ?? head.type
        return !head.type.isControl && (type == .text || type == .binary && limits.binaryIsText)
    }

    /// The fault of a message that is to be UTF-8 and is not.
    private func badText(of head: FrameHead) -> WebSocketError.Reason {
        (begun ?? head.type) == .text ? .badText : .binary
    }

    /// Ends a frame whose payload is there; returns what that completes.
    private mutating func finish(_ head: FrameHead) throws(WebSocketError) -> WebSocketEvent? {
        let payload = taken..<(taken + head.count)
        taken = payload.upperBound
        frame = nil
        switch head.type {
        case .ping, .pong:
            found = payload
            return head.type == .ping ? .ping : .pong
        case .close:
            let code = try closeCode(in: payload)
            found = payload.dropFirst(2)
            isOver = true
            return .close(code)
        case .continuation, .text, .binary:
            let type = begun ?? head.type
            if isText(of: head), head.isLast, !check.isWhole {
                throw WebSocketError(badText(of: head), at: base + payload.upperBound)
            }
            if head.type == .continuation || !head.isLast {
                if begun == nil { message.removeAll(keepingCapacity: true) }
                message.append(contentsOf: bytes[payload])
                begun = head.isLast ? nil : type
                if head.isLast { (found, isFoundInFragments) = (0..<message.count, true) }
            } else {
                found = payload
            }
            return head.isLast ? (type == .text ? .text : .binary) : nil
        }
    }

    private func closeCode(in payload: Range<Int>) throws(WebSocketError) -> CloseCode? {
        if payload.isEmpty { return nil }
        let offset = base + payload.lowerBound
        guard payload.count > 1 else { throw WebSocketError(.shortClosing, at: offset) }
        let code = CloseCode(
            rawValue: UInt16(bytes[payload.lowerBound]) << 8 | UInt16(bytes[payload.lowerBound + 1]))
        guard code.mayBeSent else { throw WebSocketError(.badCloseCode(code.rawValue), at: offset) }
        var check = UTF8Check()
        let fault: Int? = bytes.withUnsafeBytes {
            check.firstFault(in: UnsafeRawBufferPointer(rebasing: $0[payload.dropFirst(2)]))
        }
        if let fault { throw WebSocketError(.badText, at: offset + 2 + fault) }
        guard check.isWhole else { throw WebSocketError(.badText, at: base + payload.upperBound) }
        return code
    }
}

/// A check of UTF-8 that comes in pieces, which may end inside a character.
struct UTF8Check: Hashable, Sendable {
    /// The bytes that the last character lacks.
    private var missing = 0
    /// The bounds of the next of them.
    private var low: UInt8 = 0x80
    private var high: UInt8 = 0xbf

    /// Whether no character is incomplete.
    var isWhole: Bool { missing == 0 }

    /// Takes the next piece, and returns the place of the first byte that cannot follow; do not use it after one was found.
    mutating func firstFault(in bytes: UnsafeRawBufferPointer) -> Int? {
        var place = 0
        while place < bytes.count {
            if missing == 0 {
                while place + 8 <= bytes.count,
                    bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) & UTF8Check.highBits == 0
                {
                    place += 8
                }
                guard place < bytes.count else { return nil }
                guard begin(bytes[place]) else { return place }
            } else {
                guard bytes[place] >= low, bytes[place] <= high else { return place }
                missing -= 1
                (low, high) = (0x80, 0xbf)
            }
            place += 1
        }
        return nil
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Takes the first byte of a character; false if none begins with it (Unicode 16, table 3-7).
    private mutating func begin(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x80: return true
        case 0xc2...0xdf: missing = 1
        case 0xe0: (missing, low) = (2, 0xa0)
        case 0xed: (missing, high) = (2, 0x9f)
        case 0xe1...0xef: missing = 2
        case 0xf0: (missing, low) = (3, 0x90)
        case 0xf1...0xf3: missing = 3
        case 0xf4: (missing, high) = (3, 0x8f)
        default: return false
        }
        return true
    }
}

/// Something whole that arrived on a connection; its bytes are the `payload` of what has read it.
public enum WebSocketEvent: Hashable, Sendable {
    /// A text, which is UTF-8.
    case text
    case binary
    case ping
    case pong
    /// The other side closes; the payload is its reason, UTF-8. Without a code where it gives none.
    case close(CloseCode?)
}
