import Foundation
import QuadGeometry
package import RigidCalibration

/// A rigid fit whose answer is known exactly, and the digits that a fit has of it.
///
/// A quaternion of whole numbers turns by a matrix of whole numbers over the sum N of their squares. Sources that are
/// multiples of N then have targets of whole numbers, so every number of the problem is exact.
package struct KnownTurn: Sendable {
    package let name: String
    /// Digits that the default solver promises.
    package let floor = 15.9
    private let columns: [SIMD3<Double>]
    private let divisor: Double
    private let sources: [SIMD3<Double>]
    private let targets: [SIMD3<Double>]

    private init(
        _ name: String, quaternion q: SIMD4<Double>, points: [SIMD3<Double>], offset: Double = 0,
        scale: Double = 1
    ) {
        self.name = name
        let (w, x, y, z) = (q.w, q.x, q.y, q.z)
        let divisor = w * w + x * x + y * y + z * z
        let columns: [SIMD3<Double>] = [
            SIMD3(w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)),
            SIMD3(2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)),
            SIMD3(2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z),
        ]
        (self.columns, self.divisor) = (columns, divisor)
        let shift = SIMD3<Double>(3, -7, 11)
        sources = points.map { ($0 + SIMD3(repeating: offset)) * divisor * scale }
        // The offset is left out: the targets lie near the origin.
        targets = points.map { (columns[0] * $0.x + columns[1] * $0.y + columns[2] * $0.z + shift) * scale }
    }

    /// Every problem, from easy to hard.
    package static let all = [
        KnownTurn("general position", quaternion: [2, 2, 4, 1], points: cloud),
        KnownTurn(
            "one flat marker", quaternion: [2, 2, 4, 1],
            points: [[-4, -3, 0], [4, -3, 0], [4, 3, 0], [-4, 3, 0]]),
        KnownTurn("half turn", quaternion: [1, 2, 2, 0], points: cloud),
        KnownTurn("a billion times as far as wide", quaternion: [2, 2, 4, 1], points: cloud, offset: 100e9),
        KnownTurn("a picometre wide", quaternion: [2, 2, 4, 1], points: cloud, scale: 0x1p-52),
        KnownTurn("line, 1e-4 as thick as long", quaternion: [2, 2, 4, 1], points: line(10_000)),
        KnownTurn("line, 1e-6 as thick as long", quaternion: [2, 2, 4, 1], points: line(1_000_000)),
    ]

    /// Points of general position in whole numbers up to 100.
    private static let cloud: [SIMD3<Double>] = [
        [12, -85, 40], [-97, 3, 66], [55, 71, -8], [-20, -44, -91], [83, 29, 100], [-61, 90, -37],
    ]

    /// Points along the first axis, at most one beside it.
    private static func line(_ length: Double) -> [SIMD3<Double>] {
        [[-length, 0, 0], [-length / 2, 1, 0], [0, 0, 1], [length / 4, -1, 0], [length, 0, -1]]
    }

    /// The digits of the rotation, min(16, -log10(‖R - R*‖ / √3)); zero where the fit is refused.
    package func digits(_ solver: RigidSolver = .default) -> Double {
        guard let pairs = try? Correspondences(sources: sources, targets: targets),
            let fit = try? RigidFit(pairs, solver: solver)
        else { return 0 }
        let rotation = fit.targetFromSource.rotation
        let squares = zip([rotation.x, rotation.y, rotation.z], columns).reduce(0.0) { sum, pair in
            // Rounded once: the product of the found number and the divisor is not.
            let error = (-pair.1).addingProduct(pair.0, SIMD3(repeating: divisor)) / divisor
            return sum + error.dot(error)
        }
        return min(16, -log10((squares / 3).squareRoot()))
    }
}
