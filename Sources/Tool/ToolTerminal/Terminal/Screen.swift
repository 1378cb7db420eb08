import Foundation

/// The form of text on standard output: colours, and at a terminal its size.
package struct Screen: Sendable {
    /// The size of a terminal; `nil` where standard output is none.
    package let size: Size?
    package let isColored: Bool

    package struct Size: Equatable, Sendable {
        package let columns: Int
        package let rows: Int
    }

    /// Text for a file or another program.
    package static let none = Screen(size: nil, isColored: false)

    /// The present form of standard output.
    package static func standard(_ choice: ColorChoice) -> Screen {
        let environment = ProcessInfo.processInfo.environment
        let size = isatty(STDOUT_FILENO) == 1 ? Size(environment) : nil
        return Screen(size: size, isColored: choice.colors(environment, isTerminal: size != nil))
    }

    /// The text in a colour, where there are colours.
    func painted(_ text: String, _ tint: Tint) -> String {
        isColored ? "\u{1B}[\(tint.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension Screen.Size {
    /// Of terminals that do not say it.
    private static let usual = (columns: 80, rows: 24)
    /// Text in narrower ones is as wide as this.
    private static let fewestColumns = 20
    /// More are a mistake.
    private static let most = 10_000

    /// The size of the terminal, unless `COLUMNS` or `LINES` says another.
    fileprivate init(_ environment: [String: String]) {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        func number(_ variable: String, _ own: UInt16, _ usual: Int) -> Int {
            if let given = environment[variable].flatMap({ Int($0) }), (1...Self.most).contains(given) {
                return given
            }
            return isKnown && own > 0 ? Int(own) : usual
        }
        columns = max(Self.fewestColumns, number("COLUMNS", size.ws_col, Self.usual.columns))
        rows = number("LINES", size.ws_row, Self.usual.rows)
    }
}

/// A colour of a terminal, as the parameters of its control sequence.
enum Tint: String {
    case error = "31"
    case warning = "33"
    case info = "36"
    case pass = "32"
}

package enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never

    fileprivate func colors(_ environment: [String: String], isTerminal: Bool) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto:
            isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        }
    }
}

/// The amount of messages beside the results.
package enum Loudness {
    case quiet, normal, verbose
}

/// Runs asynchronous work to its end while this thread waits, for commands, which are not asynchronous. The work has a high priority,
/// and so threads of its own: this one may be one of the few that all tasks share, and would keep the work waiting.
package func waiting<Value: Sendable>(
    starting begin: (Task<Void, Never>) -> Void = { _ in },
    for work: @escaping @Sendable () async throws(Failure) -> Value
) throws(Failure) -> Value {
    let outcome = Outcome<Value>()
    begin(
        Task(priority: .high) {
            do throws(Failure) { outcome.end(.success(try await work())) } catch {
                outcome.end(.failure(error))
            }
        })
    return try outcome.wait().get()
}

/// A result that is set once by one thread, and awaited by another.
private final class Outcome<Value: Sendable>: @unchecked Sendable {
    private let hasEnded = DispatchSemaphore(value: 0)
    private var result: Result<Value, Failure>?

    func end(_ result: Result<Value, Failure>) {
        self.result = result
        hasEnded.signal()
    }

    func wait() -> Result<Value, Failure> {
        hasEnded.wait()
        guard let result else { preconditionFailure("signalled only once there is a result") }
        return result
    }
}
