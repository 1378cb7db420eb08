import Foundation
import QuadGeometry
import RigidCalibration

/// The worst error to expect after one more marker was placed where the advice says, beside what the advice predicted.
enum AdviceBench {
    static let usage = "advice [--scenes N] [--seed S]"

    static func run(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        let scenes = try options.count("scenes", default: 1000)
        ReliabilityBench.write("seed \(seed), \(scenes) scenes each")
        var rows: [[String: Any]] = [], broken: [String] = []
        for kind in ReliabilityScene.kinds {
            var sum = 0.0, gain = 0.0, best = 0.0, count = 0
            for number in 0..<scenes {
                var random = SeededGenerator(seed: seed, sample: number)
                var kind = kind
                kind.count = (kind.count.lowerBound + 10)...(kind.count.upperBound + 10)
                let scene = ReliabilityScene(kind, using: &random)
                // Of the markers ten are places where one more may be put, and what is to move; the others are in the fit.
                let fitted = scene.count - 10, points = (fitted..<scene.count).map { scene.oldCenter($0) }
                let pairs = try scene.pairs().selected(Array(0..<(4 * fitted)))
                guard
                    let advice = try MarkerAdvice(
                        pairs, candidates: points, moving: points, options: kind.options)
                else { continue }
                let chosen = Array(0..<(4 * fitted)) + (0..<4).map { 4 * (fitted + advice.best) + $0 }
                let then = try Calibration(scene.pairs().selected(chosen), options: kind.options)
                guard let error = then.evidence.covariance?.worstError(atMoved: points.map { then.moved($0) })
                else {
                    continue
                }
                count += 1
                sum += error / advice.errorThen
                gain += advice.errorThen / advice.errorNow
                best += error
            }
            let ratio = sum / Double(max(count, 1))
            let line = String(
                format:
                    "%@: %d scenes, worst error then %.3f of what was predicted, which was %.3f of that before",
                kind.name, count, ratio, gain / Double(max(count, 1)))
            ReliabilityBench.write(line)
            if !(0.95...1.05).contains(ratio) { broken.append(line) }
            rows.append([
                "name": kind.name, "scenes": count, "ratio": ratio, "gain": gain / Double(max(count, 1)),
            ])
        }
        return ["seed": seed, "rows": rows, "broken": broken, QuadBench.failure: !broken.isEmpty]
            as [String: Any]
    }
}

extension ReliabilityScene {
    /// The middle of a marker in the old frame.
    func oldCenter(_ marker: Int) -> SIMD3<Double> {
        (0..<4).reduce(.zero) { $0 + sources[4 * marker + $1] } / 4
    }
}
