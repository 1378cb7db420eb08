import Foundation

/// The binary files of the bench: an 8-byte magic padded with zeros, a count as u64, then records of f64, or of an i64
/// followed by f64; all little-endian.
enum RecordFile {
    private static let headerSize = 16

    /// The numbers of all records, one after the other.
    static func read(_ file: String, magic: String, numbers: Int) throws -> [Double] {
        let bytes: [UInt8]
        do { bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file))) } catch {
            throw BenchError.badFile(file, "cannot be read")
        }
        guard bytes.count >= headerSize, Array(bytes[..<8]) == padded(magic) else {
            throw BenchError.badFile(file, "does not begin with the magic \(magic)")
        }
        return try bytes.withUnsafeBytes { raw in
            func word(_ offset: Int) -> UInt64 {
                UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            }
            let held = bytes.count - headerSize
            guard let count = Int(exactly: word(8)), held % (8 * numbers) == 0, held / (8 * numbers) == count
            else {
                throw BenchError.badFile(
                    file, "says \(word(8)) records of \(8 * numbers) bytes, but holds \(held) bytes")
            }
            return (0..<count * numbers).map { Double(bitPattern: word(headerSize + 8 * $0)) }
        }
    }

    /// Writes records of whole words; doubles go in by their bit patterns.
    static func write(_ words: [UInt64], magic: String, wordsPerRecord: Int, to file: String) throws {
        let header = padded(magic).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
        let all = [header, UInt64(words.count / wordsPerRecord).littleEndian] + words.map(\.littleEndian)
        let data = all.withUnsafeBytes { Data($0) }
        do { try data.write(to: URL(fileURLWithPath: file), options: .atomic) } catch {
            throw BenchError.badFile(file, "cannot be written")
        }
    }

    private static func padded(_ magic: String) -> [UInt8] {
        Array(magic.utf8) + [UInt8](repeating: 0, count: 8 - magic.utf8.count)
    }
}
