import Foundation
import QuadGeometry
import RigidCalibration

/// A kind of made-up corridor, whose drift need not follow the laws of the library.
struct StraightenKind: Sendable {
    enum Drift: Sendable {
        case none
        /// A field whose mean square difference grows with this power of the distance.
        case field(exponent: Double)
        /// A period of a sine across the corridor.
        case bend
        /// All that follows a place is off by one shift.
        case jump
        /// A heading that walks at random.
        case heading
    }

    let name: String
    let drift: Drift
    /// What a place is off by from another ten metres away, root mean square, in metres.
    var atTenMetres = 0.1
    /// The times by which errors have to shrink, and the share of corners that has to be within the bounds, in percent.
    var leastGain = 0.98
    var leastHeld: Double? = 90

    static let all = [
        StraightenKind(name: "no drift", drift: .none, leastHeld: nil),
        StraightenKind(name: "field, 10 cm per 10 m", drift: .field(exponent: 1.75), leastGain: 5),
        StraightenKind(name: "walk, 10 cm per 10 m", drift: .field(exponent: 1), leastGain: 1.5),
        StraightenKind(name: "bend of 30 cm", drift: .bend, atTenMetres: 0.3, leastGain: 5),
        StraightenKind(name: "jump of 30 cm", drift: .jump, atTenMetres: 0.3),
        StraightenKind(name: "heading, 10 cm in 10 m", drift: .heading, leastGain: 5),
    ]
}

/// A corridor of 100 m that was walked once, with a pin each 10 m and markers between.
struct StraightenScene {
    let set: StraightenSet
    let pins: [Int], others: [Int]

    static let length = 100.0, pinCount = 11, markerCount = 40
    /// Of a marker's middle and of a corner, both scans together, of one coordinate in metres.
    private static let markerNoise = 0.004, cornerNoise = 0.002
    private static let size = 0.15
    /// The places at which the drift is made, in metres.
    private static let step = 1.0

    init(_ kind: StraightenKind, using random: inout SeededGenerator) throws {
        let along =
            (0..<Self.pinCount).map { Self.length * Double($0) / Double(Self.pinCount - 1) }
            + (0..<Self.markerCount).map { _ in Double.random(in: 0...Self.length, using: &random) }
        let drift = Self.drift(kind, &random)
        let turn = Rotation(rotationVector: SIMD3(0, .random(in: -3...3, using: &random), 0)) ?? .identity
        let shift = SIMD3<Double>.random(in: -5...5, using: &random)
        var sources: [SIMD3<Double>] = [], targets = sources, times: [Double] = []
        for place in along {
            let middle = SIMD3(
                place, .random(in: 0.5...2, using: &random), Bool.random(using: &random) ? -1 : 1)
            let own = SIMD3<Double>.normal(using: &random) * Self.markerNoise
            for (x, y) in [(-1.0, 1.0), (1, 1), (1, -1), (-1, -1)] {
                let corner = middle + SIMD3(x, y, 0) * Self.size
                let noise = SIMD3<Double>.normal(using: &random) * Self.cornerNoise
                sources.append(corner)
                targets.append(turn * (corner + drift(place) + own + noise) + shift)
                // A metre a second.
                times.append(1_600_000_000 + place)
            }
        }
        set = StraightenSet(
            name: kind.name, try Correspondences(sources: sources, targets: targets),
            markers: along.indices.map { marker in (0..<4).map { 4 * marker + $0 } }, times: times, model: nil
        )
        (pins, others) = (Array(0..<Self.pinCount), Array(Self.pinCount..<along.count))
    }

    /// The displacement at each place of the corridor.
    private static func drift(
        _ kind: StraightenKind, _ random: inout SeededGenerator
    ) -> (Double) -> SIMD3<Double> {
        let count = Int(length / step) + 1, size = kind.atTenMetres
        var nodes = [SIMD3<Double>](repeating: .zero, count: count)
        switch kind.drift {
        case .none: break
        case .bend:
            let phase = Double.random(in: 0...(2 * .pi), using: &random)
            let across = SIMD3<Double>.randomDirection(using: &random) * size
            nodes = nodes.indices.map { across * sin(2 * .pi * Double($0) / Double(count) + phase) }
        case .jump:
            let place = Int.random(in: count / 5..<4 * count / 5, using: &random)
            let shift = SIMD3<Double>.randomDirection(using: &random) * size
            nodes = nodes.indices.map { $0 < place ? .zero : shift }
        case .heading:
            // An angle that walks is off by its deviation after ten metres times these over the root of three.
            let perStep = size * 3.0.squareRoot() / 10 / (10 / step).squareRoot()
            var heading = 0.0
            for node in 1..<count {
                heading += Double.normal(using: &random) * perStep
                nodes[node] = nodes[node - 1] + SIMD3(0, 0, heading * step)
            }
        case .field(let exponent): nodes = field(exponent, size, count, &random)
        }
        return { place in
            let node = min(Int(place / step), count - 2), share = place / step - Double(node)
            return nodes[node] * (1 - share) + nodes[node + 1] * share
        }
    }

    /// Increments of a field of this power, by the factor of their covariance.
    private static func field(
        _ exponent: Double, _ size: Double, _ count: Int, _ random: inout SeededGenerator
    ) -> [SIMD3<Double>] {
        let unit = size * size / 3 / pow(10, exponent)
        func covariance(_ a: Double, _ b: Double) -> Double {
            unit / 2 * (pow(a, exponent) + pow(b, exponent) - pow(abs(a - b), exponent))
        }
        var factor = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
        for row in 1..<count {
            for column in 1...row {
                var rest = covariance(Double(row) * step, Double(column) * step)
                for k in 1..<column { rest -= factor[row][k] * factor[column][k] }
                factor[row][column] =
                    row == column ? max(rest, 0).squareRoot() : rest / factor[column][column]
            }
        }
        let draws = (0..<count).map { _ in SIMD3<Double>.normal(using: &random) }
        return factor.map { row in zip(row, draws).reduce(.zero) { $0 + $1.1 * $1.0 } }
    }
}
