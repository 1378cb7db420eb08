public import Markers
public import QuadGeometry

/// The response if somebody else has changed what a plan is about to change.
public enum ConflictPolicy: String, Hashable, Sendable, CaseIterable {
    /// The marker stays as it is, and the run stops.
    case stop
    /// The marker stays as it is, and the run continues.
    case skip
    /// In the calibrated mode, the marker's calibrated data is recomputed from its corners; corners are never overwritten, and
    /// an undo leaves the marker as it is.
    case recompute
    /// The marker stays as it is for good: the job notes that and no longer asks.
    case takeTheirs = "take-theirs"
    /// The plan's value replaces theirs, which the job keeps.
    case overwrite
}

/// A plan's intent for one marker, which an undo reverses.
public struct MarkerIntent: Hashable, Sendable {
    /// The marker when it was planned.
    public var planned: MarkerImage
    /// The target of its corners or its calibrated data, depending on the mode.
    public var target: Quad
    /// The version in which the target was last seen; `nil` if it never was.
    public var written: Int64?
    /// When the marker was made, in seconds since the beginning of 1970, by which a scan may be straightened.
    public var time: Double?

    package init(_ planned: MarkerImage, to target: Quad, written: Int64? = nil, time: Double? = nil) {
        (self.planned, self.target, self.written, self.time) = (planned, target, written, time)
    }
}

/// Decides, from a marker as it is on the server, whether it is written; nothing else does.
///
/// The same body is never sent again with a fetched version. In the calibrated mode, what is written is computed from the
/// current corners. In the raw mode, corners are moved once: those that are neither as they were planned nor at their target
/// are somebody else's, since moving a marker twice is the error that nothing later would show.
///
/// An undo is the same rule backwards: it replaces what the job wrote and nothing else, whatever the version. Other people's
/// labels stay; their corners do, too, with the calibrated data that belonged to corners before, if that is defined.
public struct UpdateRule: Sendable {
    /// Whether a plan is applied or undone.
    public enum Direction: Hashable, Sendable { case apply, undo }

    public let mode: PushMode
    public let direction: Direction
    public let policy: ConflictPolicy
    let motion: PlannedMotion
    let space: SpaceCalibration

    public init(_ request: PlanRequest, _ direction: Direction = .apply, policy: ConflictPolicy) {
        self.init(
            request.motion, mode: request.mode, in: request.space, direction: direction, policy: policy)
    }

    public init(
        _ motion: PlannedMotion, mode: PushMode, in space: SpaceCalibration, direction: Direction = .apply,
        policy: ConflictPolicy
    ) {
        (self.motion, self.mode, self.space) = (motion, mode, space)
        (self.direction, self.policy) = (direction, policy)
    }

    /// The relation of a marker on the server to a plan, or to its undoing.
    public enum Standing: Hashable, Sendable {
        /// It has what is wanted.
        case done
        /// It holds nobody's work that would be lost: this value is to be written, `nil` to clear calibrated data.
        case pending(Quad?)
        /// Somebody else changed it.
        case drifted(PushConflict)
    }

    /// Compares a marker with the plan; `own` are values that were sent for it besides the planned one.
    public func standing(of image: MarkerImage, to intent: MarkerIntent, own: [Quad] = []) -> Standing {
        let found = relation(of: image, to: intent, own: own)
        guard case .drifted = found else { return found }
        if isOfAnotherServer(image, intent) { return found }
        return switch (policy, mode, direction) {
        case (.overwrite, .raw, .apply): .pending(intent.target)
        case (.overwrite, .raw, .undo): .pending(intent.planned.corners)
        case (.overwrite, .calibrated, .apply), (.recompute, .calibrated, .apply):
            wanted(of: image, intent).map { .pending($0) } ?? found
        case (.overwrite, .calibrated, .undo):
            // What belonged to other corners would be wrong at these.
            .pending(former(intent, at: image.corners) ?? image.corners.map { $0 + space.shift })
        default: found
        }
    }

    /// Whether a marker is one of another server with the same ids: one version of a marker has one set of corners.
    func isOfAnotherServer(_ image: MarkerImage, _ intent: MarkerIntent) -> Bool {
        image.version == intent.planned.version && !allows(image.corners, intent.planned.corners)
    }

    /// Whether a corner that is, to the bit, where a plan wants it, and was not before, shows that the plan's corners were written,
    /// though somebody has changed others since.
    func showsWrite(_ image: MarkerImage, to intent: MarkerIntent) -> Bool {
        guard mode == .raw, direction == .apply, image.version > intent.planned.version else { return false }
        return (0..<4).contains { corner in
            let here = image.corners[corner: corner]
            return here == intent.target[corner: corner] && here != intent.planned.corners[corner: corner]
        }
    }

    /// Whether a policy other than to overwrite would leave the marker as it is.
    func isSomebodys(_ image: MarkerImage, _ intent: MarkerIntent) -> Bool {
        if case .drifted = relation(of: image, to: intent, own: []) { true } else { false }
    }

    /// The relation without the policy.
    private func relation(of image: MarkerImage, to intent: MarkerIntent, own: [Quad]) -> Standing {
        switch (mode, direction) {
        case (.vector, _): .done
        case (.raw, .apply): rawStanding(of: image, to: intent)
        case (.raw, .undo): restoredCorners(of: image, to: intent)
        case (.calibrated, .apply): calibratedStanding(of: image, to: intent, own: own)
        case (.calibrated, .undo): restoredData(of: image, to: intent, own: own)
        }
    }

    private func rawStanding(of image: MarkerImage, to intent: MarkerIntent) -> Standing {
        if allows(image.corners, intent.target) { return .done }
        guard allows(image.corners, intent.planned.corners) else { return .drifted(.corners) }
        // The server computes calibrated data from new corners, so somebody's own would be lost.
        return isNobodys(image, intent) ? .pending(intent.target) : .drifted(.calibratedData)
    }

    private func calibratedStanding(
        of image: MarkerImage, to intent: MarkerIntent, own: [Quad]
    ) -> Standing {
        guard let target = wanted(of: image, intent) else { return .drifted(.corners) }
        if allows(image.calibrated, target), !image.hasStaleCenter { return .done }
        if isOfAnotherServer(image, intent) { return .drifted(.corners) }
        let isOurs = (own + [intent.target]).contains { allows(image.calibrated, $0) }
        return isOurs || isNobodys(image.calibrated, at: image.corners)
            || allows(image.calibrated, intent.planned.calibrated)
            ? .pending(target) : .drifted(.calibratedData)
    }

    /// The place where corners are shown after the plan, in metres.
    ///
    /// - Parameters:
    ///   - corners: the raw corners, in metres.
    ///   - time: when the marker was made, in seconds since the beginning of 1970. Where a plan shifts markers by their times, one without
    ///     is shown where the motion alone leads.
    package func calibrated(from corners: Quad, time: Double? = nil) -> Quad {
        move(corners, time)?.calibrated ?? MarkerMove(unshifted: corners, motion, in: space).calibrated
    }

    /// The calibrated corners that belong to a marker as it is now; `nil` where its shift is not known.
    private func wanted(of image: MarkerImage, _ intent: MarkerIntent) -> Quad? {
        move(image.corners, intent.time)?.calibrated
    }

    private func move(_ corners: Quad, _ time: Double?) -> MarkerMove? {
        try? MarkerMove(corners, motion, in: space, time: time)
    }

    /// Whether calibrated data is missing or what the server itself computes.
    func isNobodys(_ calibrated: Quad?, at corners: Quad) -> Bool {
        guard let calibrated else { return true }
        return allows(calibrated, corners.map { $0 + space.shift })
    }

    /// Whether a marker's calibrated data is missing, as it was planned, or computed by the server: with the space's vector, or
    /// as far from the corners as before.
    func isNobodys(_ image: MarkerImage, _ intent: MarkerIntent) -> Bool {
        guard let data = image.calibrated, let before = intent.planned.calibrated else {
            return isNobodys(image.calibrated, at: image.corners)
        }
        let offset = before.p1 - intent.planned.corners.p1
        let isShifted = allows(before, intent.planned.corners.map { $0 + offset })
        return isNobodys(data, at: image.corners) || allows(data, before)
            || isShifted && allows(data, image.corners.map { $0 + offset })
    }

    /// The version in which a marker at its target is all ours; `nil` where somebody may have written since the version before,
    /// and the server shows calibrated data that an undo must not clear.
    func version(of image: MarkerImage, after before: Int64, _ intent: MarkerIntent) -> Int64? {
        mode != .raw || image.version == before &+ 1 || isNobodys(image, intent) ? image.version : nil
    }

    /// Whether two values, each of which includes the space's vector, may be equal in storage.
    func allows(_ a: Quad?, _ b: Quad?) -> Bool {
        guard let a, let b else { return a == b }
        let magnitude = Double.maximum(
            Double.maximum(a.largestMagnitude, b.largestMagnitude), space.shift.largestMagnitude)
        return StoredTolerance(magnitude: magnitude).allows(a, b)
    }
}

extension UpdateRule {
    func restoredCorners(of image: MarkerImage, to intent: MarkerIntent) -> Standing {
        if allows(image.corners, intent.planned.corners) { return .done }
        guard allows(image.corners, intent.target) else { return .drifted(.corners) }
        return image.version == intent.written || isNobodys(image, intent)
            ? .pending(intent.planned.corners) : .drifted(.calibratedData)
    }

    /// Compares calibrated data with what belonged to the corners before the plan.
    func restoredData(of image: MarkerImage, to intent: MarkerIntent, own: [Quad]) -> Standing {
        if isOfAnotherServer(image, intent) { return .drifted(.corners) }
        if isRestored(image, intent) { return .done }
        let former = former(intent, at: image.corners)
        let isOurs =
            image.version == intent.written
            || ([calibrated(from: image.corners, time: intent.time), intent.target] + own).contains {
                allows(image.calibrated, $0)
            }
        guard isOurs else { return .drifted(.calibratedData) }
        return former.map { .pending($0) } ?? .drifted(.corners)
    }

    /// Whether a marker has the calibrated data that it had before, or that its corners would have had.
    private func isRestored(_ image: MarkerImage, _ intent: MarkerIntent) -> Bool {
        if allows(image.calibrated, intent.planned.calibrated) {
            return image.hasStaleCenter == intent.planned.hasStaleCenter
        }
        switch former(intent, at: image.corners) {
        case .some(.some(let data)): return allows(image.calibrated, data)
        // Many servers take null to mean no change, and compute the data of a marker that has none. What belonged to other
        // corners is nothing that these could get back.
        case .some(nil), nil: return isNobodys(image.calibrated, at: image.corners)
        }
    }

    /// The calibrated data that corners had, or would have had, before the plan: what was planned, or for corners that somebody
    /// has moved since what the server computes; surveyed data belongs to the planned corners only. The outer `nil` means
    /// that it is not known.
    func former(_ intent: MarkerIntent, at corners: Quad) -> Quad?? {
        let data = intent.planned.calibrated
        if allows(corners, intent.planned.corners) { return .some(data) }
        return isNobodys(data, at: intent.planned.corners) ? .some(corners.map { $0 + space.shift }) : nil
    }

    /// The replacement for missing calibrated data if a server does not clear it: what it would compute itself.
    func substitute(for intent: MarkerIntent, at image: MarkerImage) -> Quad? {
        guard direction == .undo, mode == .calibrated, intent.planned.calibrated == nil else { return nil }
        return image.corners.map { $0 + space.shift }
    }

    /// Whether the parts of a marker that a job changes are as before, in value: text that is spelled otherwise, and data that
    /// the server computes where there was none, count as restored.
    func isBack(_ marker: Marker, before: Marker) throws(MarkerImageError) -> Bool {
        let (image, was) = (try MarkerImage(marker), try MarkerImage(before))
        let intent = MarkerIntent(was, to: was.corners)
        return switch mode {
        case .raw: allows(image.corners, was.corners) && isRestored(image, intent)
        case .calibrated: isRestored(image, intent)
        case .vector:
            allows(image.calibrated, was.calibrated)
                || isNobodys(was.calibrated, at: was.corners)
                    && isNobodys(image.calibrated, at: image.corners)
        }
    }

    /// Compares a marker with a plan that changes the space's vector: its calibrated data, once the server has computed it,
    /// follows from its corners, even if somebody has moved them meanwhile.
    func vectorStanding(of image: MarkerImage) -> Standing {
        image.calibrated == nil || allows(image.calibrated, calibrated(from: image.corners))
            ? .done : .drifted(.calibratedData)
    }
}
