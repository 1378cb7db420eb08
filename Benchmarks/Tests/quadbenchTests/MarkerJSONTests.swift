import Foundation
import Markers
import Testing

@testable import quadbench

@Suite("Marker files")
struct MarkerJSONTests {
    @Test("what markers writes, json reads with every field")
    func both() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: file) }
        _ = try MarkersCommand.run(["count": "25", "out": file])
        let result = try #require(
            try JSONBench.run(["file": file, "repeat": "1", "foundation": ""]) as? [String: Any])
        #expect(result["markers"] as? Int == 25)
        #expect(result["foundation_mb_per_s"] as? Double ?? 0 > 0)
        let data = try #require(FileManager.default.contents(atPath: file))
        for marker in try MarkerList([UInt8](data)).markers {
            let values = try MarkerValues(marker)
            var json = JSONWriter()
            values.write(to: &json)
            #expect(try json.take() == marker.text)
        }
    }

    @Test("a stream is read, changed and written")
    func stream() throws {
        let result = try #require(try JSONStreamBench.run(["megabytes": "2"]) as? [String: Any])
        #expect(result["markers"] as? Int ?? 0 >= 1000)
    }
}
