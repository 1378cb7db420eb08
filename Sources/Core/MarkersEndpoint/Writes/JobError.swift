/// The reason why a job cannot be created, opened or continued.
public enum JobError: Error, Hashable, Sendable {
    /// The file exists and is never overwritten.
    case exists(String)
    /// A system call on this file failed, with its error number.
    case file(String, status: Int32)
    /// The file is not a job.
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
    /// The database failed.
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
