internal import Markers
internal import SQLiteStore

/// Why a request is not done: the status and the text of its answer.
struct Problem: Error, Hashable {
    var status: Int
    var message: String
    /// What in the body it is about, as a JSON pointer.
    var pointer: String?
    var fields: [HTTPField] = []

    init(_ status: Int, _ message: String, at pointer: String? = nil, fields: [HTTPField] = []) {
        (self.status, self.message, self.pointer, self.fields) = (status, message, pointer, fields)
    }

    /// Nothing has this id.
    static func missing(_ kind: Kind, _ id: String) -> Problem {
        Problem(404, "there is no \(kind.label) \(id)")
    }

    init(_ error: DatabaseError) {
        let status = error.code == .full || error.code == .inputOutput ? 507 : 500
        self.init(status, "the store failed: \(error.code.rawValue): \(error.message)")
    }

    /// A body that is no JSON.
    init(_ error: JSONError) {
        self.init(
            error.code == .tooLarge ? 413 : 400,
            "\(error.code.rawValue) at line \(error.line), column \(error.column): "
                + "expected \(error.code.expected)", at: error.pointer)
    }

    var response: HTTPResponse { HTTPResponse(error: status, message, pointer: pointer, fields: fields) }
}
