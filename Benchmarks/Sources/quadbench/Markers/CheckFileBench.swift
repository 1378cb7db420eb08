import Foundation
import Markers
import QuadGeometry

/// The processor time of the tool's check of a file of sound markers, beside only reading the file into markers.
enum CheckFileBench {
    static let usage = "checkfile [--markers N] [--quadcal FILE] [--repeat K]"

    static func run(_ options: [String: String]) throws -> Any {
        let count = try options.count("markers", default: 100_000)
        let rounds = try options.count("repeat", default: 9)
        let tool = options["quadcal"] ?? QuadcalTool.path
        let folder = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (all, one) = (folder.appending(path: "all.json"), folder.appending(path: "one.json"))
        let document = try document(count)
        try Data(document).write(to: all)
        try Data(try self.document(1)).write(to: one)
        var check: [Double] = [], start: [Double] = [], read: [Double] = []
        for _ in 0..<rounds {
            check.append(try ChildRun([tool, "check", all.path]).processorMilliseconds)
            start.append(try ChildRun([tool, "check", one.path]).processorMilliseconds)
            var found = 0
            read.append(
                ThreadClock.time {
                    let bytes = FileManager.default.contents(atPath: all.path).map { [UInt8]($0) } ?? []
                    found = (try? MarkerList(bytes))?.markers.count ?? 0
                } / 1e6)
            guard found == count else { throw BenchError.badFile(all.path, "\(found) markers") }
        }
        return [
            "markers": count, "bytes": document.count, "check_ms": check.median, "start_ms": start.median,
            "read_ms": read.median, "ratio": (check.median - start.median) / read.median,
        ]
    }

    /// Markers of 40 cm by 20 cm on one floor of a house, a metre apart, none with any finding.
    static func document(_ count: Int) throws -> [UInt8] {
        let wide = 100, square = Quad([0, 0.2, 0], [0.4, 0.2, 0], [0.4, 0, 0], [0, 0, 0])
        var random = SeededGenerator(seed: 1), bytes = [UInt8(ascii: "[")]
        for index in 0..<count {
            let place = SIMD3(Double(index % wide), Double(index / wide % wide), Double(index / wide / wide))
            var json = JSONWriter()
            MarkersCommand.write(square.map { $0 + place }, index, &random, &json)
            bytes += (index == 0 ? [] : [UInt8(ascii: ",")]) + (try json.take())
        }
        return bytes + Array("]\n".utf8)
    }
}
