/// A member's name as it is written: quoted once, and kept for good, since tables of members are.
struct JSONKey: @unchecked Sendable {
    let quoted: UnsafeBufferPointer<UInt8>

    init(_ name: String) {
        var bytes: [UInt8] = []
        JSONText.quote(name, into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = room.initialize(fromContentsOf: bytes)
        quoted = UnsafeBufferPointer(room)
    }
}
