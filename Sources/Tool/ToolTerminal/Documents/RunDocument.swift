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
