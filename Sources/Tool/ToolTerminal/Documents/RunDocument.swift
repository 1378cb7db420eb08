import Foundation
package import StrictJSON

/// A document of a run, which says first what the run came to.
package protocol RunDocument: WrittenObject {
    var verdict: Verdict { get }
    var exitCode: ExitCode { get }
}

extension RunDocument {
    fileprivate var version: String { QuadcalVersion.text }
}

extension Array {
    /// The members that every document of a run begins with.
    package static func head<Document: RunDocument>(_ schema: String, verdict: String) -> [Element]
    where Element == DocumentMember<Document> {
        [
            .constant("schema", schema, "The name and number of this document's form."),
            .always("version", \.version, "The version of quadcal."),
            .always("verdict", \.verdict, verdict),
            .always("exit", \.exitCode, "The exit code of the run, as a word."),
        ]
    }
}

/// A file that was read, and the part it plays.
package struct FileRecord: WrittenObject {
    package let role: String
    package let file: String
    package let sha256: String

    package init(role: String, file: String, sha256: String) {
        (self.role, self.file, self.sha256) = (role, file, sha256)
    }

    package static let members: [DocumentMember<FileRecord>] = [
        .always("role", \.role, "The role of the file."),
        .always("file", \.file, "The name of the file; - is standard input."),
        .always("sha256", \.sha256, "The SHA-256 digest of its bytes."),
    ]

    package static func schema(roles: [String]) -> Schema { schema.narrowing("role", to: .word(roles)) }
}

/// A JSON document that the tool prints or writes.
package struct SchemaDocument: Sendable {
    package let name: String
    /// Its source, in a few words without a full stop.
    package let about: String
    /// Made when it is asked for, since few runs print one.
    private let makeSchema: @Sendable () -> Schema

    package init(name: String, about: String, schema: @autoclosure @escaping @Sendable () -> Schema) {
        self.name = name
        self.about = about
        makeSchema = schema
    }

    package var schema: Schema { makeSchema() }

    package var document: [UInt8] {
        JSONWriter.object(openDepth: 4, endsLine: true) { json in
            json.member("$schema", "https://json-schema.org/draft/2020-12/schema")
            json.member("title", "quadcal \(name)")
            json.member("description", "\(capitalized(about)).")
            schema.members(&json)
        }
    }
}

/// The date that is written to files: now, or `SOURCE_DATE_EPOCH` from the environment.
package enum RunDate {
    private static let variable = "SOURCE_DATE_EPOCH"
    /// The last second of the year 9999.
    private static let last = 253_402_300_799

    package static var text: String {
        get throws(Failure) { try date.formatted(.iso8601) }
    }

    private static var date: Date {
        get throws(Failure) {
            guard let epoch = ProcessInfo.processInfo.environment[variable] else { return Date() }
            guard let seconds = Int(epoch), (0...last).contains(seconds) else {
                throw .badValue(
                    option: variable, value: epoch,
                    BadValue(expected: "the whole seconds since 1970, up to \(last)"))
            }
            return Date(timeIntervalSince1970: TimeInterval(seconds))
        }
    }
}
