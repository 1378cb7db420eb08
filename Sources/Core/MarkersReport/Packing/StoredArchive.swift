/// A zip archive as USDZ requires it: not compressed, not encrypted, each file's bytes at a multiple of 64.
enum StoredArchive {
    /// The alignment of each file's bytes.
    static let alignment = 64

    /// - Parameter files: the files in the order in which they are written; the first is opened.
    static func bytes(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var archive: [UInt8] = [], directory: [UInt8] = []
        for (name, bytes) in files {
            let start = archive.count, name = Array(name.utf8)
            let unpadded = start + localHeader + name.count
            // Padding is a field of its own, which needs four bytes for its header.
            var padding = (alignment - unpadded % alignment) % alignment
            if padding > 0, padding < 4 { padding += alignment }
            let facts =
                number(20, 2) + number(0, 2) + number(0, 2) + number(0, 2) + number(firstDay, 2)
                + number(Int(checksum(of: bytes)), 4) + number(bytes.count, 4) + number(bytes.count, 4)
                + number(name.count, 2)
            archive += number(0x0403_4b50, 4) + facts + number(padding, 2) + name
            if padding > 0 {
                archive +=
                    number(0x1986, 2) + number(padding - 4, 2) + [UInt8](repeating: 0, count: padding - 4)
            }
            archive += bytes
            directory +=
                number(0x0201_4b50, 4) + number(20, 2) + facts + number(0, 2) + number(0, 2) + number(0, 2)
                + number(0, 2) + number(0, 4) + number(start, 4) + name
        }
        let end =
            number(0x0605_4b50, 4) + number(0, 4) + number(files.count, 2) + number(files.count, 2)
            + number(directory.count, 4) + number(archive.count, 4) + number(0, 2)
        return archive + directory + end
    }

    private static let localHeader = 30
    /// The first of January 1980, so that the same input gives the same bytes.
    private static let firstDay = 0x21

    private static func number(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// CRC-32 (ISO 3309).
    static func checksum(of bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8
        }
    }

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xedb8_8320 ^ sum >> 1 : sum >> 1 }
    }
}
