/// The one whom an explanation is for, who has other ways to ask for a thing.
package struct Listener: Sendable {
    /// Whether it is a person at the command line, and not a program that calls the library.
    private let isAtCommandLine: Bool
    /// Makes text from elsewhere safe to show.
    package let shown: @Sendable (String) -> String

    /// A program that calls the library.
    package static let program = Listener(isAtCommandLine: false) { visibleText($0, atMost: longest) }

    /// A person at the command line.
    ///
    /// - Parameter shown: makes text from elsewhere safe to show, without credentials.
    package static func commandLine(_ shown: @escaping @Sendable (String) -> String) -> Listener {
        Listener(isAtCommandLine: true, shown: shown)
    }

    /// The characters after which text from elsewhere is cut.
    package static let longest = 120

    private init(isAtCommandLine: Bool, shown: @escaping @Sendable (String) -> String) {
        (self.isAtCommandLine, self.shown) = (isAtCommandLine, shown)
    }

    /// Text from elsewhere between quotes; quotes and backslashes in it are escaped.
    package func quoted(_ text: String) -> String {
        "\"\(shown(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")))\""
    }

    package func choice(_ option: String, _ value: String) -> String {
        isAtCommandLine ? "--\(option) \(value)" : "the \(option) \(value)"
    }

    /// Words that differ between the two.
    package func words(program: String, commandLine: String) -> String {
        isAtCommandLine ? commandLine : program
    }
}
