public import Markers
public import QuadGeometry

/// What happens where somebody else changed what a plan is about to change.
public enum ConflictPolicy: String, Hashable, Sendable, CaseIterable {
    /// The marker stays as it is, and nothing more is begun.
    case stop
    /// The marker stays as it is, and the others go on.
    case skip
    /// In the calibrated mode, the marker's calibrated data is worked out again from its corners; corners are never
    /// overwritten.
    case recompute
}

/// What a plan wants of one marker.
public struct MarkerIntent: Hashable, Sendable {
    /// As it was when it was planned; undoing, as it was after it was written.
    public var planned: MarkerImage
    /// Where its corners or its calibrated data go, by the mode; `nil` only where calibrated data is to be cleared.
    public var target: Quad?
    /// Whether what goes back states a center that is not that of its corners.
    var hasStaleCenter = false

    public init(_ planned: MarkerImage, to target: Quad?) {
        (self.planned, self.target) = (planned, target)
    }
}

/// What is to be done with a marker, seen as it is on the server: the one place that decides whether it is written.
///
/// Never is a version fetched and the same body sent again. In the calibrated mode what is written is worked out from the
/// corners of that moment. In the raw mode corners are moved once: those that are neither as planned from nor where they
/// were to go are somebody else's, since moving a marker twice is the error that nothing later would show.
public struct UpdateRule: Sendable {
    /// What a plan has done, or what is taken back.
    public enum Direction: Hashable, Sendable { case apply, undo }

    public let mode: PushMode
    public let direction: Direction
    public let policy: ConflictPolicy
    private let motion: PlannedMotion
    private let space: SpaceCalibration

    /// The rule of a plan's request.
    public init(_ request: PlanRequest, _ direction: Direction = .apply, policy: ConflictPolicy) {
        self.init(
            request.motion, mode: request.mode, in: request.space, direction: direction, policy: policy)
    }

    /// The rule of a motion in a space.
    public init(
        _ motion: PlannedMotion, mode: PushMode, in space: SpaceCalibration, direction: Direction = .apply,
        policy: ConflictPolicy
    ) {
        (self.motion, self.mode, self.space) = (motion, mode, space)
        (self.direction, self.policy) = (direction, policy)
    }

    /// What a marker on the server is to a plan.
    public enum Standing: Hashable, Sendable {
        /// It has what the plan wants.
        case done
        /// It is as planned from, or nothing in it is anybody's work that would be lost: this is to be written.
        case pending(Quad?)
        /// Somebody else changed it.
        case drifted(PushConflict)
    }

    /// What a marker is to the plan; `own` are values that were sent for it before, besides the planned.
    public func standing(of image: MarkerImage, to intent: MarkerIntent, own: [Quad] = []) -> Standing {
        switch mode {
        case .vector: .done
        case .raw: rawStanding(of: image, to: intent)
        case .calibrated: calibratedStanding(of: image, to: intent, own: own)
        }
    }

    /// What a marker is to a plan that changes the space's vector: its calibrated data follows from its corners, wherever
    /// somebody has moved them meanwhile, once the server has made it.
    func vectorStanding(of image: MarkerImage) -> Standing {
        image.calibrated == nil || allows(image.calibrated, calibrated(from: image.corners))
            ? .done : .drifted(.calibratedData)
    }

    /// Whether a marker's calibrated data is back once the vector is: to the byte, or where somebody has moved the corners
    /// meanwhile, what follows from them, as it did before.
    func isBackByVector(_ marker: Marker, before: Marker) throws(MarkerImageError) -> Bool {
        let (image, was) = (try MarkerImage(marker), try MarkerImage(before))
        return marker[.calibratedData]?.text == before[.calibratedData]?.text
            || image.corners != was.corners && isNobodys(was.calibrated, at: was.corners)
                && isNobodys(image.calibrated, at: image.corners)
    }

    private func rawStanding(of image: MarkerImage, to intent: MarkerIntent) -> Standing {
        if let target = intent.target, allows(image.corners, target) { return .done }
        guard direction == .apply else { return undoStanding(of: image, to: intent) }
        guard allows(image.corners, intent.planned.corners) else { return .drifted(.corners) }
        // The server makes new calibrated data of new corners: somebody's own would be lost.
        guard
            isNobodys(image.calibrated, at: image.corners)
                || allows(image.calibrated, intent.planned.calibrated)
        else { return .drifted(.calibratedData) }
        return .pending(intent.target)
    }

    private func calibratedStanding(
        of image: MarkerImage, to intent: MarkerIntent, own: [Quad]
    ) -> Standing {
        guard direction == .apply else {
            let isBack = allows(image.calibrated, intent.target)
            return isBack && image.hasStaleCenter == intent.hasStaleCenter
                ? .done : undoStanding(of: image, to: intent)
        }
        let target = calibrated(from: image.corners)
        if allows(image.calibrated, target), !image.hasStaleCenter { return .done }
        // One version of a marker has one set of corners: this one is of another server that gives the same ids.
        if image.version == intent.planned.version, !allows(image.corners, intent.planned.corners) {
            return .drifted(.corners)
        }
        let isOurs = (own + [intent.target].compactMap(\.self)).contains { allows(image.calibrated, $0) }
        if isOurs || isNobodys(image.calibrated, at: image.corners)
            || allows(image.calibrated, intent.planned.calibrated) || policy == .recompute
        {
            return .pending(target)
        }
        return .drifted(.calibratedData)
    }

    /// What was written goes back in the very version it got, or not at all.
    private func undoStanding(of image: MarkerImage, to intent: MarkerIntent) -> Standing {
        image.version == intent.planned.version ? .pending(intent.target) : .drifted(.editedSince)
    }

    /// Where corners are shown once the plan is carried out, in metres.
    public func calibrated(from corners: Quad) -> Quad { MarkerMove(corners, motion, in: space).calibrated }

    /// What stands for no calibrated data where a server does not clear it: what it would make of the corners itself.
    func substitute(for intent: MarkerIntent, at image: MarkerImage) -> Quad? {
        guard direction == .undo, mode == .calibrated, intent.target == nil else { return nil }
        return image.corners.map { $0 + space.shift }
    }

    /// Whether calibrated data is missing or what the server itself makes of the corners.
    private func isNobodys(_ calibrated: Quad?, at corners: Quad) -> Bool {
        guard let calibrated else { return true }
        return allows(calibrated, corners.map { $0 + space.shift })
    }

    /// Whether two values may be the same in storage; the space's vector was a part of either.
    private func allows(_ a: Quad?, _ b: Quad?) -> Bool {
        guard let a, let b else { return a == b }
        let magnitude = Double.maximum(
            Double.maximum(a.largestMagnitude, b.largestMagnitude), space.shift.largestMagnitude)
        return StoredTolerance(magnitude: magnitude).allows(a, b)
    }
}
