import MarkersClient
import StrictJSON
import ToolTerminal

/// The command lines that continue a job, as they are typed.
struct NextSteps: Sendable {
    let file: String
    var connection: ConnectionOptions

    /// A command line with the options for reaching the server: that the user named, or agreed to; one that only the job's file
    /// names is not repeated.
    func line(_ action: JobAction, _ policy: ConflictPolicy? = nil) -> String {
        let policy = policy.map { ["--conflicts", $0.rawValue] } ?? []
        let words =
            ["quadcal", "recalibrate", "--\(action.rawValue)", "--job", file] + policy + connection.words
        return words.map(ShellWord.quoted).joined(separator: " ")
    }
}

extension ConnectionOptions {
    /// The options for reaching the server that the user named, word by word.
    var words: [String] {
        var words = server.map { ["--api", "\($0)"] } ?? []
        switch secretSource {
        case .file(let path)?: words += ["--token-file", path]
        case .standardInput?: words += ["--token-stdin"]
        case nil: break
        }
        if let authorities { words += ["--ca-file", authorities] }
        for host in plainHosts.sorted() { words += ["--allow-http", host] }
        return words
    }
}
