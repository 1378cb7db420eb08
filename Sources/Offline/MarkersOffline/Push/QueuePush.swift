internal import Markers
internal import MarkersJobs
internal import QuadGeometry

/// A push of a queued edit, which can say why the edit waits for a decision.
protocol QueuePush: Push {
    /// The state that a marker shows; `nil` where it cannot be judged.
    static func image(of marker: Marker) -> Image?
    func request(for write: Write) throws(JSONError) -> EditRequest
    /// The reason why somebody else's change makes the edit wait.
    func reason(for conflict: PushConflict, at image: Image) -> ParkReason
}

/// A request about one marker.
enum EditRequest: Sendable {
    case update([UInt8])
    case removal
}

extension QueuePush where Image == MarkerFields, Write == EditWrite {
    static func image(of marker: Marker) -> MarkerFields? { MarkerFields(marker) }

    func request(for write: EditWrite) -> EditRequest {
        switch write {
        case .update(_, let body): .update(body)
        case .removal: .removal
        }
    }
}

/// Sends the calibrated data of one marker, which is worked out from the corners of that moment.
struct CalibrationPush: QueuePush {
    private let rule: UpdateRule
    private var push: MarkerPush
    /// Whether it was sent before and nothing has been read since.
    private var isReading: Bool

    /// - Parameters:
    ///   - rule: The rule of the fit.
    ///   - base: The marker as it was when it was calibrated here.
    ///   - wasSent: Whether it may have its effect.
    init(_ rule: UpdateRule, from base: MarkerImage, wasSent: Bool) {
        self.rule = rule
        push = MarkerPush(MarkerIntent(base, to: rule.calibrated(from: base.corners)), by: rule)
        isReading = wasSent
    }

    mutating func start(_ fresh: MarkerImage?) -> PushStep<MarkerImage, MarkerWrite> {
        guard let fresh else { return isReading ? .send(.read, .now) : push.start(nil) }
        isReading = false
        return push.start(fresh)
    }

    mutating func receive(_ answer: PushAnswer<MarkerImage>) -> PushStep<MarkerImage, MarkerWrite> {
        guard isReading else { return push.receive(answer) }
        switch answer {
        case .found(let image): return start(image)
        case .gone: return .finish(.gone)
        case .refused(let failure): return .finish(.unfinished(.refused(failure), mayBeWritten: true))
        default: return .send(.read, .afterFailure)
        }
    }

    func abandoned() -> PushOutcome<MarkerImage> {
        isReading ? .unfinished(.givenUp, mayBeWritten: true) : push.abandoned()
    }

    static func image(of marker: Marker) -> MarkerImage? { try? MarkerImage(marker) }

    func request(for write: MarkerWrite) throws(JSONError) -> EditRequest {
        var update = RequestBody.MarkerUpdate(version: write.version)
        update.calibratedData = write.value.map { CalibratedData($0) }
        return .update(try update.json())
    }

    func reason(for conflict: PushConflict, at image: MarkerImage) -> ParkReason {
        conflict == .corners ? .cornersEdited : .calibratedDataEdited
    }
}

/// Removes one marker, if it is still as it was seen.
///
/// Removals have no version on the server, so that the marker is read before: what changes between the two requests is lost.
struct DeletionPush: QueuePush {
    /// The versions in which nobody else can have changed it.
    private let versions: Set<Int64>
    private var isRemoving = false
    private var mayBeRemoved = false

    /// - Parameters:
    ///   - base: The marker as it was seen.
    ///   - own: The number of edits from here that it has had since.
    init(_ base: MarkerFields, own: Int = 0) { versions = [base.version, base.version + Int64(own)] }

    mutating func start(_ fresh: MarkerFields?) -> PushStep<MarkerFields, EditWrite> {
        if let fresh { return judge(fresh) }
        return .send(.read, .now)
    }

    mutating func receive(_ answer: PushAnswer<MarkerFields>) -> PushStep<MarkerFields, EditWrite> {
        let wasRemoving = isRemoving
        isRemoving = false
        switch answer {
        case .gone: return .finish(.gone)
        case .refused(let failure):
            return .finish(.unfinished(.refused(failure), mayBeWritten: mayBeRemoved))
        case .found where wasRemoving, .nothingShown where wasRemoving: return .finish(.gone)
        case .found(let fields): return judge(fields)
        case .notSent: return .send(.read, .afterFailure)
        case .nothingShown, .conflict, .deferred, .unknown:
            mayBeRemoved = mayBeRemoved || wasRemoving
            return .send(.read, .afterFailure)
        }
    }

    func abandoned() -> PushOutcome<MarkerFields> {
        .unfinished(.givenUp, mayBeWritten: mayBeRemoved)
    }

    func reason(for conflict: PushConflict, at fields: MarkerFields) -> ParkReason { .editedSince }

    private mutating func judge(_ fields: MarkerFields) -> PushStep<MarkerFields, EditWrite> {
        guard versions.contains(fields.version) else { return .finish(.conflict(.corners, fields)) }
        isRemoving = true
        return .send(.write(.removal), .now)
    }
}

package enum EditWrite: Hashable, Sendable {
    /// Takes effect if the marker still has the version that the body has.
    case update(version: Int64, body: [UInt8])
    case removal

    var version: Int64? {
        if case .update(let version, _) = self { version } else { nil }
    }
}
