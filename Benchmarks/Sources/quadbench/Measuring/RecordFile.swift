import Foundation

/// The binary files of the bench: an 8-byte magic padded with zeros, a count as u64, then records of f64, or of an i64
/// followed by f64; all little-endian.
enum RecordFile {
    /// The numbers of all records, one after the other.
    static func read(_ file: String, magic: String, numbers: Int) throws -> [Double] {
        let words = try words(file, magic: magic)
        let held = words.count - 1
        guard let count = words.first.flatMap(Int.init(exactly:)), held % numbers == 0,
            held / numbers == count
        else {
            throw BenchError.badFile(
                file, "says \(words.first ?? 0) records of \(numbers) numbers, but holds \(held)")
        }
        return words.dropFirst().map(Double.init(bitPattern:))
    }

    /// All that follows the magic, in words of eight bytes.
    static func words(_ file: String, magic: String) throws -> [UInt64] {
        let bytes: [UInt8]
        do { bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file))) } catch {
            throw BenchError.badFile(file, "cannot be read")
        }
        guard bytes.count >= 8, Array(bytes[..<8]) == padded(magic) else {
            throw BenchError.badFile(file, "does not begin with the magic \(magic)")
        }
        guard bytes.count % 8 == 0 else { throw BenchError.badFile(file, "ends within a number") }
        return bytes.withUnsafeBytes { raw in
            stride(from: 8, to: raw.count, by: 8).map {
                UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
            }
        }
    }

    /// Writes records of whole words; doubles go in by their bit patterns.
    static func write(_ words: [UInt64], magic: String, wordsPerRecord: Int, to file: String) throws {
        try write([UInt64(words.count / wordsPerRecord)] + words, magic: magic, to: file)
    }

    /// Writes all that follows the magic.
    static func write(_ words: [UInt64], magic: String, to file: String) throws {
        let header = padded(magic).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
        let all = [header] + words.map(\.littleEndian)
        let data = all.withUnsafeBytes { Data($0) }
        do { try data.write(to: URL(fileURLWithPath: file), options: .atomic) } catch {
            throw BenchError.badFile(file, "cannot be written")
        }
    }

    private static func padded(_ magic: String) -> [UInt8] {
        Array(magic.utf8) + [UInt8](repeating: 0, count: 8 - magic.utf8.count)
    }
}
