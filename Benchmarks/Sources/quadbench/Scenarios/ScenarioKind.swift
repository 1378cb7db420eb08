import QuadGeometry

/// A kind of job as sites send it: its fault, and the result that the tool must report.
struct ScenarioKind: Sendable {
    /// The form of the tool's input.
    enum Form: Sendable {
        case markers
        /// Pairs of points, of which the first markers give their first corners.
        case pairs
        /// Two points.
        case origins
        /// Markers of a space with a calibration vector; the motion leads to calibrated corners.
        case calibrated
        /// The same with only a shift, which becomes a new vector.
        case vector
        /// A second run after the first was carried out.
        case again
        /// Markers of both frames in one file.
        case mixed
    }

    /// The result that is right for a job.
    enum Outcome: Sendable {
        /// The motion, with predictions that hold.
        case motion
        /// The same, and this code.
        case motionWith(String)
        /// The motion of a scan that drifts: most predictions hold.
        case driftingMotion
        /// One of these codes, whatever is moved.
        case report([String])
    }

    /// The use that is made of the pairs that are rejected.
    enum Naming: Sendable {
        /// They count for the precision and the recall of all jobs.
        case counted
        /// They count, and must be exactly the wrong ones.
        case exact
        /// They are too many to be counted beside those of others.
        case uncounted
    }

    let name: String
    var controls = 10
    var others = 20
    var extent = SIMD3<Double>(9, 2.5, 3)
    /// The share of the length that the new scan covers.
    var overlap = 1.0
    /// The deviation of the lean of the new vertical about each axis, in degrees.
    var tilt = 0.4
    /// The lean of the new vertical about x besides, in degrees.
    var lean = 0.0
    var turns = true
    /// From the origin, in metres.
    var distance = 0.0
    var isSinglePrecision = true
    var isRobust = true
    var form = Form.markers
    var outcome = Outcome.motion
    /// Codes that would be wrong.
    var neverSays: [String] = []
    var naming = Naming.counted
    var spoil: @Sendable (inout ScenarioScene) -> Void = { _ in }

    /// The faults of sites, and sound jobs.
    static let all: [ScenarioKind] = sound + wrongPairs + wrongScans + odd + few + together
}
