internal import HTTPServer
internal import Markers

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

    /// The answer with a list of such objects.
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
