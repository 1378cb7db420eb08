import ARMessages
import Foundation
import FrameGraph
import QuadGeometry
import RigidCalibration

/// The error of a place 3 m away after two frames were joined by what both devices have seen, by model.
enum AlignBench {
    static let usage = "align [--seeds N] [--seed S]"

    /// A coordinate, on each side, in metres; of a difference.
    private static let noise = 0.005, differenceNoise = noise * 2.0.squareRoot()
    private static let degree = Double.pi / 180
    /// The distance of the place, in metres, and the tilt of gravity's prior, in degrees.
    private static let distance = 3.0, priorTilt = 0.5

    /// The things that are seen, and the medians in millimetres that independent code found: yaw, gravity, rigid.
    private static let rows: [(name: String, seen: Seen, tilt: Double, medians: [Double?])] = [
        ("2 points", .points(2), 0.1, [18.3, 21.1, nil]),
        ("4 points", .points(4), 0.1, [10.9, 16.4, 21.3]),
        ("4 points, tilt 1°", .points(4), 1, [47.5, 21.2, 21.3]),
        ("8 points", .points(8), 0.1, [8.0, 11.6, 12.7]),
        ("20 points", .points(20), 0.1, [6.0, 7.2, 7.5]),
        ("one quad", .quads([.zero]), 0.1, [35.2, 37.8, 74.7]),
        ("two quads", .pair, 0.1, [7.2, 11.1, 22.4]),
        (
            "four quads",
            .quads([SIMD3(-2, 0, 0), SIMD3(2, 0, 0), SIMD3(0, 0, -2), SIMD3(0, 0, 2)]), 0.1,
            [5.4, 4.8, 4.8]
        ),
    ]

    private enum Seen {
        case points(Int)
        case quads([SIMD3<Double>])
        /// Two quads 2 m apart, in any level direction.
        case pair
    }

    private static let models: [(name: String, model: MotionModel)] = [
        ("yaw", .yaw), ("gravity", .gravity(tilt: priorTilt)), ("rigid", .rigid),
    ]

    /// The most that a median may differ, as a share, over 3,000 seeds.
    private static let mostApart = 0.1
    /// The largest share of scenes in which a model may be refused.
    private static let mostRefused = 0.01
    /// Fewer scenes would let any median pass.
    private static let fewestSeeds = 1000
    /// The directions of an edge's error, which is the mean of its squares in deviations, and the most that a mean may differ, as a share,
    /// since the covariance is that of small errors. Over n scenes it deviates by the root of 2 / (6 n), so many times that at most.
    private static let directions = 6.0, mostOfSquares = 0.02, deviations = 4.0
    /// A median of n errors that spread as these do deviates by about this over the root of n, as a share.
    private static let medianScatter = 1.0

    static func run(_ options: [String: String]) throws -> Any {
        let seeds = try options.count("seeds", default: 3000)
        guard seeds >= fewestSeeds else {
            throw BenchError.usage("--seeds \(seeds): at least \(fewestSeeds), or the bounds say nothing")
        }
        let seed = UInt64(try options.count("seed", default: 1))
        var table: [[String: Any]] = [], largest = 0.0, worstSquares = 0.0
        for (place, row) in rows.enumerated() {
            var errors: [String: [Double]] = [:], squares: [Double] = []
            for sample in 0..<seeds {
                var random = SeededGenerator(seed: seed &+ UInt64(place) &* 1_000_003, sample: sample)
                try measure(row.seen, tilt: row.tilt, using: &random) { name, error in
                    errors[name, default: []].append(1000 * error)
                } squares: {
                    squares.append($0)
                }
            }
            var result: [String: Any] = ["name": row.name]
            for ((name, _), expected) in zip(models, row.medians) {
                guard let expected else {
                    guard errors[name] == nil else {
                        throw BenchError.violated("\(name) of \(row.name) is determined")
                    }
                    continue
                }
                // Pairs that happen to be above each other to within the noise are refused.
                let found = errors[name] ?? [], refused = seeds - found.count
                guard Double(refused) <= mostRefused * Double(seeds) else {
                    throw BenchError.violated("\(name) of \(row.name) is refused in \(refused) scenes")
                }
                let rms = (found.reduce(0) { $0 + $1 * $1 } / Double(found.count)).squareRoot()
                result[name] = [
                    "median_mm": found.median, "rms_mm": rms, "refused": refused,
                    "of_expected": found.median / expected,
                ]
                largest = max(largest, abs(found.median / expected - 1))
            }
            if !squares.isEmpty {
                let mean = squares.reduce(0, +) / Double(squares.count)
                result["squares_of_6"] = mean
                worstSquares = max(worstSquares, abs(mean / directions - 1))
            }
            table.append(result)
        }
        let isRefused = try verticalIsRefused()
        let boundOfSquares = mostOfSquares + deviations * (2 / (directions * Double(seeds))).squareRoot()
        let bound = mostApart + medianScatter / Double(seeds).squareRoot()
        return [
            "seed": seed, "seeds": seeds, "table": table, "largest_deviation": largest, "bound": bound,
            "largest_deviation_of_squares": worstSquares, "bound_of_squares": boundOfSquares,
            "vertical_pair_refused": isRefused,
            QuadBench.failure: !(largest <= bound) || !(worstSquares <= boundOfSquares) || !isRefused,
        ] as [String: Any]
    }

    /// Draws a scene, and gives the error of every model that it determines.
    private static func measure(
        _ seen: Seen, tilt: Double, using random: inout SeededGenerator, _ take: (String, Double) -> Void,
        squares: (Double) -> Void
    ) throws {
        let points = points(seen, using: &random)
        let around = Double.random(in: 0..<2 * .pi, using: &random)
        let axis = SIMD3(cos(around), 0, sin(around)) * (tilt * degree)
        let yaw = SIMD3(0, Double.random(in: 0..<2 * .pi, using: &random), 0)
        let shift = SIMD3(
            Double.random(in: -2...2, using: &random), .random(in: -2...2, using: &random),
            .random(in: -2...2, using: &random))
        let truth = try GraphScene.motion(axis, shift) * GraphScene.motion(yaw, .zero)
        let sources = points.map { $0 + GraphScene.normals(using: &random) * noise }
        let targets = points.map { truth * $0 + GraphScene.normals(using: &random) * noise }
        let place = SIMD3<Double>.randomDirection(using: &random) * distance
        let pairs = try Correspondences(sources: sources, targets: targets)
        for (name, model) in models {
            var options = CalibrationOptions()
            (options.model, options.noise) = (model, differenceNoise)
            guard let motion = try? Calibration.motion(of: pairs, options: options).transform else {
                continue
            }
            take(name, (motion * place - truth * place).length)
        }
        // The edge that a graph gets, in units of the errors that it claims; without a prior, which knows more of the truth than the scene.
        if let edge = try? FrameAlignment(
            from: "a", to: "b", seen: pairs, model: .rigid, noise: differenceNoise
        ).edge, let error = edge.covariance.squaredDistance((edge.motion.inverted() * truth).twist) {
            squares(error)
        }
    }

    private static func points(_ seen: Seen, using random: inout SeededGenerator) -> [SIMD3<Double>] {
        func level() -> SIMD3<Double> {
            let angle = Double.random(in: 0..<2 * .pi, using: &random)
            return SIMD3(cos(angle), 0, sin(angle))
        }
        func quad(_ center: SIMD3<Double>) -> [SIMD3<Double>] {
            let right = level() * 0.15, up = SIMD3(0, 0.15, 0)
            return [center - right + up, center + right + up, center + right - up, center - right - up]
        }
        switch seen {
        case .points(let count):
            return (0..<count).map { _ in
                SIMD3(
                    .random(in: -1...1, using: &random), .random(in: -1...1, using: &random),
                    .random(in: -1...1, using: &random))
            }
        case .quads(let centers): return centers.flatMap(quad)
        case .pair:
            let half = level()
            return quad(-half) + quad(half)
        }
    }

    /// Two points above each other leave the heading free, and that is said.
    private static func verticalIsRefused() throws -> Bool {
        let points = [SIMD3(0.2, 0, 0.4), SIMD3(0.2, 1, 0.4)]
        let pairs = try Correspondences(sources: points, targets: points)
        do throws(FrameAlignmentError) {
            _ = try FrameAlignment(from: "a", to: "b", seen: pairs, model: .yaw, noise: differenceNoise)
            return false
        } catch {
            guard case .turnFree(SIMD3(0, 1, 0), _) = error else { return false }
            return true
        }
    }
}
