import Foundation
import Markers
import QuadGeometry

/// Makes a file of markers as the server sends them: every field of the contract, coordinates single precision widened.
enum MarkersCommand {
    static let usage = "markers --count N --out F [--seed S]"

    static func run(_ options: [String: String]) throws -> Any {
        let count = try options.count("count", default: 100_000), seed = try options.count("seed", default: 1)
        let file = try options.required("out")
        guard FileManager.default.createFile(atPath: file, contents: nil),
            let output = FileHandle(forWritingAtPath: file)
        else { throw BenchError.badFile(file, "cannot be written") }
        let quads = SceneCommand.quads(min(count, 10_000), seed: UInt64(seed))
        var random = SeededGenerator(seed: UInt64(seed))
        var size = 0
        for index in 0..<count {
            var json = JSONWriter()
            write(quads[index % quads.count], index, &random, &json)
            let bytes = [UInt8(ascii: index == 0 ? "[" : ",")] + (try json.take())
            size += bytes.count
            try output.write(contentsOf: bytes)
        }
        try output.write(contentsOf: Data("]\n".utf8))
        return ["markers": count, "bytes": size + 2, "seed": seed]
    }

    /// A list of one marker for each quad.
    static func document(_ quads: [Quad], seed: UInt64) throws -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        var bytes: [UInt8] = []
        for (index, quad) in quads.enumerated() {
            var json = JSONWriter()
            write(quad, index, &random, &json)
            bytes += [UInt8(ascii: index == 0 ? "[" : ",")] + (try json.take())
        }
        return bytes + Array("]\n".utf8)
    }

    /// One marker, with the vector (0.5, 0, -0.25) between raw and calibrated corners.
    static func write(
        _ quad: Quad, _ index: Int, _ random: inout SeededGenerator, _ json: inout JSONWriter
    ) {
        let id = identifier(&random), session = "5b0e8c1a-7d3f-4e7a-9a51-0c2f4d6e8b13"
        json.object { json in
            json.member("id", id)
            json.member("work_session_id", session)
            json.member("label", index % 10 == 9 ? nil : "Defect \(index + 1)")
            for (i, corner) in quad.corners.enumerated() {
                json.key("p\(i + 1)")
                json.value(corner)
            }
            json.member("color", index % 3 == 0 ? nil : "#FF0000")
            json.member("version", index % 7 + 1)
            json.key("meta")
            json.object { _ in }
            json.key("custom_props")
            json.object { json in
                json.member("severity", ["low", "medium", "high", "critical"][index % 4])
                json.member("confidence", Double(Float(Double.random(in: 0...1, using: &random))))
                json.member("followUpRequired", index % 5 == 0)
            }
            json.key("calibrated_data")
            CalibratedData(quad.map { widened($0 + SIMD3(0.5, 0, -0.25)) }).write(to: &json)
            json.key("details")
            details(quad, id, &json)
            json.member("created_at", "2026-01-16T09:00:00.123456Z")
            json.member("updated_at", "2026-02-17T10:30:00.654321Z")
        }
    }

    private static func details(_ quad: Quad, _ id: String, _ json: inout JSONWriter) {
        let x = quad.corners.map(\.x).sorted(), z = quad.corners.map(\.z).sorted()
        json.object { json in
            json.member("marker_id", id)
            json.member("center_location_long", Double(Float(z.reduce(0, +) / 4)))
            json.member("center_location_cross", Double(Float(x.reduce(0, +) / 4)))
            json.member("x_negative", x[0])
            json.member("x_positive", x[3])
            json.member("z_negative", z[0])
            json.member("z_positive", z[3])
            json.member("long_size", Double(Float(z[3] - z[0])))
            json.member("cross_size", Double(Float(x[3] - x[0])))
            json.key("custom_props")
            json.object { _ in }
            json.member("created_at", "2026-01-16T09:00:01Z")
            json.member("updated_at", "2026-02-17T10:30:01Z")
        }
    }

    private static func widened(_ point: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3<Double>(SIMD3<Float>(point))
    }

    static func identifier(_ random: inout SeededGenerator) -> String {
        let (a, b) = (random.next(), random.next())
        func hex(_ value: UInt64, _ digits: Int) -> String {
            let text = String(value, radix: 16)
            return String(repeating: "0", count: digits - text.count) + text
        }
        return [
            hex(a >> 32, 8), hex(a >> 16 & 0xffff, 4), hex(a & 0xfff | 0x4000, 4),
            hex(b >> 48 & 0x3fff | 0x8000, 4),
            hex(b & 0xffff_ffff_ffff, 12),
        ].joined(separator: "-")
    }
}
