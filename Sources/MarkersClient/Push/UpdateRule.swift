public import Markers
public import QuadGeometry

/// What happens if somebody else has changed what a plan is about to change.
public enum ConflictPolicy: String, Hashable, Sendable, CaseIterable {
    /// The marker stays as it is, and the run stops.
    case stop
    /// The marker stays as it is, and the run continues.
    case skip
    /// In the calibrated mode, the marker's calibrated data is recomputed from its corners; corners are never overwritten.
    case recompute
}

/// A plan's intent for one marker.
public struct MarkerIntent: Hashable, Sendable {
    /// The marker when it was planned; in an undo, after it was written.
    public var planned: MarkerImage
    /// The target of its corners or its calibrated data, depending on the mode; `nil` only to clear calibrated data.
    public var target: Quad?
    /// Whether the data to be restored states a center that is not that of its corners.
    var hasStaleCenter = false

    public init(_ planned: MarkerImage, to target: Quad?) {
        (self.planned, self.target) = (planned, target)
    }
}

/// Decides, from a marker as it is on the server, whether it is written; nothing else does.
///
/// The same body is never sent again with a fetched version. In the calibrated mode, what is written is computed from the
/// current corners. In the raw mode, corners are moved once: those that are neither as they were planned nor at their target
/// are somebody else's, since moving a marker twice is the error that nothing later would show.
public struct UpdateRule: Sendable {
    /// Whether a plan is applied or undone.
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

    /// The relation of a marker on the server to a plan.
    public enum Standing: Hashable, Sendable {
        /// It has what the plan wants.
        case done
        /// It is as it was planned, or holds nobody's work that would be lost: this value is to be written.
        case pending(Quad?)
        /// Somebody else changed it.
        case drifted(PushConflict)
    }

    /// Compares a marker with the plan; `own` are values that were sent for it besides the planned one.
    public func standing(of image: MarkerImage, to intent: MarkerIntent, own: [Quad] = []) -> Standing {
        switch mode {
        case .vector: .done
        case .raw: rawStanding(of: image, to: intent)
        case .calibrated: calibratedStanding(of: image, to: intent, own: own)
        }
    }

    /// Compares a marker with a plan that changes the space's vector: its calibrated data, once the server has computed it,
    /// follows from its corners, even if somebody has moved them meanwhile.
    func vectorStanding(of image: MarkerImage) -> Standing {
        image.calibrated == nil || allows(image.calibrated, calibrated(from: image.corners))
            ? .done : .drifted(.calibratedData)
    }

    /// Whether a marker's calibrated data is restored with the vector: byte for byte or, if somebody has moved the corners
    /// meanwhile, as it follows from them, as it did before.
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
        // The server computes calibrated data from new corners, so somebody's own would be lost.
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
        // One version of a marker has one set of corners, so this one is of another server with the same ids.
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

    /// What was written is restored in the very version that it got, or not at all.
    private func undoStanding(of image: MarkerImage, to intent: MarkerIntent) -> Standing {
        image.version == intent.planned.version ? .pending(intent.target) : .drifted(.editedSince)
    }

    /// Where corners are shown after the plan, in metres.
    public func calibrated(from corners: Quad) -> Quad { MarkerMove(corners, motion, in: space).calibrated }

    /// The replacement for missing calibrated data if a server does not clear it: what it would compute itself.
    func substitute(for intent: MarkerIntent, at image: MarkerImage) -> Quad? {
        guard direction == .undo, mode == .calibrated, intent.target == nil else { return nil }
        return image.corners.map { $0 + space.shift }
    }

    /// Whether calibrated data is missing or what the server itself computes.
    private func isNobodys(_ calibrated: Quad?, at corners: Quad) -> Bool {
        guard let calibrated else { return true }
        return allows(calibrated, corners.map { $0 + space.shift })
    }

    /// Whether two values, each of which includes the space's vector, may be equal in storage.
    private func allows(_ a: Quad?, _ b: Quad?) -> Bool {
        guard let a, let b else { return a == b }
        let magnitude = Double.maximum(
            Double.maximum(a.largestMagnitude, b.largestMagnitude), space.shift.largestMagnitude)
        return StoredTolerance(magnitude: magnitude).allows(a, b)
    }
}
