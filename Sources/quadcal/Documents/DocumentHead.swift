import StrictJSON

/// A document of a run, which says first what the run came to.
protocol RunDocument: WrittenObject {
    var verdict: Verdict { get }
    var exitCode: ExitCode { get }
}

extension RunDocument {
    fileprivate var version: String { Quadcal.version }
}

extension Array {
    /// The members that every document of a run begins with.
    static func head<Document: RunDocument>(_ schema: String, verdict: String) -> [Element]
    where Element == DocumentMember<Document> {
        [
            .constant("schema", schema, "The kind and version of this document."),
            .always("version", \.version, "The version of quadcal."),
            .always("verdict", \.verdict, verdict),
            .always("exit", \.exitCode, "The outcome of the run."),
        ]
    }
}
