import Foundation
import Markers
import MarkersClient

extension VerifyReport {
    /// Sentences about everything that is not as the job wants it.
    var sentences: [String] {
        var sentences: [String] = []
        if vectorIsThere == false {
            sentences.append("VECTOR_DIFFERS: the space has another vector than the job wants.")
        }
        if !different.isEmpty {
            let codes = PlanRemark.counts(Array(different.values))
            sentences.append(
                "DIFFERENT: \(counted(different.count, "marker")) \(different.count == 1 ? "is" : "are") not as the job "
                    + "wants (\(codes)): \(listed(VerifyReport.names(Array(different.keys)))).")
        }
        if !gone.isEmpty {
            sentences.append(
                "GONE: \(counted(gone.count, "marker")) of the plan not there any more: "
                    + "\(listed(VerifyReport.names(gone))).")
        }
        if !appeared.isEmpty {
            sentences.append(
                "APPEARED: \(counted(appeared.count, "marker")) that the plan did not know, in whichever frame "
                    + "their makers were: \(listed(VerifyReport.names(appeared))). Look at them in the app.")
        }
        return sentences
    }

    private static func names(_ ids: [UUID]) -> [String] { ids.map(\.wireText).sorted() }
}

extension StopReason {
    /// A sentence with what happened and what to do.
    func sentence(_ head: JobHead) -> String {
        switch self {
        case .interrupted: "a signal asked to stop."
        case .conflict(let id?, _):
            "somebody else changed marker \(id.wireText) meanwhile, and nothing more was begun. Look at it, and go on with "
                + "--conflicts skip to leave such markers as they are."
        case .conflict(nil, _): "somebody else changed the space's vector meanwhile, and it stays as it is."
        case .unsuitable(let problem): problem.sentence(head.mode)
        case .outage:
            "\(head.mode == .vector ? "all" : "\(RunOptions.outage)") requests in a row failed; the server appears to be down. Resume later."
        case .deadline: "the time was up."
        case .lockLost:
            "the lock of a session might have expired before an answer, so nothing more was sent. Go on when the network is "
                + "better."
        case .failed(let error): "\(error.text)."
        case .job(let error): "\(error.text)."
        }
    }
}

extension PushProblem {
    fileprivate func sentence(_ mode: PushMode) -> String {
        switch self {
        case .refused(let status):
            "the server refuses what is sent (status \(status)). Give credentials that may change markers."
        case .notAsWritten:
            "the server acknowledges what is sent and keeps something else, so it does not do what --mode \(mode.rawValue) "
                + "needs. Nothing more was sent. Undo it, and use another mode."
        case .versionUnmoved:
            "the server does not count versions up, so nothing would notice other people's edits. Nothing more was sent."
        case .versionWentBack: "the server shows older and older versions."
        case .versionOutOfRange: "the server has versions beyond 2^53."
        case .givenUp: "it was tried too often."
        }
    }
}

extension RunWarning {
    /// A sentence with what to do; safe for a terminal.
    var sentence: String {
        switch self {
        case .looksCutOff(let session, let markers):
            "The server shows exactly \(markers) markers of session \(session.wireText), as if it kept others back."
        case .noMarker(let session, let error):
            "Session \(session.wireText) has a value that is no marker: \(error.code.rawValue) at \(visible(error.pointer))."
        case .calibratedDataMayBeReplaced:
            "The server may recompute calibrated data when somebody edits a marker's corners."
        case .notRestored(let id, let fields):
            "Marker \(id.wireText) is back but for \(fields.map(\.name).joined(separator: ", ")), which the server keeps."
        case .vectorNotRestored:
            "The space's vector is what it was before, but not written as it was, or zero where there was none."
        }
    }
}
