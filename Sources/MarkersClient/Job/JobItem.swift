public import Foundation
public import Markers
public import QuadGeometry

/// What is known of one marker of a job; the server is the truth, and this spares looking there.
public struct JobState: Hashable, Sendable {
    /// Where it stands, in a word that never changes meaning.
    public enum Word: String, Hashable, Sendable, CaseIterable {
        case pending, done, conflict, gone, unfinished
        /// It may be written; only reading tells.
        case unconfirmed
        /// Taken back.
        case undone
        /// What was written was edited since and stays.
        case kept
    }

    public var word: Word
    /// The version in which it was seen so.
    public var version: Int64?
    /// Why, in a word that never changes meaning.
    public var code: String?

    public init(_ word: Word, version: Int64? = nil, code: String? = nil) {
        (self.word, self.version, self.code) = (word, version, code)
    }

    /// What a push that ended means for a job.
    init(_ outcome: PushOutcome<MarkerImage>, _ direction: UpdateRule.Direction) {
        switch (outcome, direction) {
        case (.done(let image), .apply): self.init(.done, version: image.version)
        case (.done(let image), .undo): self.init(.undone, version: image.version)
        case (.conflict(let conflict, let image), .apply):
            self.init(.conflict, version: image.version, code: conflict.code)
        case (.conflict(let conflict, let image), .undo):
            self.init(.kept, version: image.version, code: conflict.code)
        case (.gone, _): self.init(.gone)
        case (.unfinished(let problem, let mayBeWritten), .apply):
            self.init(mayBeWritten ? .unconfirmed : .unfinished, code: problem.code)
        // What could not be taken back is still done, as far as is known.
        case (.unfinished(let problem, _), .undo): self.init(.unconfirmed, code: problem.code)
        }
    }
}

/// Which marker of a job it is and how far it got, without what was there before.
public struct JobRow: Hashable, Sendable {
    /// Its place among the job's markers, counted from 0.
    public let ordinal: Int
    public let id: UUID
    public let state: JobState
}

/// A marker of a job.
public struct JobItem: Sendable {
    /// Its place among the job's markers, counted from 0.
    public let ordinal: Int
    /// As it was received, byte for byte.
    public let before: Marker
    /// Where its corners, or its calibrated data, go.
    public let target: Quad
    public var state: JobState

    /// What the plan wants of it; refused where it has no version or cannot be read.
    func intent() throws(MarkerImageError) -> MarkerIntent {
        MarkerIntent(try MarkerImage(before), to: target)
    }
}

extension RecalibrationPlan {
    /// The markers that are written one by one in the order to write them, each with where it goes.
    var targets: [(marker: Marker, target: Quad)] {
        sendingOrder.map { update in
            switch update.change {
            case .corners(let quad, _), .vector(let quad): (update.marker, quad)
            case .calibrated(let data, _): (update.marker, data.quad)
            }
        }
    }

    /// The ids of all markers of some sessions that were looked at.
    func ids(in sessions: [UUID]) -> [UUID] {
        let all =
            updates.map(\.marker) + unchanged.map(\.marker) + refused.map(\.marker) + leftOut.map(\.marker)
        let sessions = Set(sessions)
        return all.filter { sessions.contains($0.workSessionID) }.map(\.id)
    }
}
