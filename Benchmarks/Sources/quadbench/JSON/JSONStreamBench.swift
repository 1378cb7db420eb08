import Foundation
import Markers
import QuadGeometry

/// Reads a list of markers that is generated on the fly and larger than memory, changes each and rewrites it.
enum JSONStreamBench {
    static let usage = "jsonstream [--megabytes N] [--seed S]"

    static func run(_ options: [String: String]) throws -> Any {
        let stream = try MarkerStream(
            megabytes: options.count("megabytes", default: 2000),
            seed: UInt64(options.count("seed", default: 1)))
        var read = 0, written = 0, count = 0
        let before = JSONBench.peakMegabytes, memory = PeakMemory()
        var failure: (any Error)?
        let time = ThreadClock.time {
            do {
                var reader = MarkerReader(stream.source)
                var json = JSONWriter()
                while let next = try reader.next() {
                    var marker = try next.get()
                    try marker.setQuad(try marker.quad.map { $0 + SIMD3(0.5, 0, -0.25) })
                    json.value(marker)
                    json.endLine()
                    count += 1
                    if json.bytes.count > 1 << 16 {
                        try json.drain { piece throws(JSONError) in written += piece.count }
                    }
                }
                written += json.bytes.count
                read = stream.given
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return [
            "markers": count, "bytes_read": read, "bytes_written": written,
            "read_change_write_mb_per_s": Double(read) / time * 1e3, "peak_mb_before": before,
            "peak_mb": JSONBench.peakMegabytes, "grown_mb": memory.grown ?? .nan,
        ]
    }
}
