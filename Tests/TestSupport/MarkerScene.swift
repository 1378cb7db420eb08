public import QuadGeometry
public import RigidCalibration

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Markers of a scene in two scans: squares of 20 cm, levelled frames, noise at every corner of the second.
public struct MarkerScene {
    /// The true motion.
    public let rotation: Rotation
    public let translation: SIMD3<Double>
    public let quads: [Quad]
    public let targets: [Quad]
    public let pairs: Correspondences

    /// `tilt` is the deviation of the tilt about x and z, in degrees.
    public init(
        markers: Int, extent: SIMD3<Double>, noise: Double, tilt: Double = 0.2,
        using random: inout some RandomNumberGenerator
    ) {
        let radians = tilt * .pi / 180
        let lean = SIMD3<Double>(Double.normal(using: &random), 0, Double.normal(using: &random)) * radians
        let yaw = Rotation(rotationVector: SIMD3(0, .random(in: -3...3, using: &random), 0)) ?? .identity
        rotation = (Rotation(rotationVector: lean) ?? .identity) * yaw
        translation = SIMD3.random(in: -5...5, using: &random)
        let turns = (0..<markers).map { _ in
            Rotation(rotationVector: SIMD3<Double>.random(in: -2...2, using: &random)) ?? .identity
        }
        quads = turns.map { turn in
            let place = SIMD3<Double>.random(in: -0.5...0.5, using: &random) * extent
            return MarkerScene.square.map { place + turn * $0 }
        }
        let (rotation, translation) = (rotation, translation)
        targets = quads.map { quad in
            quad.map { rotation * $0 + translation + SIMD3<Double>.normal(using: &random) * noise }
        }
        do {
            pairs = try Correspondences(quads: quads, targets: targets)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    public func moved(_ source: SIMD3<Double>) -> SIMD3<Double> { rotation * source + translation }

    private static let square = Quad(
        SIMD3(-0.1, 0, -0.1), SIMD3(0.1, 0, -0.1), SIMD3(0.1, 0, 0.1), SIMD3(-0.1, 0, 0.1))
}

extension Double {
    /// A number of the normal distribution with deviation one (Box and Muller 1958).
    public static func normal(using random: inout some RandomNumberGenerator) -> Double {
        // The sum of the squares of two is exponential, and their direction any: by rejection, without logarithms of zero.
        while true {
            let a = Double.random(in: -1...1, using: &random), b = Double.random(in: -1...1, using: &random)
            let square = a * a + b * b
            guard square > 0, square < 1 else { continue }
            return a * (-2 * log(square) / square).squareRoot()
        }
    }
}

extension SIMD3<Double> {
    /// Three independent numbers of the normal distribution.
    public static func normal(using random: inout some RandomNumberGenerator) -> Self {
        Self(.normal(using: &random), .normal(using: &random), .normal(using: &random))
    }
}
