internal import MarkersEndpoint
internal import StrictJSON

/// A finding about the plan of a job, which its job keeps for whoever reads it later.
public struct JobNote: Hashable, Sendable {
    /// The finding as a word that never changes meaning, such as `FINDINGS_TRAVEL`.
    public var code: String
    /// Whether the plan fails because of it.
    public var fails: Bool
    /// The meaning with its numbers, and what to do about it.
    public var sentence: String

    public init(_ code: String, fails: Bool, _ sentence: String) {
        (self.code, self.fails, self.sentence) = (code, fails, sentence)
    }
}

extension JobNote {
    /// Notes as JSON, which people can read, too.
    static func json(_ notes: [JobNote]) -> [UInt8] {
        var json = JSONWriter()
        json.array { json in
            for note in notes {
                json.object { json in
                    json.member("code", note.code)
                    json.member("fails", note.fails)
                    json.member("sentence", note.sentence)
                }
            }
        }
        return json.bytes
    }

    /// The notes of a job.
    static func all(in json: [UInt8]) throws(JobError) -> [JobNote] {
        guard let value = try? JSONValue(json), value.kind == .array else { throw .damaged("notes") }
        return try value.elements.map { (note) throws(JobError) in
            guard let code = note["code"]?.string, let fails = note["fails"]?.bool,
                let sentence = note["sentence"]?.string
            else { throw .damaged("notes") }
            return JobNote(code, fails: fails, sentence)
        }
    }
}
