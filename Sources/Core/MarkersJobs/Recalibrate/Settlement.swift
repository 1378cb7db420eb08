internal import Markers

/// The next step of a marker of a job, judged by the marker as the server has it now.
///
/// This is the one place where it is decided how a write ended whose outcome was unknown.
enum Settlement: Sendable {
    /// Nothing is to be sent, and what the job knows is right.
    case unchanged
    /// Nothing is to be sent, and this is its state.
    case settled(JobState)
    case open(JobWork)

    init(_ item: JobItem, _ marker: Marker, _ rule: UpdateRule) {
        let word = item.state.word
        let isReopened = rule.policy == .overwrite
        // The server was restored from a backup, or lags: the version of what is written guards against the latter.
        let isSetBack = Settlement.isSetBack(marker, item.state, rule.direction)
        if word == .undone && !isSetBack || word == .left && !(isReopened && rule.direction == .apply) {
            self = .unchanged
            return
        }
        let fresh: MarkerImage
        var intent: MarkerIntent
        do throws(MarkerImageError) {
            (fresh, intent) = (try MarkerImage(marker), try item.intent())
        } catch {
            self = .settled(JobState(.unfinished, code: error.code))
            return
        }
        if isSetBack { intent.written = nil }
        let work = JobWork(item: item, intent: intent, marker: marker, fresh: fresh)
        let isDone = rule.standing(of: fresh, to: intent) == .done
        switch rule.direction {
        case .apply where isDone:
            let version = rule.version(of: fresh, after: intent.planned.version, intent)
            self = word == .done ? .unchanged : .settled(JobState(.done, version: version))
        case .apply:
            // Raw corners that were moved and are elsewhere now are somebody's work, even if they are where they began.
            self = word == .done && rule.mode == .raw && !isSetBack ? .unchanged : .open(work)
        case .undo where isDone:
            let isNews = word.mayBeMoved || isSetBack
            self = isNews ? .settled(JobState(.undone, version: fresh.version)) : .unchanged
        case .undo where word == .kept && !isReopened: self = .unchanged
        case .undo:
            // A marker that was never seen at its target, and is not there, has nothing to undo.
            let isLeft = rule.isSomebodys(fresh, intent) && !word.mayBeMoved && !isSetBack
            self = isLeft && !Settlement.isDoubtful(fresh, intent, word, rule) ? .unchanged : .open(work)
        }
    }
}

extension Settlement {
    /// Whether a marker whose work was done shows an older version than the one in which that was seen.
    private static func isSetBack(
        _ marker: Marker, _ state: JobState, _ direction: UpdateRule.Direction
    ) -> Bool {
        guard state.word == (direction == .apply ? .done : .undone), let seen = state.version,
            let version = marker.version
        else { return false }
        return version < seen
    }

    /// Whether a marker that the job has not noted as moved may have been moved anyway: it was edited after a run that
    /// ended before it noted its last markers, so that there are two versions more, or it is one of another server.
    private static func isDoubtful(
        _ image: MarkerImage, _ intent: MarkerIntent, _ word: JobState.Word, _ rule: UpdateRule
    ) -> Bool {
        word == .pending && image.version &- 1 > intent.planned.version
            || rule.isOfAnotherServer(image, intent)
    }
}

extension JobState.Word {
    /// Whether a job has moved a marker in this state, as far as it knows, and has not moved it back.
    var mayBeMoved: Bool { self == .done || self == .unconfirmed || self == .kept }
}

/// A marker of a job that needs a request.
struct JobWork: Sendable {
    let item: JobItem
    let intent: MarkerIntent
    let marker: Marker
    let fresh: MarkerImage
}

extension JobState {
    init(_ outcome: PushOutcome<MarkerImage>, _ work: JobWork, _ rule: UpdateRule) {
        switch (outcome, rule.direction) {
        case (.done(let image), .apply):
            self.init(.done, version: rule.version(of: image, after: work.fresh.version, work.intent))
        case (.done(let image), .undo): self.init(.undone, version: image.version)
        case (.conflict(let conflict, let image), .apply):
            self.init(
                rule.policy == .takeTheirs ? .left : .conflict, version: image.version, code: conflict.code)
        case (.conflict(let conflict, let image), .undo):
            self.init(.kept, version: image.version, code: conflict.code)
        case (.gone, _): self.init(.gone)
        case (.unfinished(let problem, let mayBeWritten), .apply):
            self.init(mayBeWritten ? .unconfirmed : .unfinished, code: problem.code)
        // As far as is known, what could not be undone is still done.
        case (.unfinished(let problem, _), .undo):
            self.init(.unconfirmed, version: work.intent.written, code: problem.code)
        }
    }
}
