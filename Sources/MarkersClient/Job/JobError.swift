internal import SQLiteStore

/// Why a job cannot be made, opened or gone on with.
public enum JobError: Error, Hashable, Sendable {
    /// There is a file of this name, which is never overwritten.
    case exists(String)
    /// A system call on this file failed, with its error number.
    case file(String, status: Int32)
    /// The file is no job.
    case notAJob(String)
    /// The file was made by a later version of this software.
    case newer(String, format: Int64, known: Int64)
    /// Its making was interrupted, so nothing was sent by it.
    case incomplete(String)
    /// Another process has it; who that is, in the process's own words.
    case held(String, by: String)
    /// It was closed, or opened only to be read, so nothing more is noted in it.
    case closed(String)
    /// It is a job of one server and was opened for another.
    case anotherServer(ofJob: String, asked: String)
    /// What it holds is not what was planned.
    case changed(String)
    /// A value in it cannot be read.
    case damaged(String)
    /// The database did not do what it was asked.
    case storage(code: String, detail: String)

    /// The error in a word that never changes meaning.
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
        case .changed: "JOB_CHANGED"
        case .damaged: "JOB_DAMAGED"
        case .storage(let code, _): "JOB_" + code
        }
    }

    init(_ error: DatabaseError) {
        self = .storage(code: error.code.rawValue, detail: "\(error.message) (\(error.context.prefix(80)))")
    }
}

/// What a call of SQLite gives, or why there is none.
func stored<Result>(_ body: () throws(DatabaseError) -> Result) throws(JobError) -> Result {
    do throws(DatabaseError) { return try body() } catch { throw JobError(error) }
}
