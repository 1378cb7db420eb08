import QuadGeometry
import ToolTerminal

/// A result as JUnit XML: a suite for each file, and in it a case for each code, which fails with all its findings.
///
/// What kept a command from its result, such as a file that cannot be read, is an error rather than a failure.
///
/// The class of a case is the file and the kind of the code, as in `quadcal.check.rooms.hall_json.shape`, so that services which
/// group by class show what is wrong with which file.
enum JUnitText {
    static func text(_ result: PublishedResult) -> String {
        var suites: [(name: String, found: [PublishedFinding])] = result.files.map { file in
            (file, result.findings.filter { $0.file == file })
        }
        if suites.isEmpty { suites = [("quadcal \(result.command)", result.findings)] }
        let bodies = suites.map { suite($0.name, $0.found, result) }
        let cases = bodies.reduce(0) { $0 + $1.cases }, failures = bodies.reduce(0) { $0 + $1.failures }
        let errors = bodies.reduce(0) { $0 + $1.errors }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<testsuites name=\(attribute("quadcal \(result.command)")) tests=\"\(cases)\" failures=\"\(failures)\" errors=\"\(errors)\" "
            + "time=\"0\">\n" + bodies.map(\.text).joined() + "</testsuites>\n"
    }

    private static func suite(
        _ name: String, _ found: [PublishedFinding], _ result: PublishedResult
    ) -> (text: String, cases: Int, failures: Int, errors: Int) {
        var codes = result.rules.map(\.code)
        for finding in found where !codes.contains(finding.code) { codes.append(finding.code) }
        let failing = found.filter(result.fails)
        var failures = 0, errors = 0
        var text = ""
        let kinds = Dictionary(result.rules.map { ($0.code, $0.kind) }) { first, _ in first }
        let file = result.files.contains(name) ? name : ""
        for code in codes {
            let group = className(result.command, shownPath(file), kinds[code] ?? .run)
            text +=
                "    <testcase classname=\(attribute(group)) name=\(attribute(code)) time=\"0\""
            let own = failing.filter { $0.code == code }
            guard let first = own.first else {
                text += "/>\n"
                continue
            }
            let isError = ExitCode(published: code).map { $0 != .unsolvable } ?? false
            if isError { errors += 1 } else { failures += 1 }
            let element = isError ? "error" : "failure"
            let more = own.count > 1 ? " and \(own.count - 1) more" : ""
            text +=
                ">\n      <\(element) type=\(attribute(code)) message=\(attribute("\(first.place): \(first.message)\(more)"))>"
            text += content(own.map { "\($0.place): \($0.message)" }.joined(separator: "\n"))
            text += "</\(element)>\n    </testcase>\n"
        }
        let others = found.filter { !result.fails($0) }.map {
            "\($0.severity.rawValue) \($0.code) \($0.place): \($0.message)"
        }
        let output = ([result.summary] + others).joined(separator: "\n")
        let head =
            "  <testsuite name=\(attribute(shownPath(name))) tests=\"\(codes.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\" "
            + "time=\"0\">\n"
        return (
            head + text + "    <system-out>\(content(output))</system-out>\n  </testsuite>\n", codes.count,
            failures, errors
        )
    }

    /// The command, the file and the kind: the folders of the file become packages, and its dots no part of that.
    private static func className(_ command: String, _ file: String, _ kind: PublishedKind) -> String {
        let parts = file.split(separator: "/").filter { $0 != "." && $0 != ".." }
            .map { String($0).replacing(".", with: "_") }
        return (["quadcal", command] + parts + [kind.rawValue]).joined(separator: ".")
    }

    private static func attribute(_ text: String) -> String { "\"\(escaped(text, inAttribute: true))\"" }

    private static func content(_ text: String) -> String { escaped(text, inAttribute: false) }

    /// The text with entities; what XML 1.0 has no form for becomes U+FFFD.
    private static func escaped(_ text: String, inAttribute: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&apos;"
            case "\n" where !inAttribute: escaped += "\n"
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
