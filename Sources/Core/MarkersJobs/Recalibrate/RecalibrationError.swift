public import Foundation
public import Markers
import MarkersEndpoint
public import RigidCalibration

/// The reason why a space is not recalibrated.
///
/// Boxed: vectors of 32 bytes that an asynchronous function holds while it waits can overrun its frame (Swift 6.3).
public indirect enum RecalibrationError: Error, Hashable, Sendable {
    /// The space cannot be listed as asked.
    case listing(SpaceListingError)
    /// No old marker has a partner; with the markers of both sides.
    case noPairs([UnjoinedMarker])
    /// No motion can be fitted.
    case fit(RigidFitError)
    /// The scan is not straightened as asked; with the id of the marker that keeps it from that, if it is one.
    case notStraightened(StraighteningError, marker: String?)
    /// The sign of the space's vector must be stated.
    case undecidedSign(UndecidedSign)
    /// The motion must not be applied to these markers.
    case plan(RecalibrationPlanError)
    /// Every marker is where it should be or is left out, so there is nothing to send.
    case nothingToSend
    /// So many markers cannot be moved and would stay in the old frame.
    case mixedSpace(refused: Int)
    /// The lists of these sessions look cut off, so markers might be missing.
    case listsCutOff([UUID])
    /// The transport does not say which server it talks to, which jobs name.
    case noOrigin
    /// The plan was made, but its job did not run.
    case run(JobRunError)

    /// The error as a word whose meaning never changes.
    public var code: String { told.code }

    /// Whether the markers have no motion, or none that may be used: a job that has moved them explains that.
    var isAboutMotion: Bool {
        switch self {
        case .noPairs, .fit, .plan, .notStraightened: true
        case .listing, .undecidedSign, .nothingToSend, .mixedSpace, .listsCutOff, .noOrigin, .run: false
        }
    }
}

extension RecalibrationError: ExplainedError {
    /// The reason why the space is not recalibrated.
    public var message: String { told.message }

    public var remedy: String? { told.remedy }

    private var told: (code: String, message: String, remedy: String?) {
        switch self {
        case .listing(let error): (error.code, error.message, error.remedy)
        case .noPairs(let markers):
            (
                "NO_PAIRS", "no markers match: \(RecalibrationError.reasons(markers))",
                "check that both sides are of the same space, or join by another key"
            )
        case .fit(let error): (error.code, error.message, error.remedy)
        case .notStraightened(let error, let marker):
            (
                error.code,
                "the scan is not straightened: \(error.code)" + (marker.map { ", marker \($0)" } ?? ""),
                "straighten it by place, or not at all"
            )
        case .undecidedSign(let error): (error.evidence.conclusion.code, error.message, error.remedy)
        case .plan(let error): (error.code, error.message, error.remedy)
        case .nothingToSend:
            (
                "NOTHING_TO_SEND", "every marker is where it should be or is left out",
                "nothing to do, or choose other sessions"
            )
        case .mixedSpace(let refused):
            (
                "MIXED_SPACE",
                "\(counted(refused, "marker")) cannot be moved, and would stay in the old frame",
                "correct them, or plan first and carry the plan out if they may stay"
            )
        case .listsCutOff(let sessions):
            (
                "LIST_LOOKS_CUT_OFF",
                "the lists of \(listed(sessions, \.wireText)) look cut off, so markers may be missing",
                "check the lists on the server, or plan first and carry the plan out if they are whole"
            )
        case .noOrigin:
            (
                "NO_ORIGIN", "NO_ORIGIN, the transport does not say which server it talks to",
                "give one that is a BoundTransport, or use Recalibration with the server's origin"
            )
        case .run(let error): (error.code, error.message, error.remedy)
        }
    }

    private static func reasons(_ markers: [UnjoinedMarker]) -> String {
        let reasons: [(UnjoinedMarker.Reason, String)] = [
            (.noKey, "without a key"), (.noPartner, "without a partner"),
            (.repeatedKey, "with a repeated key"),
            (.noneInPlace, "with no partner in place"), (.excluded, "not to be used"),
        ]
        let parts = reasons.compactMap { reason, words in
            let count = markers.count { $0.reason == reason }
            return count == 0 ? nil : "\(count) \(words)"
        }
        return parts.isEmpty ? "there are none" : parts.joined(separator: ", ")
    }
}
