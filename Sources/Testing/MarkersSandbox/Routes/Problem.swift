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

    init(_ refusal: RequestRefusal) {
        self.init(refusal.status, "\(refusal.rawValue): \(refusal.text)")
    }
}

/// The bearer token of a request, as a careless server repeats it in an error.
struct TokenEcho: Hashable {
    private let token: String

    /// Nil for a request without one.
    init?(_ request: IncomingRequest) {
        guard let field = request["authorization"], field.lowered.hasPrefix("bearer ") else { return nil }
        token = field.dropFirst(7).trimmed
    }

    /// A message that the token follows, as plain text in all forms.
    func words(after message: String) -> String {
        message + "; the token was " + (escapedForms + percentForms + [token]).joined(separator: " ")
    }

    /// A message that the token follows, as a string of JSON, whose escapes all mean the token.
    func json(after message: String) -> [UInt8] {
        var json = JSONWriter()
        json.value(message + "; the token was " + (percentForms + [token]).joined(separator: " "))
        return json.bytes.dropLast() + escapedForms.map { " " + $0 }.joined().utf8 + Array("\"".utf8)
    }

    private var escapedForms: [String] {
        let scalars = token.unicodeScalars
        func escaped(_ scalar: Unicode.Scalar, uppercase: Bool) -> String {
            String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16, uppercase: uppercase)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        }
        func isPlain(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isAlphabetic || "0"..."9" ~= scalar
        }
        return [
            scalars.map { isPlain($0) || $0 != "/" ? escapedAsNeeded($0) : "\\/" }.joined(),
            scalars.map { isPlain($0) ? String($0) : escaped($0, uppercase: false) }.joined(),
            scalars.map { escaped($0, uppercase: true) }.joined(),
        ]
    }

    private func escapedAsNeeded(_ scalar: Unicode.Scalar) -> String {
        scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
    }

    /// The token as paths and queries may have it.
    private var percentForms: [String] {
        let every = token.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return [RequestTarget.encoded(token), every]
    }
}
