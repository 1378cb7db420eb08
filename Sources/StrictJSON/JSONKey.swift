/// A member's name as it is written: quoted once, and kept for good, since tables of members are.
struct JSONKey: @unchecked Sendable {
    let quoted: UnsafeBufferPointer<UInt8>

    init(_ name: String) {
        var json = JSONWriter()
        json.key(name)
        let bytes = json.bytes.dropLast()
        let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = room.initialize(fromContentsOf: bytes)
        quoted = UnsafeBufferPointer(room)
    }
}
