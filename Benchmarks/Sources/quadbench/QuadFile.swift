import Foundation
import QuadGeometry

/// The binary `QUADS1` file: an 8-byte magic padded with zeros, a count as u64, then p1 to p4 as twelve f64 each,
/// all little-endian.
enum QuadFile {
    private static let magic = Array("QUADS1\0\0".utf8)
    private static let recordSize = 96

    static func read(_ file: String) throws -> [Quad] {
        let bytes: [UInt8]
        do { bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file))) } catch {
            throw BenchError.badFile(file, "cannot be read")
        }
        guard bytes.count >= 16, Array(bytes[..<8]) == magic else {
            throw BenchError.badFile(file, "does not begin with the magic QUADS1")
        }
        func word(_ offset: Int) -> UInt64 {
            bytes.withUnsafeBytes {
                UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            }
        }
        let (size, overflow) = Int(truncatingIfNeeded: word(8)).multipliedReportingOverflow(by: recordSize)
        guard !overflow, size >= 0, bytes.count - 16 == size else {
            throw BenchError.badFile(
                file, "says \(word(8)) quads of \(recordSize) bytes, but holds \(bytes.count - 16) bytes")
        }
        func point(_ offset: Int) -> SIMD3<Double> {
            SIMD3(
                Double(bitPattern: word(offset)), Double(bitPattern: word(offset + 8)),
                Double(bitPattern: word(offset + 16)))
        }
        return stride(from: 16, to: bytes.count, by: recordSize).map {
            Quad(point($0), point($0 + 24), point($0 + 48), point($0 + 72))
        }
    }

    static func write(_ quads: [Quad], to file: String) throws {
        var data = Data(magic)
        func append(_ word: UInt64) { withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) } }
        append(UInt64(quads.count))
        for quad in quads {
            for corner in quad.corners {
                for axis in 0..<3 { append(corner[axis].bitPattern) }
            }
        }
        try data.write(to: URL(fileURLWithPath: file), options: .atomic)
    }
}
