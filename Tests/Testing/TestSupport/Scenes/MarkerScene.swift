public import QuadGeometry
public import RigidCalibration

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Markers or points of a scene in two scans, with a known motion between them and noise in every coordinate.
public struct MarkerScene {
    /// The true motion.
    public let rotation: Rotation
    public let translation: SIMD3<Double>
    public let pairs: Correspondences

    /// Squares of 20 cm, each a group, and single points, spread evenly over `extent` in metres.
    ///
    /// `noise` is the deviation of a target's coordinates; with `depthNoise` the points of both sides also have noise along a line of
    /// sight, and the pairs carry their covariances. `tilt` is the lean of the second frame's vertical about x and about z, in degrees.
    public init(
        markers: Int, points: Int = 0, extent: SIMD3<Double>, noise: Double, depthNoise: Double? = nil,
        tilt: SIMD2<Double> = .zero, using random: inout SeededGenerator
    ) {
        let lean = SIMD3(tilt.x, 0, tilt.y) * (.pi / 180)
        let yaw = Rotation(rotationVector: SIMD3(0, .random(in: -3...3, using: &random), 0)) ?? .identity
        let rotation = (Rotation(rotationVector: lean) ?? .identity) * yaw
        let translation = SIMD3<Double>.random(in: -5...5, using: &random)
        self.rotation = rotation
        self.translation = translation
        var places: [SIMD3<Double>] = [], groups: [Int] = []
        for marker in 0..<(markers + points) {
            let place = SIMD3<Double>.random(in: -0.5...0.5, using: &random) * extent
            guard marker < markers else {
                places.append(place)
                groups.append(marker)
                continue
            }
            let turn = Rotation(rotationVector: SIMD3<Double>.random(in: -2...2, using: &random)) ?? .identity
            for (x, z) in [(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)] {
                places.append(place + turn * SIMD3(x, 0, z))
                groups.append(marker)
            }
        }
        var sources: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = []
        var sourceNoise: [SymmetricMatrix] = [], targetNoise: [SymmetricMatrix] = []
        for place in places {
            let image = rotation * place + translation
            guard let depthNoise else {
                sources.append(place)
                targets.append(image + SIMD3<Double>.normal(using: &random) * noise)
                continue
            }
            let (source, sourceCovariance) = MarkerScene.seen(place, noise, depthNoise, &random)
            let (target, targetCovariance) = MarkerScene.seen(image, noise, depthNoise, &random)
            sources.append(source)
            targets.append(target)
            sourceNoise.append(sourceCovariance)
            targetNoise.append(targetCovariance)
        }
        do {
            pairs = try Correspondences(
                sources: sources, targets: targets, sourceCovariances: depthNoise.map { _ in sourceNoise },
                targetCovariances: depthNoise.map { _ in targetNoise }, groups: groups)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// The true image of a point.
    public func moved(_ source: SIMD3<Double>) -> SIMD3<Double> { rotation * source + translation }

    /// A point as a phone sees it from somewhere, less sure of the distance, and its covariance.
    private static func seen(
        _ point: SIMD3<Double>, _ noise: Double, _ depthNoise: Double, _ random: inout SeededGenerator
    ) -> (SIMD3<Double>, SymmetricMatrix) {
        let sight = SIMD3<Double>.randomDirection(using: &random)
        let (xx, xy, xz) = (sight.x * sight.x, sight.x * sight.y, sight.x * sight.z)
        let (yy, yz, zz) = (sight.y * sight.y, sight.y * sight.z, sight.z * sight.z)
        let covariance =
            SymmetricMatrix(diagonal: noise * noise)
            + SymmetricMatrix(xx: xx, xy: xy, xz: xz, yy: yy, yz: yz, zz: zz) * (depthNoise * depthNoise)
        let depth = sight * (depthNoise * Double.normal(using: &random))
        return (point + depth + SIMD3<Double>.normal(using: &random) * noise, covariance)
    }
}

extension Double {
    /// A number of the normal distribution with deviation one, by the polar method (Marsaglia, Bray 1964).
    public static func normal(using random: inout SeededGenerator) -> Double {
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
    public static func normal(using random: inout SeededGenerator) -> Self {
        Self(.normal(using: &random), .normal(using: &random), .normal(using: &random))
    }
}
