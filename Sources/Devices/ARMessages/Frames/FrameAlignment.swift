public import FrameGraph
public import QuadGeometry
public import RigidCalibration

/// The frame of one device in that of another, by points or quads that both have seen.
///
/// Two points that are not above each other are enough, since both devices know where down is. The edge is surer than that of a
/// handshake, and takes its place in a graph.
public struct FrameAlignment: Sendable {
    /// The fit; sources are in the second device's frame, targets in the first's.
    public let calibration: Calibration
    /// The edge from the first device's frame to the second's.
    public let edge: PoseEdge
    /// The motions of the other models, to compare; `nil` where the points do not determine them.
    public let yaw, rigid: RigidTransform?

    /// - Parameters:
    ///   - first: The name of the first device's frame.
    ///   - second: That of the second one.
    ///   - seen: What both saw: sources as the second device has them, targets as the first.
    ///   - model: The model; gravity's tilt is that between the devices' verticals.
    ///   - noise: The deviation of a coordinate of a difference, in metres; `nil` to estimate it.
    public init(
        from first: String, to second: String, seen: Correspondences,
        model: MotionModel = .gravity(tilt: MotionModel.usualTilt), noise: Double? = nil
    ) throws(FrameAlignmentError) {
        var options = CalibrationOptions()
        (options.model, options.noise) = (model, noise)
        let calibration: Calibration
        do throws(RigidFitError) { calibration = try Calibration(seen, options: options) } catch {
            throw FrameAlignmentError(error, model)
        }
        self.calibration = calibration
        (yaw, rigid) = (
            FrameAlignment.motion(seen, .yaw, noise), FrameAlignment.motion(seen, .rigid, noise)
        )
        guard let motion = calibration.targetFromSource.transform else { throw .outOfRange }
        edge = PoseEdge(
            from: first, to: second, motion: motion,
            covariance: try FrameAlignment.covariance(calibration, of: motion, seen, options),
            label: "seen by both")
    }

    private static func motion(
        _ seen: Correspondences, _ model: MotionModel, _ noise: Double?
    ) -> RigidTransform? {
        var options = CalibrationOptions()
        (options.model, options.noise) = (model, noise)
        return (try? Calibration.motion(of: seen, options: options))?.transform
    }

    /// The covariance of a motion; where its model holds the tilt fast, as gravity's prior has it.
    private static func covariance(
        _ calibration: Calibration, of motion: RigidTransform, _ seen: Correspondences,
        _ options: CalibrationOptions
    ) throws(FrameAlignmentError) -> EdgeCovariance {
        var tilted = calibration
        switch calibration.model {
        case .gravity, .rigid: break
        default:
            var options = options
            options.model = .gravity(tilt: options.tilt)
            do throws(RigidFitError) { tilted = try Calibration(seen, options: options) } catch {
                throw FrameAlignmentError(error, calibration.model)
            }
        }
        guard let covariance = tilted.evidence.covariance else { throw .unknownNoise }
        do throws(CovarianceError) { return try EdgeCovariance(covariance, of: motion) } catch {
            throw .badCovariance(error)
        }
    }
}

/// The reason that what two devices saw does not join their frames.
public enum FrameAlignmentError: Error, Hashable, Sendable {
    /// Any turn about this axis, of the second device's frame, fits as well.
    case turnFree(axis: SIMD3<Double>, RigidFitError)
    case fit(RigidFitError)
    /// The noise is neither stated nor shown by residuals.
    case unknownNoise
    case badCovariance(CovarianceError)
    /// The shift is beyond the numbers of a motion.
    case outOfRange

    init(_ error: RigidFitError, _ model: MotionModel) {
        switch (error, model) {
        // Gravity and yaw leave no other turn than that about the vertical.
        case (.motionNotFixed, .yaw), (.motionNotFixed, .gravity), (.coincidentPoints, .yaw),
            (.coincidentPoints, .gravity), (.pointsOnLine, .yaw), (.pointsOnLine, .gravity),
            (.turnNotDetermined, .yaw), (.turnNotDetermined, .gravity):
            self = .turnFree(axis: SIMD3(0, 1, 0), error)
        case (.pointsOnLine(_, let axis, _, _), _), (.turnNotDetermined(let axis, _, _), _):
            self = .turnFree(axis: axis, error)
        default: self = .fit(error)
        }
    }

    /// A word whose meaning never changes.
    public var code: String {
        switch self {
        case .turnFree: "TURN_FREE"
        case .fit(let error): error.code
        case .unknownNoise: "UNKNOWN_NOISE"
        case .badCovariance: "NO_COVARIANCE"
        case .outOfRange: "OUT_OF_RANGE"
        }
    }
}
