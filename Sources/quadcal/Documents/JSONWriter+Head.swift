import Markers

extension JSONWriter {
    /// Writes the members that every document begins with: its schema and its result.
    mutating func head(_ schema: String, _ verdict: Verdict, _ exit: ExitCode) {
        member("schema", schema)
        member("version", Quadcal.version)
        member("verdict", verdict.rawValue)
        member("exit", exit.word)
    }

    /// The part a file plays, what it is called, and the digest of its bytes.
    mutating func input(_ role: String, _ file: String, _ sha256: String?) {
        member("role", role)
        member("file", file)
        member("sha256", sha256)
    }
}
