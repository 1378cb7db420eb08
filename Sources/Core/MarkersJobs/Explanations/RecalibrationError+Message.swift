internal import Foundation
public import Markers
import MarkersEndpoint

extension RecalibrationError: ExplainedError {
    /// The reason why the space is not recalibrated.
    public var message: String {
        switch self {
        case .listing(let error): error.message
        case .noPairs(let markers): "no markers match: \(RecalibrationError.reasons(markers))"
        case .fit(let error): error.message
        case .undecidedSign(let error): error.message
        case .plan(let error): error.message
        case .nothingToSend: "every marker is where it should be or is left out"
        case .mixedSpace(let refused):
            "\(counted(refused, "marker")) cannot be moved, and would stay in the old frame"
        case .listsCutOff(let sessions):
            "the lists of \(listed(sessions, \.wireText)) look cut off, so markers may be missing"
        case .noOrigin: "NO_ORIGIN, the transport does not say which server it talks to"
        case .run(let error): error.message
        }
    }

    /// The next thing to try.
    public var remedy: String? {
        switch self {
        case .listing(let error): error.remedy
        case .noPairs: "check that both sides are of the same space, or join by another key"
        case .fit(let error): error.remedy
        case .undecidedSign(let error): error.remedy
        case .plan(let error): error.remedy
        case .nothingToSend: "nothing to do, or choose other sessions"
        case .mixedSpace: "correct them, or plan first and carry the plan out if they may stay"
        case .listsCutOff:
            "check the lists on the server, or plan first and carry the plan out if they are whole"
        case .noOrigin: "give one that is a BoundTransport, or use Recalibration with the server's origin"
        case .run(let error): error.remedy
        }
    }

    private static func reasons(_ markers: [UnjoinedMarker]) -> String {
        let reasons: [(UnjoinedMarker.Reason, String)] = [
            (.noKey, "without a key"), (.noPartner, "without a partner"),
            (.repeatedKey, "with a repeated key"),
            (.noneInPlace, "with no partner in place"),
        ]
        let parts = reasons.compactMap { reason, words in
            let count = markers.count { $0.reason == reason }
            return count == 0 ? nil : "\(count) \(words)"
        }
        return parts.isEmpty ? "there are none" : parts.joined(separator: ", ")
    }
}
