package import StrictJSON

/// A line of a recorded run.
package enum SenseRecord: Sendable {
    /// The name of the run, on the first line.
    case run(String)
    /// A reply, and the camera frame that belongs to it, or the reason why there is none.
    case reply(request: String, body: JSONValue, camera: JSONValue?, lack: SenseEvent? = nil)
    /// A reply of which nothing is kept.
    case refused(request: String, code: String, message: String)
    /// Something that was found besides, such as a request without an answer.
    case event(SenseEvent)
    case track(Int, key: String)

    /// The form of the file.
    package static let schema = "quadcal.sense-record/1"

    package var line: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            switch self {
            case .run(let id):
                json.member("schema", SenseRecord.schema)
                json.member("run", id)
            case .reply(let request, let body, let camera, let lack):
                json.member("requestId", request)
                json.member("reply", body)
                if let camera {
                    json.member("camera", camera)
                }
                if let lack { write(lack, to: &json) }
            case .refused(let request, let code, let message):
                json.member("requestId", request)
                json.object("refused") { json in
                    json.member("code", code)
                    json.member("message", message)
                }
            case .event(let event): write(event, to: &json)
            case .track(let number, let key):
                json.member("track", number)
                json.member("clientKey", key)
            }
        }
        // Line breaks between values only: text has none.
        return json.bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } + [0x0A]
    }

    private func write(_ event: SenseEvent, to json: inout JSONWriter) {
        json.member("note", event.kind.rawValue)
        json.member("text", event.text)
    }

    /// The event that a line notes; `nil` where it notes none.
    private static func event(_ value: JSONValue) throws(JSONError) -> SenseEvent? {
        guard let note = value["note"] else { return nil }
        guard let kind = note.string.flatMap(SenseNote.init) else { throw note.error(.unknownWord) }
        return SenseEvent(kind, value["text"]?.string ?? "")
    }

    /// The meaning of a line; a reply as the phone writes it is one, too.
    init(_ value: JSONValue) throws(JSONError) {
        func needed(_ name: StaticString) -> JSONError {
            value.error(JSONFault(code: .missingMember, place: value.range.lowerBound, member: name))
        }
        if let schema = value["schema"] {
            guard schema.string == SenseRecord.schema else { throw schema.error(.unknownWord) }
            guard let run = value["run"]?.string, !run.isEmpty else { throw needed("run") }
            self = .run(run)
        } else if let track = value["track"] {
            guard let number = track.integer, let key = value["clientKey"]?.string else {
                throw track.error(.wrongType)
            }
            self = .track(Int(number), key: key)
        } else if value["success"] != nil {
            self = .reply(request: value["requestId"]?.string ?? "", body: value, camera: nil)
        } else {
            let event = try SenseRecord.event(value)
            guard let request = value["requestId"]?.string else {
                guard let event else { throw needed("requestId") }
                self = .event(event)
                return
            }
            if let refused = value["refused"] {
                self = .refused(
                    request: request, code: refused["code"]?.string ?? "",
                    message: refused["message"]?.string ?? "")
            } else {
                guard let body = value["reply"] else { throw needed("reply") }
                self = .reply(request: request, body: body, camera: value["camera"], lack: event)
            }
        }
    }
}

/// Reads a recorded run, or replies as a phone writes them, line by line.
package struct SenseRecordReader {
    private var list: JSONList

    /// A line holds a reply and a frame.
    private static let longestLine = 4 << 20

    package init(_ source: ByteSource) {
        list = JSONList(
            source, of: "replies", options: JSONOptions(depth: 72, size: SenseRecordReader.longestLine))
    }

    /// The next line and its number; `nil` at the end.
    package mutating func next() throws(JSONError) -> (record: SenseRecord, line: Int)? {
        guard let (value, place) = try list.next(JSONList.value) else { return nil }
        do throws(JSONError) { return (try SenseRecord(value), place.line) } catch {
            throw error.moved(line: place.line, column: place.column, pointer: place.pointer)
        }
    }
}
