import Foundation
import QuadGeometry
import RigidCalibration

/// Made-up markers whose errors follow the model that a fit reckons with: errors of markers and of their corners, frames that are nearly
/// level, and a drift whose mean square grows with the distance.
struct ReliabilityScene {
    /// What errors scenes have, and what a fit is told of them.
    struct Kind {
        let name: String
        var options: CalibrationOptions
        /// Deviations of one coordinate, in metres; the drift's of two places a metre apart.
        var marker: Double, corner: Double
        var drift = 0.0
        var count = 6...20
        /// What counts are judged by: the false alarms and the errors found, in percent.
        let falseAlarms: ClosedRange<Double>
        let found: ClosedRange<Double>
    }

    static let kinds: [Kind] = {
        var stated = CalibrationOptions()
        (stated.noise, stated.markerNoise, stated.drift) = (0.002, 0.005, .none)
        var estimated = CalibrationOptions()
        estimated.drift = .none
        var single = stated
        (single.noise, single.markerNoise) = (0.005, 0)
        return [
            Kind(
                name: "stated", options: stated, marker: 0.005, corner: 0.002, falseAlarms: 0.07...0.13,
                found: 78...82),
            Kind(
                name: "corners alone", options: single, marker: 0, corner: 0.005, falseAlarms: 0.07...0.13,
                found: 78...82),
            Kind(
                name: "estimated", options: estimated, marker: 0.005, corner: 0.002, falseAlarms: 0.07...0.13,
                found: 78...82),
            // What drift does to tests whose size of it is estimated is counted, not promised.
            Kind(
                name: "drift reckoned with, none there", options: CalibrationOptions(), marker: 0.005,
                corner: 0.002,
                falseAlarms: 0...1, found: 0...100),
            Kind(
                name: "drift", options: CalibrationOptions(), marker: 0.005, corner: 0.002, drift: 0.003,
                count: 8...20, falseAlarms: 0...1, found: 0...100),
        ]
    }()

    /// The corners of each marker, and where they were seen in the new frame.
    private(set) var sources: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = []
    let centers: [SIMD3<Double>]
    let count: Int

    init(_ kind: Kind, using random: inout SeededGenerator) {
        count = Int.random(in: kind.count, using: &random)
        // A room of 12 x 6 x 3 m.
        centers = (0..<count).map { _ in
            SIMD3(
                .random(in: 0...12, using: &random), .random(in: 0...3, using: &random),
                .random(in: 0...6, using: &random))
        }
        let motion = ReliabilityScene.motion(using: &random)
        let drift = ReliabilityScene.drift(kind.drift, centers, using: &random)
        for place in 0..<count {
            let quad = ReliabilityScene.quad(centers[place], using: &random)
            let error = SIMD3<Double>.normal(using: &random) * kind.marker + drift[place]
            for corner in quad {
                sources.append(corner)
                targets.append(motion(corner) + error + SIMD3<Double>.normal(using: &random) * kind.corner)
            }
        }
    }

    /// The pairs, with a marker off by some vector.
    func pairs(planted: (marker: Int, error: SIMD3<Double>)? = nil) throws -> Correspondences {
        var targets = targets
        if let planted {
            for corner in 0..<4 { targets[4 * planted.marker + corner] += planted.error }
        }
        return try Correspondences(
            sources: sources, targets: targets, groups: (0..<(4 * count)).map { $0 / 4 })
    }

    /// A turn about the vertical with a tilt as frames have, and a shift.
    private static func motion(using random: inout SeededGenerator) -> (SIMD3<Double>) -> SIMD3<Double> {
        let tilt = MotionModel.usualTilt * .pi / 180
        let lean = Rotation(
            rotationVector: SIMD3(
                Double.normal(using: &random) * tilt, 0, Double.normal(using: &random) * tilt))
        let yaw = Rotation(rotationVector: SIMD3(0, .random(in: -3...3, using: &random), 0))
        let shift = SIMD3<Double>.random(in: -5...5, using: &random)
        return { point in ((yaw ?? .identity) * ((lean ?? .identity) * point)) + shift }
    }

    /// A square of 0.2 m in any direction.
    private static func quad(_ center: SIMD3<Double>, using random: inout SeededGenerator) -> [SIMD3<Double>]
    {
        let turn =
            Rotation(
                rotationVector: .randomDirection(using: &random) * Double.random(in: 0...3, using: &random))
            ?? .identity
        return [SIMD3(-0.1, -0.1, 0), SIMD3(0.1, -0.1, 0), SIMD3(0.1, 0.1, 0), SIMD3(-0.1, 0.1, 0)].map {
            center + turn * $0
        }
    }

    /// A field whose mean square difference grows with the distance to the power of 1.75, from none at the first place.
    private static func drift(
        _ size: Double, _ places: [SIMD3<Double>], using random: inout SeededGenerator
    ) -> [SIMD3<Double>] {
        guard size > 0 else { return places.map { _ in .zero } }
        func growth(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { pow((a - b).length, 1.75) }
        let count = places.count
        // The square root of the covariance (Cholesky), row by row.
        var root = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
        for row in 1..<count {
            for column in 1...row {
                var sum =
                    (growth(places[row], places[0]) + growth(places[column], places[0])
                        - growth(places[row], places[column])) / 2
                for k in 1..<column { sum -= root[row][k] * root[column][k] }
                root[row][column] =
                    row == column ? max(sum, 1e-12).squareRoot() : sum / root[column][column]
            }
        }
        let noise = places.map { _ in SIMD3<Double>.normal(using: &random) * size }
        return (0..<count).map { row in (0..<count).reduce(.zero) { $0 + noise[$1] * root[row][$1] } }
    }
}
