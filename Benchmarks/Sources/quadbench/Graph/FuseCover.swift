import Foundation
import FrameGraph
import QuadGeometry

/// The share of fused corners that are within the error that is said of them, and the width of what is said beside what it should be.
enum FuseCover {
    static let usage = "fuse-cover [--seeds N] [--seed S]"

    /// The shares that may be within, in the mean of all kinds and of one, and the most that bounds may be too wide.
    private static let mean = 0.94...0.985, least = 0.88, widest = 1.6

    static func run(_ options: [String: String]) throws -> Any {
        let seeds = try options.count("seeds", default: 200),
            seed = UInt64(try options.count("seed", default: 1))
        var rows: [[String: Any]] = [], shares: [Double] = [], faults: [String] = []
        for kind in ScannedPlace.Kind.all {
            var ratios: [Double] = [], scenes: [Double] = []
            for sample in 0..<seeds {
                let place = try ScannedPlace(kind, seed: seed, sample: sample)
                let sessions = place.sessions.enumerated().map {
                    FusionSession(name: "\($0.offset)", markers: $0.element)
                }
                // Two sessions may have too little in common, which is said.
                guard let fusion = try? SessionFusion(sessions, options: FusionOptions(root: "0")) else {
                    continue
                }
                let own = fusion.markers.flatMap { marker -> [Double] in
                    guard !marker.isCarriedOver, let truth = place.truth[marker.key] else { return [] }
                    return (0..<4).filter { marker.agreeing[$0] > 1 && !marker.undecided.contains($0) }.map {
                        (marker.quad[corner: $0] - truth[corner: $0]).length / marker.bound(ofCorner: $0)
                    }
                }
                guard !own.isEmpty else { continue }
                ratios += own
                scenes.append(Double(own.count { $0 <= 1 }) / Double(own.count))
            }
            let share = Double(ratios.count { $0 <= 1 }) / Double(ratios.count)
            let wide = 1 / ratios.sorted()[ratios.count * 95 / 100]
            shares.append(share)
            if share < least || wide > widest { faults.append(kind.name) }
            let tenth = scenes.sorted()[scenes.count / 10]
            rows.append(["kind": kind.name, "within": share, "tenth_scene": tenth, "times_too_wide": wide])
            let line = String(
                format: "%5.1f %% within, %3.0f in one of ten, %.2f wide", 100 * share, 100 * tenth, wide)
            FileHandle.standardError.write(Data("\(line)  \(kind.name)\n".utf8))
        }
        let all = shares.reduce(0, +) / Double(shares.count)
        guard mean.contains(all), faults.isEmpty else {
            throw BenchError.violated("\(100 * all) % within their errors, seed \(seed); \(faults)")
        }
        return ["seed": seed, "scenes": seeds, "within": all, "rows": rows]
    }
}
