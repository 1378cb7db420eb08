import Foundation
import QuadGeometry
import RigidCalibration
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
        let rays = try SceneCommand.rays(20, at: quads, seed: 7)
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

    @Test("fit problems are read by their two counts, and refused when those are not true")
    func problems() throws {
        let points = (0..<24).map { Double($0 * $0 % 7).bitPattern }
        func write(_ counts: [UInt64], _ numbers: [UInt64], to file: String) throws {
            try RecordFile.write(
                Array((counts + numbers).dropFirst()), magic: "REGPROB1", wordsPerRecord: 1, to: file)
            var data = try Data(contentsOf: URL(fileURLWithPath: file))
            data.replaceSubrange(8..<16, with: withUnsafeBytes(of: counts[0].littleEndian) { Data($0) })
            try data.write(to: URL(fileURLWithPath: file))
        }
        try withFile { file in
            try write([1, 4], points, to: file)
            let problem = try #require(try ProblemFile.read(file).first)
            #expect(try problem.get().count == 4)
            let last = try problem.get().targets[3]
            #expect(last == SIMD3<Double>(0, 1, 4))
            try write([2, 2], points.dropLast() + [Double.nan.bitPattern], to: file)
            #expect(throws: (any Error).self) { try ProblemFile.read(file)[1].get() }
            for counts: [UInt64] in [[1, 5], [2, 4], [UInt64.max, 4], [1 << 40, 1 << 40], [0, 4]] {
                try write(counts, points, to: file)
                #expect(throws: BenchError.self, "\(counts)") { try ProblemFile.read(file) }
            }
        }
    }
}
