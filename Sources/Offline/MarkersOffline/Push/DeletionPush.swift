internal import MarkersJobs

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
