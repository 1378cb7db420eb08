package import MarkersJobs

/// Sends one queued edit of a marker, whatever the network, the server and other people do meanwhile.
///
/// Every write carries the version that it was computed for; after any unclear answer the marker is read, and ``EditRule``
/// judges what is there.
package struct EditPush: Push {
    /// The reads in a row that may show an older version than the server has acknowledged, since its copies may lag.
    private static let contradictions = 6
    /// A write that was acknowledged without effect is sent once more, in case somebody wrote in between.
    private static let unheededWrites = 2

    private let rule: EditRule
    private var isReading = false
    private var sent: (write: EditWrite, edits: FieldEdits)?
    /// The version of a write that may still take effect as long as the marker has that version.
    private var outstanding: Int64?
    private var least: Int64
    private var contradictory = 0, unheeded = 0
    /// The marker that a server showed in place of what it acknowledged.
    private var unheededFields: MarkerFields?
    private let wasSent: Bool

    /// A push that has not begun; one that was sent before reads first.
    package init(_ rule: EditRule, wasSent: Bool = false) {
        (self.rule, self.wasSent) = (rule, wasSent)
        least = rule.base.version
    }

    package mutating func start(_ fresh: MarkerFields?) -> PushStep<MarkerFields, EditWrite> {
        if let fresh { return judge(fresh) }
        return wasSent ? read(.now) : judge(rule.base)
    }

    package mutating func receive(
        _ answer: PushAnswer<MarkerFields>
    ) -> PushStep<MarkerFields, EditWrite> {
        switch answer {
        case .found(let fields):
            guard !isReading, let sent else { return judge(fields) }
            return check(fields, after: sent.write, sent.edits)
        case .gone: return .finish(.gone)
        case .refused(let failure):
            return .finish(.unfinished(.refused(failure), mayBeWritten: outstanding != nil))
        case .notSent where !isReading, .deferred where !isReading:
            if case .deferred = answer { outstanding = sent?.write.version }
            return sent.map { .send(.write($0.write), .afterFailure) } ?? read(.afterFailure)
        case .conflict where !isReading, .nothingShown where !isReading:
            outstanding = sent?.write.version
            least = max(least, (sent?.write.version ?? least) + 1)
            return read(.now)
        case .unknown where !isReading:
            outstanding = sent?.write.version
            return read(.afterFailure)
        case .notSent, .deferred, .conflict, .nothingShown, .unknown: return read(.afterFailure)
        }
    }

    package func abandoned() -> PushOutcome<MarkerFields> {
        .unfinished(.givenUp, mayBeWritten: outstanding != nil)
    }

    /// Judges the answer to a write: where it does not show all that was sent, the marker is read.
    private mutating func check(
        _ fields: MarkerFields, after write: EditWrite, _ edits: FieldEdits
    ) -> PushStep<MarkerFields, EditWrite> {
        let version = write.version ?? least
        least = max(least, version + 1)
        guard fields.version > version else {
            outstanding = version
            return read(.now)
        }
        outstanding = nil
        guard edits.areShown(in: fields), rule.standing(of: fields) == .done else {
            if !edits.areShown(in: fields) { (unheeded, unheededFields) = (unheeded + 1, fields) }
            return read(.now)
        }
        return .finish(.done(fields))
    }

    private mutating func judge(_ fields: MarkerFields) -> PushStep<MarkerFields, EditWrite> {
        if fields.version < least {
            contradictory += 1
            guard contradictory > EditPush.contradictions else { return read(.afterFailure) }
            // Refused for a version that reading still shows: another write is safe and may work.
        }
        (contradictory, least) = (0, max(least, fields.version))
        if let version = outstanding, version < fields.version { outstanding = nil }
        // The server has what it made of the write, not what was sent; sent again, it would make the same of it.
        guard unheededFields != fields, unheeded < EditPush.unheededWrites else {
            return .finish(.unfinished(.notAsWritten, mayBeWritten: false))
        }
        switch rule.standing(of: fields) {
        case .done: return .finish(.done(fields))
        case .parked: return .finish(.conflict(.corners, fields))
        case .pending(let open):
            let body = open.json(version: fields.version, over: fields.properties)
            let write = EditWrite.update(version: fields.version, body: body)
            (sent, isReading) = ((write, open), false)
            return .send(.write(write), .now)
        }
    }

    private mutating func read(_ pace: Pace) -> PushStep<MarkerFields, EditWrite> {
        isReading = true
        return .send(.read, pace)
    }
}

extension EditPush: QueuePush {
    func reason(for conflict: PushConflict, at fields: MarkerFields) -> ParkReason {
        if case .parked(let reason) = rule.standing(of: fields) { reason } else { .fieldEdited }
    }
}
