import Foundation
import Markers
import MarkersEndpoint
package import MarkersJobs
import ToolServer
import ToolTerminal

extension VerifyReport {
    /// Sentences about everything that is not as the job wants it.
    var sentences: [String] {
        var sentences: [String] = []
        if vectorIsThere == false {
            sentences.append("VECTOR_DIFFERS: the space's vector is not the one that the job wants.")
        }
        if !different.isEmpty {
            let codes = wordCounts(Array(different.values))
            sentences.append(
                "DIFFERENT: \(counted(different.count, "marker")) \(different.count == 1 ? "is" : "are") not as the job "
                    + "wants (\(codes)): \(listed(VerifyReport.names(Array(different.keys))))."
                    + (different.values.contains(VerifyReport.stale)
                        ? " The server does not recompute calibrated data when a space's vector changes: have that done there, or undo "
                            + "the job and use another mode." : ""))
        }
        if !edited.isEmpty {
            sentences.append(
                "EDITED: \(counted(edited.count, "marker")) \(edited.count == 1 ? "has" : "have") been changed by somebody else, and "
                    + "\(edited.count == 1 ? "stays" : "stay") so: \(listed(VerifyReport.names(edited))).")
        }
        if !gone.isEmpty {
            sentences.append(
                "GONE: \(counted(gone.count, "marker")) of the plan no longer \(gone.count == 1 ? "exists" : "exist"): "
                    + "\(listed(VerifyReport.names(gone))).")
        }
        if !appeared.isEmpty {
            sentences.append(
                "APPEARED: \(counted(appeared.count, "marker")) not in the plan, which may be in either "
                    + "frame: \(listed(VerifyReport.names(appeared))). Check them in the app.")
        }
        return sentences
    }

    private static func names(_ ids: [UUID]) -> [String] { ids.map(\.wireText).sorted() }
}

extension StopReason {
    /// A sentence with what happened and what to do.
    package func sentence(_ head: JobHead) -> String {
        switch self {
        case .interrupted: "stopped by a signal."
        case .conflict(let id?, _):
            "somebody else changed marker \(id.wireText) in the meantime, so nothing more was started. Look at it, and say with "
                + "--conflicts what becomes of such markers: take-theirs leaves them, overwrite replaces them"
                + "\(head.mode == .calibrated ? ", recompute follows their corners" : "")."
        case .conflict(nil, _):
            "somebody else changed the space's vector in the meantime, so it is left unchanged. Look at it: --conflicts "
                + "take-theirs leaves it for good, overwrite replaces it."
        case .unsuitable(let problem): problem.sentence(head.mode)
        case .outage:
            "the server appears to be down: requests kept failing, or were not answered. Resume later."
        case .deadline: "the time limit was reached."
        case .lockLost:
            "somebody else has the lock of a session now, so nothing more was sent. Resume when they are done."
        case .failed(let error): "\(error.text)."
        case .job(let error): "\(error.text)."
        }
    }
}

extension PushProblem {
    fileprivate func sentence(_ mode: PushMode) -> String {
        switch self {
        case .refused(let failure): "\(failure.text). Nothing more was sent\(PushProblem.instead(of: mode))"
        case .notAsWritten: "\(said(mode)). Nothing more was sent\(PushProblem.instead(of: mode))"
        case .versionUnmoved: "\(said(mode)). Nothing more was sent."
        case .versionWentBack, .versionOutOfRange, .givenUp: "\(said(mode))."
        }
    }

    private func said(_ mode: PushMode) -> String { explained(to: .terminal, mode).message }
}

extension PushProblem {
    /// The mode that most servers serve where they do not serve another.
    private static func instead(of mode: PushMode) -> String {
        mode == .raw ? "." : ". Undo what was written, if anything was, and plan again with --mode raw."
    }
}

extension RunWarning {
    /// A sentence with what to do; safe for a terminal.
    package var sentence: String {
        switch self {
        case .looksCutOff(let sessions):
            "The server shows a round number of markers of \(listed(sessions, \.wireText)): the "
                + "\(sessions.count == 1 ? "list" : "lists") may be cut off."
        case .unlisted(let markers):
            "\(counted(markers, "marker")) \(markers == 1 ? "is" : "are") in no list of the server, though it has "
                + "\(markers == 1 ? "it" : "them"): its lists are not complete."
        case .noMarker(let session, let error):
            "Session \(session.wireText) has a value that is not a marker: \(error.code.rawValue) at \(visible(error.pointer))."
        case .calibratedDataMayBeReplaced:
            "The server may recompute calibrated data when somebody edits a marker's corners."
        case .notRestored(let id, let fields):
            "Marker \(id.wireText) is back except for \(fields.map(\.name).joined(separator: ", ")), which the server keeps."
        case .restoredInValue(let markers):
            "\(counted(markers, "marker")) \(markers == 1 ? "has its" : "have their") old coordinates back, written differently by the "
                + "server, or with calibrated data of the server's own where there was none."
        case .markNotKept(let session):
            "The server does not keep the note of this job on session \(session.wireText), so that those without its file cannot "
                + "know of it."
        case .notRecorded(let error):
            "No copy of this job could be kept, or brought up to date, in this user's state folder (\(error.message)): a run in "
                + "another folder cannot know how far it came."
        case .vectorNotRestored:
            "The space's vector is what it was before, but written differently, or zero where there was none."
        }
    }
}
