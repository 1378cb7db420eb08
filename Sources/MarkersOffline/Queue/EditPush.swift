internal import MarkersClient

/// A push of a queued edit, which can say why the edit waits for a decision.
protocol QueuePush: Push where Image == MarkerFields, Write == EditWrite {
    /// The reason for a conflict with the marker that was found.
    func reason(at fields: MarkerFields) -> ParkReason
}

/// The write of a queued edit.
enum EditWrite: Hashable, Sendable {
    /// Takes effect if the marker still has the version that the body has.
    case update(version: Int64, body: [UInt8])
    case removal

    var version: Int64? {
        if case .update(let version, _) = self { version } else { nil }
    }
}

/// Sends one queued edit of a marker, whatever the network, the server and other people do meanwhile.
///
/// Every write carries the version that it was computed for; after any unclear answer the marker is read, and ``EditRule``
/// judges what is there.
struct EditPush: QueuePush {
    /// The reads in a row that may show an older version than the server has acknowledged, since its copies may lag.
    private static let contradictions = 6
    /// A write that was acknowledged without effect is sent once more, in case somebody wrote in between.
    private static let unheededWrites = 2

    private let rule: EditRule
    private var isReading = false
    private var sent: EditWrite?
    /// The version of a write that may still take effect as long as the marker has that version.
    private var outstanding: Int64?
    private var least: Int64
    private var contradictory = 0, unheeded = 0
    private let wasSent: Bool

    /// A push that has not begun; one that was sent before reads first.
    init(_ rule: EditRule, wasSent: Bool = false) {
        (self.rule, self.wasSent) = (rule, wasSent)
        least = rule.base.version
    }

    mutating func start(_ fresh: MarkerFields?) -> PushStep<MarkerFields, EditWrite> {
        if let fresh { return judge(fresh) }
        return wasSent ? read(.now) : judge(rule.base)
    }

    func reason(at fields: MarkerFields) -> ParkReason {
        if case .parked(let reason) = rule.standing(of: fields) { reason } else { .fieldEdited }
    }

    mutating func receive(_ answer: PushAnswer<MarkerFields>) -> PushStep<MarkerFields, EditWrite> {
        switch answer {
        case .found(let fields):
            if !isReading, let sent {
                let version = sent.version ?? least
                least = max(least, version + 1)
                guard fields.version > version else { return read(.now) }
                outstanding = nil
                if rule.standing(of: fields) != .done { unheeded += 1 }
            }
            return judge(fields)
        case .gone: return .finish(.gone)
        case .refused(let failure):
            return .finish(.unfinished(.refused(failure), mayBeWritten: outstanding != nil))
        case .notSent where !isReading, .deferred where !isReading:
            if case .deferred = answer { outstanding = sent?.version }
            return sent.map { .send(.write($0), .afterFailure) } ?? read(.afterFailure)
        case .conflict where !isReading, .nothingShown where !isReading:
            outstanding = sent?.version
            least = max(least, (sent?.version ?? least) + 1)
            return read(.now)
        case .unknown where !isReading:
            outstanding = sent?.version
            return read(.afterFailure)
        case .notSent, .deferred, .conflict, .nothingShown, .unknown: return read(.afterFailure)
        }
    }

    func abandoned() -> PushOutcome<MarkerFields> {
        .unfinished(.givenUp, mayBeWritten: outstanding != nil)
    }

    private mutating func judge(_ fields: MarkerFields) -> PushStep<MarkerFields, EditWrite> {
        if fields.version < least {
            contradictory += 1
            guard contradictory > EditPush.contradictions else { return read(.afterFailure) }
            // Refused for a version that reading still shows: another write is safe and may work.
        }
        (contradictory, least) = (0, max(least, fields.version))
        if let version = outstanding, version < fields.version { outstanding = nil }
        switch rule.standing(of: fields) {
        case .done: return .finish(.done(fields))
        case .parked: return .finish(.conflict(.corners, fields))
        case .pending(let open):
            guard unheeded < EditPush.unheededWrites else {
                return .finish(.unfinished(.notAsWritten, mayBeWritten: false))
            }
            let body = open.json(version: fields.version, over: fields.properties)
            let write = EditWrite.update(version: fields.version, body: body)
            (sent, isReading) = (write, false)
            return .send(.write(write), .now)
        }
    }

    private mutating func read(_ pace: Pace) -> PushStep<MarkerFields, EditWrite> {
        isReading = true
        return .send(.read, pace)
    }
}
