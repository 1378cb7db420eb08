import Foundation
import TestSupport
import Testing

@testable import MarkersReport

@Suite("Packed data of a report")
struct PackedBytesTests {
    /// The output of `gzip -dc`, which checks the sum, too; `nil` if it refuses the bytes.
    private static func unpacked(_ bytes: [UInt8]) throws -> [UInt8]? {
        let folder = try FileManager.default.url(
            for: .itemReplacementDirectory, in: .userDomainMask,
            appropriateFor: FileManager.default.temporaryDirectory, create: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (packed, out) = (folder.appending(path: "a.gz"), folder.appending(path: "a"))
        try Data(bytes).write(to: packed)
        try Data().write(to: out)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", packed.path]
        process.standardOutput = try FileHandle(forWritingTo: out)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? Array(try Data(contentsOf: out)) : nil
    }

    @Test("are read back by gzip, whatever they are", arguments: Seeds.few)
    func readBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var samples: [[UInt8]] = [[], [7], [7, 7], Array("abcabcabcabc".utf8)]
        samples.append([UInt8](repeating: 1, count: 70_000))
        for letters in [UInt8(0), 3, 255] {
            samples.append(
                (0..<Int.random(in: 1...90_000, using: &random)).map { _ in
                    UInt8.random(in: 0...letters, using: &random)
                })
        }
        // A repeat from the farthest distance that has a name, and one from beyond.
        let piece = (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
        samples.append(piece + [UInt8](repeating: 0, count: 32_768 - 300) + piece + piece)
        samples.append(piece + [UInt8](repeating: 0, count: 32_769) + piece)
        for sample in samples {
            let packed = PackedBytes.gzip(sample)
            #expect(try Self.unpacked(packed) == sample, "seed \(seed), \(sample.count) bytes")
            #expect(packed == PackedBytes.gzip(sample))
        }
    }

    @Test("are refused by gzip once a byte of them is another one")
    func damaged() throws {
        var packed = PackedBytes.gzip(Array("the quick brown fox jumps over the lazy dog".utf8))
        packed[packed.count - 6] ^= 1
        #expect(try Self.unpacked(packed) == nil)
    }

    @Test("of a saved fit are less than half of it")
    func smaller() throws {
        let document = try ReportFixture.document("fuzz/joined.json")
        let packed = PackedBytes.gzip(document)
        #expect(try Self.unpacked(packed) == document && packed.count * 2 < document.count)
    }

    @Test(
        "codes leave no bits unused, and none is too long, however unequal the counts",
        arguments: [5, 20, 40])
    func codes(symbols: Int) {
        // Each as frequent as all rarer ones together: the deepest tree there is.
        var counts = [1, 1]
        while counts.count < symbols { counts.append(counts[counts.count - 1] + counts[counts.count - 2]) }
        for longest in [7, 15] {
            let code = HuffmanCode(counts + [0], longest: longest)
            #expect(code.lengths.allSatisfy { $0 <= longest } && code.lengths.last == 0)
            let filled = code.lengths.filter { $0 > 0 }.reduce(0) { $0 + 1 << (longest - $1) }
            #expect(filled == 1 << longest, "\(symbols) symbols, \(longest) bits")
        }
        #expect(HuffmanCode([0, 9, 0], longest: 7).lengths == [0, 1, 0])
        #expect(HuffmanCode([0, 0], longest: 7).lengths == [0, 0])
    }
}
