internal import HTTPServer
internal import Markers
internal import SQLiteStore

/// A reason for which a request is not done: the status and the text of its answer.
struct Problem: Error, Hashable {
    var status: Int
    var message: String
    /// A JSON pointer to the part of the body that is wrong.
    var pointer: String?
    var fields: [HeaderField] = []
    /// The token that the message gives away, too.
    var echo: TokenEcho?

    init(_ status: Int, _ message: String, at pointer: String? = nil, fields: [HeaderField] = []) {
        (self.status, self.message, self.pointer, self.fields) = (status, message, pointer, fields)
    }

    init(_ error: DatabaseError) {
        let status = error.code == .full || error.code == .inputOutput ? 507 : 500
        self.init(status, "the store failed: \(error.code.rawValue): \(error.message)")
    }

    /// A body that is not JSON.
    init(_ error: JSONError) {
        self.init(
            error.code == .tooLarge ? 413 : 400,
            "\(error.code.rawValue) at line \(error.line), column \(error.column): "
                + "expected \(error.expected)", at: error.pointer)
    }

    /// Bytes that are not a request.
    init(_ refusal: RequestRefusal) {
        self.init(refusal.status, "\(refusal.rawValue): \(refusal.text)")
    }
}
