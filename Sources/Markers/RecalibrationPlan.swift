public import QuadGeometry

/// What a new calibration changes, worked out before anything is sent.
///
/// A value made of markers and a request alone: every marker is in exactly one of four lists, each in the order of the
/// input. A marker is refused only when it cannot be moved; whatever else is wrong with it travels along.
public struct RecalibrationPlan: Sendable {
    /// A marker that is where it should be, to what stored numbers can tell.
    public struct Unchanged: Sendable {
        public let index: Int
        public let marker: Marker
        /// How far the corner would go that goes farthest, in metres.
        public let displacement: Double
        public let findings: [QuadIssue]
    }

    /// A marker that cannot be moved and stays in the old frame; only a space's vector moves it all the same.
    public struct Refused: Sendable {
        public let index: Int
        public let marker: Marker
        public let reason: RefusalReason
    }

    /// A marker that is none of the plan's business.
    public struct LeftOut: Sendable {
        public let index: Int
        public let marker: Marker
        public let reason: OmissionReason
    }

    /// Why a marker cannot be moved.
    public enum RefusalReason: Hashable, Sendable {
        /// Some corner is not three finite numbers.
        case badCorner(JSONError)
        case outOfRange(QuadIssue)
        /// The motion leads out of the range.
        case outOfRangeAfter(QuadIssue)
        /// Nothing would notice that somebody else changed it meanwhile.
        case missingVersion

        /// The reason in a word that never changes meaning.
        public var code: String {
            switch self {
            case .badCorner: "BAD_CORNER"
            case .outOfRange: "OUT_OF_RANGE"
            case .outOfRangeAfter: "OUT_OF_RANGE_AFTER"
            case .missingVersion: "MISSING_VERSION"
            }
        }
    }

    /// Why a marker is left out.
    public enum OmissionReason: Hashable, Sendable {
        case session(FrameMembership.Reason)
        /// The marker of this index has the same id.
        case listedTwice(Int)

        /// The reason in a word that never changes meaning.
        public var code: String {
            switch self {
            case .session(let reason): reason.code
            case .listedTwice: "LISTED_TWICE"
            }
        }
    }

    public let request: RecalibrationRequest
    public private(set) var updates: [MarkerUpdate] = []
    public private(set) var unchanged: [Unchanged] = []
    public private(set) var refused: [Refused] = []
    public private(set) var leftOut: [LeftOut] = []
    /// What is sent in the vector mode.
    public private(set) var vectorUpdate: VectorUpdate?
    public private(set) var notes: [PlanNote]

    /// Sorts every marker into exactly one of the lists.
    public init(_ markers: [Marker], _ request: RecalibrationRequest) throws(RecalibrationPlanError) {
        self.request = request
        let check = try request.check()
        let state = FittedState(request.motion, among: markers, in: request.space)
        guard state.onTarget.isEmpty else {
            throw .alreadyApplied(onTarget: state.onTarget, of: request.motion.fitted.count)
        }
        notes = request.notes(state)
        var movable: [MovableMarker] = []
        for (index, sorted) in MarkerSorting(request, check).sorted(markers).enumerated() {
            let marker = markers[index]
            switch sorted {
            case .movable(let quad): movable.append(MovableMarker(index: index, marker: marker, raw: quad))
            case .refused(let reason):
                refused.append(Refused(index: index, marker: marker, reason: reason))
            case .leftOut(let reason):
                leftOut.append(LeftOut(index: index, marker: marker, reason: reason))
            }
        }
        if request.mode == .vector {
            try moveVector(movable, check)
        } else {
            for marker in movable { move(marker, check) }
        }
        refused.sort { $0.index < $1.index }
        if request.mode != .vector, !refused.isEmpty, !updates.isEmpty {
            notes.append(.mixedSpace(refused: refused.count))
        }
    }

    /// How many markers were looked at.
    public var count: Int { updates.count + unchanged.count + refused.count + leftOut.count }

    private mutating func move(_ marker: MovableMarker, _ check: QuadCheck) {
        let move = MarkerMove(marker.raw, request)
        let isRaw = request.mode == .raw
        let stored = isRaw ? nil : (try? marker.marker.calibratedData)?.quad
        let old = isRaw ? marker.raw : stored ?? move.calibratedBefore
        let new = isRaw ? move.raw : move.calibrated
        guard let findings = findings(marker, new, check) else { return }
        guard let version = marker.marker.version else {
            return refused.append(
                Refused(index: marker.index, marker: marker.marker, reason: .missingVersion))
        }
        let displacement = move.displacement(old, new)
        guard !move.tolerance(with: old).allows(old, new) else {
            return unchanged.append(
                Unchanged(
                    index: marker.index, marker: marker.marker, displacement: displacement,
                    findings: findings))
        }
        append(
            marker,
            isRaw ? .corners(new, version: version) : .calibrated(CalibratedData(new), version: version),
            move, displacement, findings)
    }

    private mutating func moveVector(
        _ markers: [MovableMarker], _ check: QuadCheck
    ) throws(RecalibrationPlanError) {
        let (space, motion) = (request.space, request.motion)
        let others = leftOut.count { if case .session = $0.reason { true } else { false } }
        let sources = markers.map { $0.raw.map { $0 + space.shift(to: motion.source) } }
        guard let loss = VectorLoss(of: motion.targetFromSource, over: sources) else { return }
        guard loss.overTolerance.isEmpty else { throw .vectorLoses(loss) }
        let shift = space.shift(to: motion.source) + loss.shift
        guard let vector = space.vector(shifting: shift) else { throw .vectorOutOfRange }
        let magnitude = Double.maximum(space.shift.largestMagnitude, shift.largestMagnitude)
        let stays = StoredTolerance(magnitude: magnitude).allows(shift - space.shift)
        guard stays || others == 0 else { throw .vectorMovesOthers(others) }
        if !stays { vectorUpdate = VectorUpdate(before: space.vector, after: vector, loss: loss) }
        for marker in markers {
            let move = MarkerMove(marker.raw, request)
            let new = marker.raw.map { $0 + shift }
            guard let findings = findings(marker, new, check) else { continue }
            let displacement = (shift - space.shift).length
            if stays {
                unchanged.append(
                    Unchanged(
                        index: marker.index, marker: marker.marker, displacement: displacement,
                        findings: findings))
            } else {
                append(marker, .vector(new), move, displacement, findings)
            }
        }
    }

    /// What is wrong with a marker where it goes; `nil`, and it is refused, where it cannot go there.
    private mutating func findings(
        _ marker: MovableMarker, _ new: Quad, _ check: QuadCheck
    ) -> [QuadIssue]? {
        let findings = check.issues(new)
        guard let issue = findings.first(where: \.keepsFromMoving) else { return findings }
        refused.append(
            Refused(index: marker.index, marker: marker.marker, reason: .outOfRangeAfter(issue)))
        return nil
    }

    private mutating func append(
        _ marker: MovableMarker, _ change: MarkerUpdate.Change, _ move: MarkerMove, _ displacement: Double,
        _ findings: [QuadIssue]
    ) {
        updates.append(
            MarkerUpdate(
                index: marker.index, marker: marker.marker, change: change, displacement: displacement,
                predictedError: request.motion.predictedError(atMoved: move.target), findings: findings,
                staleMembers: marker.marker.staleMembers(request.mode)))
    }
}
