import Foundation
import Markers
import QuadGeometry

/// The speed of reading and writing marker JSON, beside Foundation's decoder and peers in the same run.
enum JSONBench {
    static let usage = "json --file F [--repeat K] [--foundation] [--peer COMMAND]"

    static func run(_ options: [String: String]) throws -> Any {
        let file = try options.required("file")
        guard let contents = FileManager.default.contents(atPath: file) else {
            throw BenchError.badFile(file, "cannot be read")
        }
        let bytes = [UInt8](contents)
        let data = options["foundation"].map { _ in contents }
        let list = try MarkerList(bytes)
        guard !list.markers.isEmpty, list.refused.isEmpty else {
            throw BenchError.badFile(file, "\(list.refused.count) refused of \(list.markers.count)")
        }
        let rounds = try options.count("repeat", default: 7)
        let peakAfterReading = peakMegabytes
        let markers = list.markers.count
        func rates(_ times: [Double]) -> [Double] { times.map { Double(bytes.count) / $0 * 1e3 } }

        var read: [Double] = [], touched: [Double] = [], written: [Double] = [], foundation: [Double] = []
        var sum = 0.0, size = 0
        let peer = try options["peer"].map { try PeerProcess($0, files: file) }
        var theirs: [Double] = []
        let values = try list.markers.map(MarkerValues.init)
        for _ in 0..<rounds {
            read.append(
                ThreadClock.time {
                    if let list = try? MarkerList(bytes) { sum += Double(list.markers.count) }
                })
            touched.append(ThreadClock.time { sum += (try? touch(MarkerList(bytes))) ?? .nan })
            written.append(ThreadClock.time { size = write(values) })
            if let data {
                foundation.append(ThreadClock.time { sum += (try? Double(decoded(data).count)) ?? .nan })
            }
            if let peer { theirs.append(try peer.round() * Double(markers)) }
        }
        var result: [String: Any] = [
            "name": "MarkerList", "bytes": bytes.count, "markers": markers, "mb_per_s": rates(read),
            "median_mb_per_s": rates(read).median, "every_field_mb_per_s": rates(touched).median,
            "written_mb_per_s": Double(size) / written.median * 1e3, "peak_mb": peakAfterReading,
        ]
        if !foundation.isEmpty { result["foundation_mb_per_s"] = rates(foundation).median }
        if let peer {
            result["peer"] = peer.name
            result["peer_mb_per_s"] = rates(theirs).median
            result["ratio"] = rates(read).median / rates(theirs).median
        }
        guard sum.isFinite else { throw BenchError.badFile(file, "cannot be read again") }
        return result
    }

    /// The most memory this process has had, in megabytes.
    static var peakMegabytes: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Double(usage.ru_maxrss) / 1024
    }

    /// Reads every field of every marker.
    @inline(never)
    private static func touch(_ list: MarkerList) throws -> Double {
        try list.markers.reduce(0) { try $0 + MarkerValues($1).checksum }
    }

    /// Writes every field of every marker from its value, numbers as numbers.
    @inline(never)
    private static func write(_ markers: [MarkerValues]) -> Int {
        var size = 0
        var json = JSONWriter()
        json.array { json in
            for marker in markers {
                marker.write(to: &json)
                if json.bytes.count > 1 << 16 {
                    try? json.drain { piece throws(JSONError) in size += piece.count }
                }
            }
        }
        return size + json.bytes.count
    }

    @inline(never)
    private static func decoded(_ data: Data) throws -> [FoundationMarker] {
        try JSONDecoder().decode([FoundationMarker].self, from: data)
    }
}
