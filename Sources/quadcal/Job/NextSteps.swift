import MarkersClient

/// The command lines that continue a job, as they are typed.
struct NextSteps: Sendable {
    let file: String
    let connection: ConnectionOptions

    /// A command line with the options for reaching the server that the user named; that of the job's file is not repeated.
    func line(_ action: JobAction, _ policy: ConflictPolicy? = nil) -> String {
        var words = ["quadcal", "recalibrate", "--\(action.rawValue)", "--job", file]
        if let server = connection.server { words += ["--api", "\(server)"] }
        if let policy { words += ["--conflicts", policy.rawValue] }
        switch connection.secretSource {
        case .file(let path)?: words += ["--token-file", path]
        case .standardInput?: words += ["--token-stdin"]
        case nil: break
        }
        if let authorities = connection.authorities { words += ["--ca-file", authorities] }
        for host in connection.plainHosts.sorted() { words += ["--allow-http", host] }
        return words.map(NextSteps.quotedForShell).joined(separator: " ")
    }

    private static func quotedForShell(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_./:@+,=".utf8.contains(byte)
                }
            }
        return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
