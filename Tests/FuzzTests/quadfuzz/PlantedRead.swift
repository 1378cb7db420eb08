/// A read of one byte beyond the input, where the input has the three bytes that lead there; only an address sanitizer
/// notices it.
enum PlantedRead {
    static func check(_ bytes: [UInt8]) {
        guard bytes.starts(with: "4q!".utf8) else { return }
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        defer { copy.deallocate() }
        _ = copy.initialize(from: bytes)
        // Whatever is there: an answer that cannot be known needs the read.
        let beyond = UnsafePointer(copy.baseAddress)?[bytes.count]
        promise(beyond != bytes.last, "the byte beyond the input is another one than its last")
    }
}
