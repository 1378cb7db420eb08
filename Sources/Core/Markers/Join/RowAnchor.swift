public import Foundation
public import RigidCalibration

/// The dot of a laser-guide row as one run of a session saw it.
public struct RowAnchor: Hashable, Sendable {
    public let session: UUID?
    /// Runs of a session have frames of their own.
    public let run: Int64
    /// The row: its position along the guide, in metres.
    public let localZ: Double
    /// The position in the frame of the run.
    public let position: SIMD3<Double>

    public init(session: UUID? = nil, run: Int64, localZ: Double, position: SIMD3<Double>) {
        (self.session, self.run, self.localZ, self.position) = (session, run, localZ, position)
    }

    /// The dot of an anchor from the server.
    public init(_ anchor: Anchor) {
        self.init(
            session: anchor.sessionID, run: anchor.run, localZ: anchor.localZ, position: anchor.worldPosition)
    }
}

/// The reason why anchors were not paired.
public enum RowPairsError: Error, Hashable, Sendable {
    /// Anchors of one side are of two runs, or sessions, whose frames are unrelated.
    case severalRuns(JoinSide, Int64, Int64)
    case nonFiniteRow(JoinSide, place: Int)
    /// An error whose pairs have these indices on the old side.
    case pairs(RigidFitError, old: [Int])

    /// The reason in a word that never changes meaning.
    public var code: String {
        switch self {
        case .severalRuns: "SEVERAL_RUNS"
        case .nonFiniteRow: "NON_FINITE"
        case .pairs(let error, _): error.code
        }
    }
}
