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
