import Foundation
import Markers
import MarkersEndpoint

/// A way on with a job that can succeed.
public enum JobAdvice: Hashable, Sendable {
    /// Running it once more in the same direction.
    case goOn
    /// Running it once more with this policy, which decides about markers that somebody else changed.
    case settle(ConflictPolicy)
    /// Restoring what it changed.
    case undo
}

extension JobStatus {
    /// The ways on, the most usual first; none if every marker has met its fate, so that another run would change nothing.
    public var advice: [JobAdvice] {
        let words = vector.map { [$0.word] } ?? open.map(\.state.word)
        let undo: [JobAdvice] = canBeUndone ? [.undo] : []
        guard !isUnsuited else { return undo }
        if words.contains(.conflict) {
            let policies: [ConflictPolicy] = head.mode == .calibrated ? [.recompute] : []
            return ([.takeTheirs] + policies + [.overwrite]).map { .settle($0) } + undo
        }
        var advice: [JobAdvice] = canChange ? [.goOn] : []
        if direction == .undo, words.contains(.kept) { advice.append(.settle(.overwrite)) }
        return advice + undo
    }

    /// Whether another run may change anything: the same request is not refused again.
    private var canChange: Bool {
        if isUndoing || detailsAreDue && run?.stop == nil { return true }
        if direction == .undo, endedBeforeItKnew { return true }
        if case .made(let comparison)? = comparison, comparison.isReopened { return true }
        if let vector { return !isComplete && ![.gone, .kept, .left].contains(vector.word) }
        return open.contains { one in
            let isFinal = one.state.code.map(PushProblem.lasting.contains) ?? false
            return switch one.state.word {
            case .pending, .done: true
            case .unfinished, .unconfirmed: !isFinal
            case .gone, .kept, .left, .conflict, .undone: false
            }
        }
    }

    /// Whether the run was ended before it may have listed the server: only a list shows markers that a killed run moved and never
    /// noted.
    private var endedBeforeItKnew: Bool {
        switch run?.stop {
        case .interrupted?, .outage?, .deadline?, .lockLost?: true
        case .conflict?, .unsuitable?, .failed?, .job?, nil: false
        }
    }

    /// Whether the server does not do what the mode needs: nothing is done, and what was tried would fail again.
    private var isUnsuited: Bool {
        if case .unsuitable(let problem)? = run?.stop { return !problem.isUnauthorized }
        return direction == .apply && ended == 0
            && open.contains { $0.state.code.map(PushProblem.lasting.contains) ?? false }
    }
}

extension PushProblem {
    fileprivate var isUnauthorized: Bool {
        if case .refused(let failure) = self { failure.isUnauthorized } else { false }
    }
}
