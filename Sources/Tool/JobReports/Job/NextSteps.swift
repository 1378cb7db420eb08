package import MarkersJobs
import StrictJSON
package import ToolServer
import ToolTerminal

/// The command lines that continue a job, as they are typed.
package struct NextSteps: Sendable {
    package let file: String
    package var connection: ConnectionOptions

    package init(file: String, connection: ConnectionOptions) {
        self.file = file
        self.connection = connection
    }

    /// A command line with the options for reaching the server: that the user named, or agreed to; one that only the job's file
    /// names is not repeated.
    package func line(_ action: JobAction, _ policy: ConflictPolicy? = nil) -> String {
        let policy = policy.map { ["--conflicts", $0.rawValue] } ?? []
        let words =
            ["quadcal", "recalibrate", "--\(action.rawValue)", "--job", file] + policy + connection.words
        return words.map(ShellWord.quoted).joined(separator: " ")
    }
}

extension ConnectionOptions {
    /// The options for reaching the server that the user named, word by word.
    package var words: [String] {
        var words = server.map { ["--api", "\($0)"] } ?? []
        switch secretSource {
        case .file(let path)?: words += ["--token-file", path]
        case .refreshFile(let path)?: words += ["--refresh-token-file", path]
        case .standardInput?: words += ["--token-stdin"]
        case nil: break
        }
        if let authorities { words += ["--ca-file", authorities] }
        for host in plainHosts.sorted() { words += ["--allow-http", host] }
        return words
    }
}
