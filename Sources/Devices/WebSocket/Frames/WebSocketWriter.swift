/// A writer of frames, which it adds to bytes that are to be sent.
public struct WebSocketWriter: Sendable {
    /// The side that writes.
    public let role: WebSocketRole
    private var masks: any RandomNumberGenerator & Sendable

    /// Anything that others can foresee lets a page write the bytes that proxies see (RFC 6455, 10.3), so give another generator
    /// in tests only.
    ///
    /// - Parameters:
    ///   - role: the side that writes.
    ///   - masks: where a client's masks come from.
    public init(
        _ role: WebSocketRole, masks: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        (self.role, self.masks) = (role, masks)
    }

    /// Adds a text in one frame. It must be UTF-8, which is not checked.
    public mutating func addText(_ payload: some Collection<UInt8>, to bytes: inout [UInt8]) {
        add(.text, payload, isLast: true, to: &bytes)
    }

    /// Adds a binary message in one frame.
    public mutating func addBinary(_ payload: some Collection<UInt8>, to bytes: inout [UInt8]) {
        add(.binary, payload, isLast: true, to: &bytes)
    }

    /// Adds a message in fragments, or an empty one without any; they may end inside characters of a text.
    public mutating func add(
        fragments: some Collection<some Collection<UInt8>>, isText: Bool, to bytes: inout [UInt8]
    ) {
        var left = fragments.count
        var type: FrameType = isText ? .text : .binary
        if left == 0 { add(type, [], isLast: true, to: &bytes) }
        for fragment in fragments {
            left -= 1
            add(type, fragment, isLast: left == 0, to: &bytes)
            type = .continuation
        }
    }

    /// Adds a ping with the first 125 bytes of a payload.
    public mutating func addPing(_ payload: some Collection<UInt8> = [], to bytes: inout [UInt8]) {
        add(.ping, payload.prefix(FrameHead.longestControl), isLast: true, to: &bytes)
    }

    /// Adds a pong with the first 125 bytes of a payload.
    public mutating func addPong(_ payload: some Collection<UInt8> = [], to bytes: inout [UInt8]) {
        add(.pong, payload.prefix(FrameHead.longestControl), isLast: true, to: &bytes)
    }

    /// Adds a closing frame, without a code where that must not be sent.
    ///
    /// The reason is cut after 123 bytes, never inside a character.
    public mutating func addClose(_ code: CloseCode?, reason: String = "", to bytes: inout [UInt8]) {
        guard let code, code.mayBeSent else { return add(.close, [], isLast: true, to: &bytes) }
        var payload = [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 255)]
        for character in reason.unicodeScalars {
            let encoded = String(character).utf8
            guard payload.count + encoded.count <= FrameHead.longestControl else { break }
            payload.append(contentsOf: encoded)
        }
        add(.close, payload, isLast: true, to: &bytes)
    }

    private mutating func add(
        _ type: FrameType, _ payload: some Collection<UInt8>, isLast: Bool, to bytes: inout [UInt8]
    ) {
        let isAdded: Void? = payload.withContiguousStorageIfAvailable {
            add(type, contiguous: $0, isLast: isLast, to: &bytes)
        }
        guard isAdded == nil else { return }
        ContiguousArray(payload).withUnsafeBufferPointer {
            add(type, contiguous: $0, isLast: isLast, to: &bytes)
        }
    }

    /// The same for bytes in one piece, for which this is not generic.
    private mutating func add(
        _ type: FrameType, contiguous payload: UnsafeBufferPointer<UInt8>, isLast: Bool,
        to bytes: inout [UInt8]
    ) {
        let (count, masked) = (payload.count, role == .client ? 0x80 as UInt8 : 0)
        bytes.append(type.rawValue | (isLast ? 0x80 : 0))
        switch count {
        case ...FrameHead.longestControl: bytes.append(UInt8(count) | masked)
        case ..<(1 << 16):
            bytes.append(126 | masked)
            bytes.append(UInt8(count >> 8))
            bytes.append(UInt8(count & 255))
        default:
            bytes.append(127 | masked)
            for shift in (0..<8).reversed() { bytes.append(UInt8(truncatingIfNeeded: count >> (8 * shift))) }
        }
        guard role == .client else { return bytes.append(contentsOf: payload) }
        let mask = FrameMask(word: UInt32(truncatingIfNeeded: masks.next()))
        for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: mask.word >> (8 * shift))) }
        let start = bytes.count
        bytes.append(contentsOf: payload)
        bytes.withUnsafeMutableBytes { mask.apply(to: UnsafeMutableRawBufferPointer(rebasing: $0[start...])) }
    }
}
