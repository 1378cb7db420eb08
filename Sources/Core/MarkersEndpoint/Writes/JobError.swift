internal import Foundation
public import Markers

/// The reason why a job cannot be created, opened or continued.
public enum JobError: Error, Hashable, Sendable {
    /// The file exists and is never overwritten.
    case exists(String)
    /// A system call on this file failed, with its error number.
    case file(String, status: Int32)
    case notAJob(String)
    /// The file was made by a later version of this software.
    case newer(String, format: Int64, known: Int64)
    /// Creating the job was interrupted; nothing was sent.
    case incomplete(String)
    /// Another process has it; with its description of itself.
    case held(String, by: String)
    /// It was closed or opened for reading only, so nothing more can be recorded in it.
    case closed(String)
    /// It is a job of one server and was opened for another.
    case anotherServer(ofJob: String, asked: String)
    /// It was undone, at least in part, so applying it again would mix its old plan with what came later.
    case undone(String)
    /// Its contents are not what was planned.
    case changed(String)
    /// A value in it cannot be read.
    case damaged(String)
    case storage(code: String, detail: String)

    /// The error as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .exists: "JOB_EXISTS"
        case .file: "JOB_FILE"
        case .notAJob: "NOT_A_JOB"
        case .newer: "JOB_NEWER"
        case .incomplete: "JOB_INCOMPLETE"
        case .held: "JOB_HELD"
        case .closed: "JOB_CLOSED"
        case .anotherServer: "ANOTHER_SERVER"
        case .undone: "JOB_UNDONE"
        case .changed: "JOB_CHANGED"
        case .damaged: "JOB_DAMAGED"
        case .storage(let code, _): "JOB_" + code
        }
    }
}

extension JobError: ExplainedError {
    /// The code of a file that others than its owner may use.
    package static let notPrivate = "NOT_PRIVATE"

    /// The state of the file.
    public var message: String {
        let message = explained(to: .program).message
        return switch self {
        case .notAJob(let path), .newer(let path, _, _): Listener.program.shown(path) + " " + message
        default: message
        }
    }

    public var remedy: String? { explained(to: .program).remedy }

    /// The state of the file, and the next thing to try.
    package func explained(to listener: Listener) -> (message: String, remedy: String?) {
        switch self {
        case .exists:
            (
                "the file exists, and a job is never overwritten",
                "resume it\(listener.words(program: "", commandLine: " (--resume)")), or name another"
            )
        case .file(let path, let status):
            (
                "\(listener.shown(path)) cannot be used (\(systemMessage(status)))",
                "name a file in a folder you may write to"
            )
        case .notAJob:
            (
                "is not a job",
                "name a file that \(listener.words(program: "a recalibration", commandLine: "quadcal recalibrate")) created"
            )
        case .newer(_, let format, let known):
            ("is a job of format \(format), but \(known) is the latest known here", "update quadcal")
        case .incomplete:
            ("creating the job was interrupted; nothing was sent", "remove it, and plan again")
        case .held(_, let holder): ("\(listener.shown(holder)) is using it", "wait until that has ended")
        case .closed:
            (
                "it can no longer be written",
                "open it again\(listener.words(program: "", commandLine: " (--resume)"))"
            )
        case .anotherServer(let server, let asked):
            (
                "\(code), it is a job for \(listener.shown(server)), not for \(listener.shown(asked)); nothing was sent",
                "Give the job that was made there, or check who changed this one"
            )
        case .undone:
            (
                "the job was undone, so it is not applied again",
                "finish that with \(listener.words(program: "an undo", commandLine: "--undo")) if it is not complete, and plan again"
            )
        case .changed(let what):
            ("its \(listener.shown(what)) is not what was planned, so none of it is sent", "restore the file")
        case .damaged(let what): ("\(listener.shown(what)) in it cannot be read", "restore the file")
        case .storage(let code, let detail):
            (
                "JOB_\(listener.shown(code)), \(listener.shown(detail))",
                code == JobError.notPrivate
                    ? nil : "look at the disk and the file's permissions"
            )
        }
    }

    /// The mark between the state and the next thing to try.
    package var separator: String {
        if case .anotherServer = self { ". " } else { "; " }
    }
}
