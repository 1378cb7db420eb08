public import Foundation
public import Markers
public import QuadGeometry

/// The known state of one marker of a job; the server has the truth, and this saves requests.
public struct JobState: Hashable, Sendable {
    /// The state as a word whose meaning never changes.
    public enum Word: String, Hashable, Sendable, CaseIterable {
        case pending, done, conflict, gone, unfinished
        /// It may have been written; only reading shows.
        case unconfirmed
        /// Restored to what it was before.
        case undone
        /// In an undo: somebody has edited it since, so it stays as it is.
        case kept
        /// Somebody else changed it before it was moved, and by choice it stays as it is for good.
        case left
    }

    public var word: Word
    /// The version in which it was seen in this state.
    public var version: Int64?
    /// The reason as a word whose meaning never changes.
    public var code: String?

    public init(_ word: Word, version: Int64? = nil, code: String? = nil) {
        (self.word, self.version, self.code) = (word, version, code)
    }
}

/// A marker of a job and its state, without what was there before.
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
    /// The marker as it was received, byte for byte.
    public let before: Marker
    /// The target of its corners or of its calibrated data.
    public let target: Quad
    /// When it was made, in seconds since the beginning of 1970, if the job shifts markers by their times.
    let time: Double?
    public var state: JobState

    /// The plan's intent for it; refused if it has no version or cannot be read.
    func intent() throws(MarkerImageError) -> MarkerIntent {
        MarkerIntent(
            try MarkerImage(before), to: target,
            written: state.word == .done || state.word == .unconfirmed ? state.version : nil,
            time: time)
    }
}

extension RecalibrationPlan {
    /// The markers in the order of sending, each with its target.
    var targets: [(marker: Marker, target: Quad)] {
        sendingOrder.map { update in
            switch update.change {
            case .corners(let quad, _), .vector(let quad): (update.marker, quad)
            case .calibrated(let data, _): (update.marker, data.quad)
            }
        }
    }

    func ids(in sessions: [UUID]) -> [UUID] {
        let all =
            updates.map(\.marker) + unchanged.map(\.marker) + refused.map(\.marker) + leftOut.map(\.marker)
        let sessions = Set(sessions)
        return all.filter { sessions.contains($0.workSessionID) }.map(\.id)
    }
}
