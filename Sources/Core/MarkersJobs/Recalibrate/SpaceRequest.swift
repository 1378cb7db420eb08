public import Foundation
public import Markers
public import QuadGeometry
public import RigidCalibration

/// The recalibration of a space as it is asked for: how the motion is found, which markers move, and what is rewritten.
public struct SpaceRequest: Sendable {
    /// The key or the id of the space.
    public var space: String
    public var mode: PushMode
    public var motion: MotionSource
    public var fit: FitSettings
    /// The sessions in the old frame. Sessions that supply targets are added, and so are the dates of all sessions.
    public var frames: FrameMembership
    /// The sign with which the space's vector counts; `nil` to infer it from stored markers.
    public var sign: VectorSign?
    /// The limits of the check of moved markers.
    public var limits: QuadLimits
    /// Whether markers with errors are refused even if they can be moved.
    public var isStrict: Bool
    /// The decisions of a person about markers that may have been moved before.
    public var decisions: MoveDecisions

    public init(
        _ space: String, mode: PushMode, motion: MotionSource, fit: FitSettings = FitSettings(),
        frames: FrameMembership, sign: VectorSign? = nil, limits: QuadLimits = .app, isStrict: Bool = false,
        decisions: MoveDecisions = MoveDecisions()
    ) {
        (self.space, self.mode, self.motion, self.fit) = (space, mode, motion, fit)
        (self.frames, self.sign, self.limits, self.isStrict) = (frames, sign, limits, isStrict)
        self.decisions = decisions
    }

    /// Whether all are moved once more although all were moved before.
    @available(*, deprecated, renamed: "decisions.movesAgain")
    public var movesAgain: Bool {
        get { decisions.movesAgain }
        set { decisions.movesAgain = newValue }
    }

    /// The frames with further sessions that supplied targets, of those that did.
    func frames(targets: Set<UUID>, in listing: SpaceListing) -> FrameMembership {
        var frames = frames
        frames.targets.formUnion(listing.sessions(among: targets))
        return frames
    }
}

/// The source of the motion from the old frame to the new one.
public enum MotionSource: Sendable {
    /// The markers of the old sessions, paired by a key with those of sessions or reference sets in the new frame; `corners`
    /// says which corners of the new markers count.
    case markers(by: JoinKey, onto: Set<UUID>, corners: MarkerCoordinates)
    /// Pairs of points of these kinds.
    case pairs(Correspondences, from: PointKind, to: PointKind)
    /// A saved fit, by the name that the job keeps of it; the kind applies if the fit does not state one.
    case savedFit(SavedFit, named: String, to: PointKind)
    /// A motion known from elsewhere.
    case motion(PlannedMotion)

    var targets: Set<UUID> {
        if case .markers(_, let targets, _) = self { targets } else { [] }
    }

    /// Whether reference sets may have supplied targets.
    var mayBeOfSets: Bool {
        switch self {
        case .markers, .savedFit: true
        case .pairs, .motion: false
        }
    }
}

/// Settings for fitting a motion to pairs.
public struct FitSettings: Sendable {
    /// The model, the noise and the tilt.
    public var options: CalibrationOptions
    /// Whether some pairs may be wrong; the motion is then fitted to those that agree.
    public var isRobust: Bool
    /// The largest residual of a correct pair in a robust fit, in metres; `nil` to estimate it.
    public var bound: Double?
    /// What a scan that bends is straightened by, so that each marker moves with its own shift on top of the motion.
    public var straightening: Straightening

    /// What a scan may be straightened by: nothing, place, time, or whichever is worth it.
    public typealias Straightening = FitDocument.Options.StraighteningOption

    public init(
        options: CalibrationOptions = CalibrationOptions(), isRobust: Bool = true, bound: Double? = nil,
        straightening: Straightening = .none
    ) {
        (self.options, self.isRobust, self.bound) = (options, isRobust, bound)
        self.straightening = straightening
    }

    /// The shifts on top of a fit, as they are asked for; `nil` where all markers have one motion.
    func straightened(
        _ fit: Calibration, times: [Double?]?
    ) throws(StraighteningError) -> StraightenedMotion? {
        switch straightening {
        case .none: nil
        case .place: try StraightenedMotion(fit, by: .place)
        case .time: try StraightenedMotion(fit, by: .time, times: times)
        case .auto: StraighteningChoice(fit, times: times).chosen
        }
    }

    func calibration(_ pairs: Correspondences) throws(RigidFitError) -> Calibration {
        isRobust
            ? try Calibration(robust: pairs, bound: bound, options: options)
            : try Calibration(pairs, options: options)
    }
}

/// The decisions of a person about markers that may have been moved before.
public struct MoveDecisions: Hashable, Sendable {
    /// Sessions that the person says were not moved yet by this motion. This answers where nothing else can tell, and overrides
    /// no evidence.
    public var notMovedYet: Set<UUID>
    /// Whether markers that were moved are left out, so that a part that was not is moved alone.
    public var onlyUnmoved: Bool
    /// Whether all are moved once more although all were moved.
    public var movesAgain: Bool

    public init(notMovedYet: Set<UUID> = [], onlyUnmoved: Bool = false, movesAgain: Bool = false) {
        (self.notMovedYet, self.onlyUnmoved, self.movesAgain) = (notMovedYet, onlyUnmoved, movesAgain)
    }
}
