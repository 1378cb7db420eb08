public import Foundation

/// The sessions that are in the old frame, so that their markers move; nothing is guessed.
public struct FrameMembership: Hashable, Sendable {
    /// The rule for sessions that were not chosen by name.
    public enum Rule: Hashable, Sendable {
        /// They do not move.
        case onlyChosen
        /// They move where they were created before a date.
        case before(WireDate)
        /// They all move, but for those that are done or archived.
        case all
        /// They all move except those that supplied targets, whenever they were created: for the markers of a
        /// file chosen for this.
        case allButTargets
    }

    /// The reason why a session's markers do not move.
    public enum Reason: Hashable, Sendable {
        /// It supplied target points, so it is in the new frame.
        case suppliedTargets
        case notChosen
        case notBefore(WireDate)
        /// It was created after the earliest session that supplied targets, so it may be in either frame:
        /// choose it by name if it is in the old one.
        case createdAfterTargets
        /// A date is needed to decide, and there is none that can be read.
        case undated
        /// It is done or archived: choose it by name if it is to move.
        case finished

        /// The reason in a word that never changes meaning.
        public var code: String {
            switch self {
            case .suppliedTargets: "NEW_FRAME"
            case .notChosen: "NOT_CHOSEN"
            case .notBefore: "NOT_BEFORE"
            case .createdAfterTargets: "CREATED_AFTER_TARGETS"
            case .undated: "UNDATED"
            case .finished: "FINISHED"
            }
        }
    }

    /// Sessions that are in the old frame, by name.
    public var chosen: Set<UUID>
    public var rule: Rule
    /// Sessions that supplied target points. They never move, even if chosen.
    public var targets: Set<UUID>
    /// The creation dates of sessions, as they were written.
    public var createdAt: [UUID: String]
    /// Sessions that are done or archived, which no rule moves.
    public var finished: Set<UUID> = []

    private static let finishedStatuses: Set = ["done", "archived"]

    public init(
        chosen: Set<UUID> = [], rule: Rule = .onlyChosen, targets: Set<UUID> = [],
        createdAt: [UUID: String] = [:]
    ) {
        (self.chosen, self.rule, self.targets, self.createdAt) = (chosen, rule, targets, createdAt)
    }

    /// The same membership with the dates at which sessions were created, and with those that are done or archived.
    public func dated(by sessions: [WorkSession]) -> FrameMembership {
        var frames = self
        frames.createdAt = sessions.reduce(into: [:]) { $0[$1.id] = $1.createdAt }
        frames.finished = Set(
            sessions.filter { FrameMembership.finishedStatuses.contains($0.status) }.map(\.id))
        return frames
    }

    /// The reason why the markers of a session do not move; `nil` if they do.
    public func reasonToLeaveOut(_ session: UUID) -> Reason? { Verdicts(self).reason(session) }

    /// Dates in which no zone is written, so that they were taken as UTC.
    public var datesWithoutZone: [String] {
        var dates = createdAt.values.compactMap(WireDate.init)
        if case .before(let date) = rule { dates.append(date) }
        return dates.filter { !$0.hasZone }.map(\.text).sorted()
    }

    /// The membership with the dates that all sessions are compared with.
    struct Verdicts {
        private let frames: FrameMembership
        private let earliestTarget: WireDate?
        private let hasUndatedTarget: Bool

        init(_ frames: FrameMembership) {
            self.frames = frames
            let dates = frames.targets.map(frames.date)
            earliestTarget = dates.compactMap(\.self).min()
            hasUndatedTarget = dates.contains { $0 == nil }
        }

        func reason(_ session: UUID) -> Reason? {
            if frames.targets.contains(session) { return .suppliedTargets }
            if frames.chosen.contains(session) { return nil }
            if frames.rule == .onlyChosen { return .notChosen }
            if frames.rule == .allButTargets { return nil }
            if frames.finished.contains(session) { return .finished }
            let created = frames.date(session)
            if !frames.targets.isEmpty {
                guard let created, !hasUndatedTarget, let earliestTarget else { return .undated }
                if created > earliestTarget { return .createdAfterTargets }
            }
            guard case .before(let limit) = frames.rule else { return nil }
            guard let created else { return .undated }
            return created < limit ? nil : .notBefore(limit)
        }
    }

    private func date(_ session: UUID) -> WireDate? { createdAt[session].flatMap(WireDate.init) }
}
