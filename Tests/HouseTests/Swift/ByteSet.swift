/// Bytes that are searched for, without a reference count for each byte in debug builds.
struct ByteSet {
    private var isMember = [Bool](repeating: false, count: 256)

    init(_ members: some Sequence<UInt8>) {
        for byte in members { isMember[Int(byte)] = true }
    }

    /// The first place from a start that holds a member, or the end.
    func place(in bytes: [UInt8], from start: Int) -> Int { place(in: bytes, from: start, isMember: true) }

    /// The first place from a start that holds no member, or the end.
    func end(in bytes: [UInt8], from start: Int) -> Int { place(in: bytes, from: start, isMember: false) }

    private func place(in bytes: [UInt8], from start: Int, isMember wanted: Bool) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            isMember.withUnsafeBufferPointer { isMember in
                var place = start
                while place < bytes.count, isMember[Int(bytes[place])] != wanted { place += 1 }
                return place
            }
        }
    }
}
