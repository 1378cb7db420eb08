internal import HTTPServer
internal import Markers

/// The answers that are no stored documents.
enum Replies {
    static let problem = ReplyTable<Problem>(
        "Problem",
        [
            .init("error", .text) { $1.value(OutgoingResponse.reason($0.status)) },
            .init("message", .text) { problem, json in
                problem.echo.map { json.value(verbatim: $0.json(after: problem.message)) }
                    ?? json.value(problem.message)
            },
            .init("status", .whole(400...599)) { $1.value($0.status) },
            .init("pointer", .pointer, isRequired: false, when: { $0.pointer != nil }) {
                $1.value($0.pointer)
            },
        ])

    static let health = ReplyTable<String>("Health", [.init("status", .text) { $1.value($0) }])

    static let calculated = ReplyTable<Int>("Calculated", [.init("calculated", .counts) { $1.value($0) }])

    static let users = ReplyTable<[String]>(
        "Users",
        [
            .init("users", .list(.segment, atMost: Shape.longestList)) { users, json in
                json.array { json in
                    for user in users { json.value(user) }
                }
            }
        ])

    /// The token of a lock, if it was free.
    static let acquired = ReplyTable<String?>(
        "Acquired",
        [
            .init("acquired", .flag) { $1.value($0 != nil) },
            .init("token", .nullable(.text), isRequired: false) { $1.value($0) },
        ])

    static let extended = flag("Extended", "extended")
    static let extendedOld = flag("ExtendedOld", "acquired")
    static let released = flag("Released", "released")
    static let locked = flag("Locked", "locked")

    private static func flag(_ name: String, _ member: String) -> ReplyTable<Bool> {
        ReplyTable(name, [.init(member, .flag) { $1.value($0) }])
    }

    static let accessToken = ReplyTable<String>("AccessToken", [.init("accessToken", .text) { $1.value($0) }])

    static let bearerToken = ReplyTable<(token: String, refresh: String, seconds: Double)>(
        "BearerToken",
        [
            .init("token", .text) { $1.value($0.token) },
            .init("refresh_token", .text) { $1.value($0.refresh) },
            .init("expires_in", .number) { $1.value($0.seconds) },
        ])

    static let event = ReplyTable<Effect>(
        "Event",
        [
            .init("number", .counts) { $1.value($0.number) },
            .init("created_at", .date) { $1.value($0.at) },
            .init("request", .counts) { $1.value($0.request) },
            .init("agent", .nullable(.text), isRequired: false) { $1.value($0.agent) },
            .init("action", .words(Effect.Action.allCases.map(\.rawValue))) { $1.value($0.action.rawValue) },
            .init("entity_type", .text) { $1.value($0.kind) },
            .init("entity_id", .uuid) { $1.value($0.id) },
            .init("version", .nullable(.counts), isRequired: false) { effect, json in
                effect.version.map { json.value($0) } ?? json.null()
            },
            .init("body", .nullable(.object), isRequired: false) { effect, json in
                effect.body.flatMap { try? JSONValue($0) }.map { json.value($0) } ?? json.null()
            },
        ])

    static let firedFault = ReplyTable<FiredFault>(
        "FiredFault",
        [
            .init("request", .counts) { $1.value($0.request) },
            .init("method", .text) { $1.value($0.method) },
            .init("path", .text) { $1.value($0.path) },
            .init("fault", .text) { $1.value($0.fault) },
        ])

    static let loggedRequest = ReplyTable<LoggedRequest>(
        "LoggedRequest",
        [
            .init("number", .counts) { $1.value($0.number) },
            .init("method", .text) { $1.value($0.method) },
            .init("path", .text) { $1.value($0.path) },
            .init("status", .nullable(.whole(100...599))) { request, json in
                request.status.map { json.value($0) } ?? json.null()
            },
        ])
}

extension Problem {
    var response: OutgoingResponse { Replies.problem.response(self, status: status, fields: fields) }
}

extension JSONWriter {
    /// Writes a string, or `null`.
    fileprivate mutating func value(_ text: String?) { text.map { value($0) } ?? null() }
}

/// An object that the server makes of a value: its schema and its text come from the same table.
struct ReplyTable<Value>: Sendable {
    private let name: String
    private let members: [Member]

    struct Member: Sendable {
        fileprivate let member: Record.Member
        fileprivate let isGiven: @Sendable (Value) -> Bool
        fileprivate let write: @Sendable (Value, inout JSONWriter) -> Void

        /// - Parameter isGiven: whether the member of a value is written.
        init(
            _ name: String, _ shape: Shape, isRequired: Bool = true,
            when isGiven: @escaping @Sendable (Value) -> Bool = { _ in true },
            write: @escaping @Sendable (Value, inout JSONWriter) -> Void
        ) {
            member = Record.Member(name, shape, isRequired: isRequired)
            (self.isGiven, self.write) = (isGiven, write)
        }
    }

    init(_ name: String, _ members: [Member]) { (self.name, self.members) = (name, members) }

    var shape: Shape { .record(Record(name, members.map(\.member))) }

    func response(_ value: Value, status: Int = 200, fields: [HeaderField] = []) -> OutgoingResponse {
        var json = JSONWriter()
        write(value, to: &json)
        return OutgoingResponse(status, fields: fields, json: json.bytes)
    }

    func response(listing values: [Value]) -> OutgoingResponse {
        var json = JSONWriter()
        json.array { json in
            for value in values { write(value, to: &json) }
        }
        return OutgoingResponse(200, json: json.bytes)
    }

    func write(_ value: Value, to json: inout JSONWriter) {
        json.object { json in
            for member in members where member.isGiven(value) {
                json.key(member.member.name)
                member.write(value, &json)
            }
        }
    }
}

extension OutgoingResponse {
    init(_ status: Int, fields: [HeaderField] = [], json: [UInt8]) {
        self.init(status, fields: [HeaderField("Content-Type", "application/json")] + fields, body: json)
    }
}
