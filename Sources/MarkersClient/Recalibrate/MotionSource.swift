public import Foundation
public import Markers
public import RigidCalibration

/// Where the motion from the old frame to the new one comes from.
public enum MotionSource: Sendable {
    /// The markers of the old sessions, paired by a key with those of sessions or reference sets in the new frame; `corners`
    /// says which corners of the new markers count.
    case markers(by: JoinKey, onto: Set<UUID>, corners: MarkerCoordinates)
    /// Pairs of points of these kinds.
    case pairs(Correspondences, from: PointKind, to: PointKind)
    /// A document that `quadcal fit --save` wrote; the kind applies if the document does not state one.
    case savedFit([UInt8], to: PointKind)
    /// A motion known from elsewhere.
    case motion(PlannedMotion)

    /// The sessions and reference sets that supply targets.
    var targets: Set<UUID> {
        if case .markers(_, let targets, _) = self { targets } else { [] }
    }
}

/// How a motion is fitted to pairs.
public struct FitSettings: Sendable {
    /// The model, the noise and the tilt.
    public var options: CalibrationOptions
    /// Whether some pairs may be wrong; the motion is then fitted to those that agree.
    public var isRobust: Bool
    /// The largest residual of a correct pair in a robust fit, in metres; `nil` to estimate it.
    public var bound: Double?

    public init(
        options: CalibrationOptions = CalibrationOptions(), isRobust: Bool = true, bound: Double? = nil
    ) {
        (self.options, self.isRobust, self.bound) = (options, isRobust, bound)
    }

    func calibration(_ pairs: Correspondences) throws(RigidFitError) -> Calibration {
        isRobust
            ? try Calibration(robust: pairs, bound: bound, options: options)
            : try Calibration(pairs, options: options)
    }

    func joined(_ join: MarkerJoin) throws(RigidFitError) -> JoinedMarkers {
        isRobust ? try JoinedMarkers(robust: join, bound: bound) : try JoinedMarkers(join)
    }
}
