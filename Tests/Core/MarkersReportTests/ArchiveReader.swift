@testable import MarkersReport

/// The reason why an archive is not USDZ.
enum ArchiveFault: Error, Equatable {
    case truncated, badSignature, compressed, encrypted, unaligned, badChecksum, badName, disagreement,
        trailing
}

/// A strict reader of what USDZ allows of zip: stored files whose bytes begin at multiples of 64, and nothing else.
struct ArchiveReader {
    private(set) var files: [(name: String, bytes: [UInt8])] = []
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) throws(ArchiveFault) {
        self.bytes = bytes
        guard bytes.count >= 22 else { throw .truncated }
        let end = bytes.count - 22
        guard try number(end, 4) == 0x0605_4b50, try number(end + 20, 2) == 0 else { throw .trailing }
        let count = try number(end + 10, 2), directory = try number(end + 16, 4)
        guard try number(end + 8, 2) == count, try number(end + 4, 4) == 0, count > 0,
            directory + (try number(end + 12, 4)) == end
        else { throw .disagreement }
        var entry = directory, next = 0
        for _ in 0..<count {
            guard try number(entry, 4) == 0x0201_4b50 else { throw .badSignature }
            let start = try number(entry + 42, 4), length = try number(entry + 28, 2)
            guard start == next else { throw .disagreement }
            next = try read(at: start, entry: entry)
            entry += 46 + length + (try number(entry + 30, 2)) + (try number(entry + 32, 2))
        }
        guard entry == end, next == directory else { throw .disagreement }
    }

    /// Reads a file and returns the place after it.
    private mutating func read(at start: Int, entry: Int) throws(ArchiveFault) -> Int {
        guard try number(start, 4) == 0x0403_4b50 else { throw .badSignature }
        // From the flags to the length of the name both say the same.
        for place in 0..<22 where try number(start + 6 + place, 1) != number(entry + 8 + place, 1) {
            throw .disagreement
        }
        guard try number(start + 6, 2) == 0 else { throw .encrypted }
        guard try number(start + 8, 2) == 0 else { throw .compressed }
        let size = try number(start + 18, 4), length = try number(start + 26, 2)
        guard try number(start + 22, 4) == size else { throw .disagreement }
        let data = start + 30 + length + (try number(start + 28, 2))
        guard data % StoredArchive.alignment == 0 else { throw .unaligned }
        guard data + size <= bytes.count else { throw .truncated }
        let content = Array(bytes[data..<(data + size)])
        guard Int(StoredArchive.checksum(of: content)) == (try number(start + 14, 4)) else {
            throw .badChecksum
        }
        let name = String(decoding: bytes[(start + 30)..<(start + 30 + length)], as: UTF8.self)
        guard !name.isEmpty, !name.contains(".."), !name.hasPrefix("/"),
            name.utf8.allSatisfy({ $0 > 32 && $0 < 127 })
        else { throw .badName }
        files.append((name, content))
        return data + size
    }

    private func number(_ place: Int, _ count: Int) throws(ArchiveFault) -> Int {
        guard place >= 0, place + count <= bytes.count else { throw .truncated }
        return (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
}
