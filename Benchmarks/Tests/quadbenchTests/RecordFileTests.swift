import Foundation
import QuadGeometry
import Testing

@testable import quadbench

@Suite("Binary files")
struct RecordFileTests {
    private func withFile(_ body: (String) throws -> Void) rethrows {
        let file = NSTemporaryDirectory() + "quadbench-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try body(file)
    }

    @Test("quads come back as they were written")
    func roundTrip() throws {
        let quads = SceneCommand.quads(100, seed: 7)
        try withFile { file in
            try QuadFile.write(quads, to: file)
            #expect(try QuadFile.read(file) == quads)
        }
    }

    @Test("rays come back as they were written, and ones that cannot be cast as nothing")
    func rays() throws {
        let quads = SceneCommand.quads(10, seed: 7)
        let rays = try ScanBench.rays(20, at: quads, seed: 7)
        try withFile { file in
            try QuadFile.write(rays, to: file)
            #expect(try QuadFile.readRays(file) == rays)
            let zero = [UInt64](repeating: 0, count: 8)
            try RecordFile.write(zero, magic: "RAYS01", wordsPerRecord: 8, to: file)
            #expect(try QuadFile.readRays(file) == [nil])
        }
    }

    @Test("a wrong magic, a cut file and a count that is not true are refused")
    func refusals() throws {
        try withFile { file in
            try QuadFile.write(SceneCommand.quads(3, seed: 1), to: file)
            let whole = try Data(contentsOf: URL(fileURLWithPath: file))
            func refuses(_ data: Data) throws -> Bool {
                try data.write(to: URL(fileURLWithPath: file))
                return (try? QuadFile.read(file)) == nil
            }
            #expect(try refuses(Data()))
            #expect(try refuses(whole.prefix(15)))
            #expect(try refuses(whole.dropLast()))
            #expect(try refuses(whole.dropLast(96)))
            #expect(try refuses(whole + Data(count: 96)))
            #expect(try refuses(Data("RAYS01\0\0".utf8) + whole.dropFirst(8)))
            let huge = withUnsafeBytes(of: UInt64.max.littleEndian) { Data($0) }
            #expect(try refuses(whole.prefix(8) + huge + whole.dropFirst(16)))
            #expect(try !refuses(whole))
        }
        #expect(throws: BenchError.self) { try QuadFile.read("no such file") }
    }
}
