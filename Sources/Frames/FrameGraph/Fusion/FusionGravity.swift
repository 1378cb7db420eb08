internal import QuadGeometry

/// The knowledge that each session is level, to a tilt.
///
/// The vertical of the markers is unknown, and the root's is no better than that of the others: all sessions tilt beside one vertical,
/// which is where their own ones point in the mean.
struct FusionGravity {
    /// The variance of a session's tilt, in square radians a direction.
    private let variance: Double
    /// The weight of an upright direction beside corners that count by one, in square metres.
    private(set) var tiltWeight: Double

    init(degrees: Double) {
        let radians = degrees * QuadLimits.degree
        variance = radians * radians
        tiltWeight = .infinity
        expect(noise: FusionGravity.usualNoise)
    }

    /// In metres a coordinate, before any is known.
    private static let usualNoise = 0.005

    /// Whether sessions do not tilt at all.
    var isExact: Bool { variance == 0 }

    /// Takes the noise that corners had if each told of a turn alone.
    mutating func expect(noise: Double) { tiltWeight = variance > 0 ? noise * noise / variance : .infinity }

    /// The information of one session's vertical on a small turn of its frame.
    var information: Matrix6 {
        let known = 1 / Double.maximum(variance, FusionGravity.leastVariance)
        return Matrix6(diagonal: SIMD8(known, 0, known, 0, 0, 0, 0, 0))
    }

    /// In square radians; less would be beyond what doubles tell beside corners.
    private static let leastVariance = 1e-16
}
