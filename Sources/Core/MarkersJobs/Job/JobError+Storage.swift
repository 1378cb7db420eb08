internal import MarkersEndpoint
internal import SQLiteStore

extension JobError {
    init(_ error: DatabaseError) {
        self = .storage(code: error.code.rawValue, detail: "\(error.message) (\(error.context.prefix(80)))")
    }
}

/// The result of a call of SQLite, with its error as one of a job.
func stored<Result>(_ body: () throws(DatabaseError) -> Result) throws(JobError) -> Result {
    do throws(DatabaseError) { return try body() } catch { throw JobError(error) }
}
