import StrictJSON

/// The reason why a run could not do what it was asked: a value, made where the error is known.
///
/// What a system says of itself is worded beside its commands, in extensions of this type.
package struct Failure: Error {
    package let exitCode: ExitCode
    /// The reason as a word whose meaning never changes; `nil` for mistakes on the command line, which the exit code names.
    package let code: String?
    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    package let text: String
    /// The file it is about, and the line in it, where there is one.
    package let place: (file: String, line: Int?)?
    /// The error behind it, for those who go on by it.
    package let cause: (any Sendable)?

    package init(
        _ exitCode: ExitCode, code: String? = nil, file: String? = nil, line: Int? = nil,
        cause: (any Sendable)? = nil, _ text: String
    ) {
        self.exitCode = exitCode
        self.code = code
        self.text = text
        self.cause = cause
        place = file.map { ($0, line) }
    }
}

/// A value that an option cannot take, and what it takes instead.
package struct BadValue: Error {
    package let expected: String
    /// The known word that the value comes nearest to.
    package var nearest: String?

    package init(expected: String, nearest: String? = nil) {
        self.expected = expected
        self.nearest = nearest
    }
}

/// Files that cannot be read or written.
extension Failure {
    package static func outputExists(option: String, file: String) -> Failure {
        Failure(
            .usage, file: file,
            "\(option) \(quoted(file)): the file exists; add --force to replace it, or name another")
    }

    package static func noRegularFile(option: String, file: String) -> Failure {
        Failure(
            .usage, file: file, "\(option) \(quoted(file)): it exists and is not a regular file; name another"
        )
    }

    package static func outputRefused(option: String, file: String, errno problem: Int32) -> Failure {
        Failure(
            .usage, file: file,
            "\(option) \(quoted(file)): cannot be written (\(systemMessage(problem))); "
                + "name a file in a folder you may write to")
    }

    package static func outputFailed(file: String, errno problem: Int32) -> Failure {
        Failure(
            .unreadable, file: file,
            "\(fileLabel(file)): cannot be written (\(systemMessage(problem))); check the folder, its "
                + "permissions and the space left")
    }

    /// Standard output takes no more.
    package static func outputLost(errno problem: Int32) -> Failure {
        Failure(
            .internalError,
            "standard output: cannot be written (\(systemMessage(problem))); check the folder, its "
                + "permissions and the space left")
    }

    /// The program that read our output has ended; nothing is wrong.
    package static var readerWentAway: Failure {
        Failure(.good, "")
    }

    package static func unopened(file: String, errno problem: Int32) -> Failure {
        Failure(
            .unreadable, file: file,
            "\(fileLabel(file)): cannot be read (\(systemMessage(problem))); check the name and its permissions"
        )
    }

    package static func directory(file: String) -> Failure {
        Failure(
            .unreadable, file: file, "\(fileLabel(file)): is a folder, expected a file; name the files in it")
    }

    /// A pattern of a shell that no file has the name for.
    package static func nothingMatches(pattern: String) -> Failure {
        Failure(
            .unreadable, file: pattern,
            "\(visible(pattern)): no file has a name like this; check the pattern and the folder")
    }

    package static func noMarkerFiles(folder: String) -> Failure {
        Failure(
            .unreadable, file: folder,
            "\(visible(folder)): no file in this folder ends in .csv, .json or .ndjson; name the files themselves"
        )
    }

    /// A pattern for folders at any depth.
    package static func deepPattern(_ pattern: String) -> Failure {
        Failure(
            .usage, file: pattern,
            "\(visible(pattern)): ** is not known here; name the folders, or the files as in: "
                + "find FOLDER -name '*.json' -exec quadcal check {} +")
    }

    /// Files of markers in a folder that are no regular files.
    package static func unusableFiles(folder: String, _ files: [String]) -> Failure {
        Failure(
            .unreadable, file: folder,
            "\(visible(folder)): \(listed(files) { visible($0) }) \(files.count == 1 ? "is no regular file" : "are no regular files"); "
                + "name the other files, or remove \(files.count == 1 ? "it" : "them")")
    }

    package static func emptyMarkers(file: String) -> Failure {
        Failure(
            .unreadable, file: file,
            "\(fileLabel(file)): is empty, expected markers as JSON; check what wrote it")
    }

    /// Markers that were to be objects line by line.
    package static func notLines(file: String) -> Failure {
        Failure(
            .unreadable, file: file,
            "\(fileLabel(file)): is not NDJSON, expected one object per line; remove --ndjson")
    }
}

/// The outcome of a run, as the shell and as a JSON document say it.
package enum ExitCode: Int32, CaseIterable, Sendable {
    case good = 0
    case findings = 1
    case usage = 2
    case unreadable = 3
    case unsolvable = 4
    /// The network or the server did not do its part.
    case network = 5
    case internalError = 70
    /// A signal, or a no to a question.
    case interrupted = 130

    package var word: String {
        switch self {
        case .good: "good"
        case .findings: "findings"
        case .usage: "usage"
        case .unreadable: "unreadable"
        case .unsolvable: "unsolvable"
        case .network: "network"
        case .internalError: "internal"
        case .interrupted: "interrupted"
        }
    }
}

extension ExitCode: DocumentWord {}

/// The one word a check or a fit comes down to.
package enum Verdict: String, CaseIterable, Sendable, DocumentValue {
    case pass, warn, fail
}
