import MarkersClient
import StrictJSON

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
        return words.map(NextSteps.quotedForShell).joined(separator: " ")
    }

    static func quotedForShell(_ word: String) -> String {
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
        guard !isPlain else { return word }
        let isVisible = visibleText(word, atMost: .max) == word
        return isVisible
            ? "'" + word.replacing("'", with: "'\\''") + "'"
            : "$'" + word.unicodeScalars.map(ansi).joined() + "'"
    }

    /// A character between `$'` and `'`, where shells take the bytes of what a terminal would act on by their numbers.
    private static func ansi(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "'", "\\": "\\\(scalar)"
        case _ where visibleText(String(scalar), atMost: 1) == String(scalar): String(scalar)
        default: String(scalar).utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
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
