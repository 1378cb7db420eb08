internal import Foundation
internal import RigidCalibration

extension RowPairsError: ExplainedError {
    /// The reason, with the runs or the anchor that it is about, counted from 1.
    public var message: String {
        switch self {
        case .severalRuns(let side, let first, let other):
            "the \(side.rawValue) anchors are of run \(first) and of run \(other), each with its own world frame"
        case .nonFiniteRow(let side, let place):
            "anchor \(place + 1) of the \(side.rawValue) side is not finite, expected finite numbers"
        case .pairs(let error, _): error.message
        }
    }

    /// The next thing to try.
    public var remedy: String? {
        switch self {
        case .severalRuns: "choose the anchors of one run"
        case .nonFiniteRow: "correct it, or leave it out"
        case .pairs(let error, _): error.remedy
        }
    }
}
