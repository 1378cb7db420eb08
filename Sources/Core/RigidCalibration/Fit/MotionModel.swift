internal import QuadGeometry

/// The kind of motion to fit.
public enum MotionModel: Hashable, Sendable {
    /// A shift only: all that a `calibration_vector` can carry. One pair fixes it.
    case translation
    /// A turn about the vertical and a shift: two pairs that are not above each other fix it.
    case yaw
    /// Any turn and shift, but the tilt is expected to be about zero: both frames know where down is, each to
    /// `tilt` degrees. Two pairs that are not above each other fix it.
    case gravity(tilt: Double)
    /// Any turn and shift: three pairs that are not on a line fix it.
    case rigid
    /// Any turn and shift and a scale, which is a diagnosis: rescans do not grow.
    case similarity

    /// The tilt expected of two frames that were each levelled by a phone, in degrees.
    ///
    /// Phones level to a few tenths of a degree. Looser costs a factor of two with two markers, tighter bends a motion
    /// whose tilt is real.
    public static let usualTilt = 0.5

    /// The word for it on a command line and in a report.
    public var name: String {
        switch self {
        case .translation: "translation"
        case .yaw: "yaw"
        case .gravity: "gravity"
        case .rigid: "rigid"
        case .similarity: "similarity"
        }
    }

    static func squareRadians(_ degrees: Double) -> Double {
        let radians = degrees * QuadLimits.degree
        return radians * radians
    }

    /// The small changes, of seven, that it leaves free: turns about x, y, z, shifts along x, y, z, and growth.
    var freeChanges: [Int] {
        switch self {
        case .translation: [3, 4, 5]
        case .yaw: [1, 3, 4, 5]
        case .gravity, .rigid: [0, 1, 2, 3, 4, 5]
        case .similarity: [0, 1, 2, 3, 4, 5, 6]
        }
    }

    /// The least number of pairs that must count.
    var leastPairs: Int {
        switch self {
        case .translation: 1
        case .yaw, .gravity: 2
        case .rigid, .similarity: 3
        }
    }
}

/// The direction that gravity gives both frames: +Y is up.
let up = SIMD3<Double>(0, 1, 0)
