import StrictJSON
package import ToolTerminal

/// A form of a result that other programs show: those that run tests, scan code or review changes.
package enum PublishedForm: String, CaseIterable, Sendable {
    case junit, sarif, github, markdown

    package func text(_ result: PublishedResult) -> String {
        switch self {
        case .junit: JUnitText.text(result)
        case .sarif: String(decoding: SARIFLog(result: result).document(openDepth: 6), as: UTF8.self)
        case .github: GitHubText.text(result)
        case .markdown: MarkdownText.text(result)
        }
    }

    /// The option of commands that print nothing else by it. JSON has one of its own, to which a wrong guess is led.
    package static func option(slot: String) -> Option<PublishedForm?> {
        let forms = allCases.map(\.rawValue)
        var option = Option<PublishedForm?>(
            "--format", "FORMAT", slot: slot, "junit, sarif, github or markdown, for other programs"
        ) { (chosen, text) throws(BadValue) in
            guard let form = PublishedForm(rawValue: text) else {
                throw BadValue(
                    expected: "junit, sarif, github or markdown"
                        + (text.lowercased() == "json" ? "; --json prints JSON" : ""),
                    nearest: nearest(to: text, among: forms))
            }
            chosen = form
        }
        option.notation.values = .words(forms)
        return option
    }

    private static let commands = ["check", "fit", "fuse", "graph", "handeye", "sense"]

    /// The form that a command line asks for, if it does, as far as that can be told of one that was refused.
    package static func wanted(by arguments: [String]) -> PublishedForm? {
        guard commands.contains(arguments.first ?? "") else { return nil }
        for (place, argument) in arguments.prefix(while: { $0 != "--" }).enumerated() {
            let parts = argument.split(separator: "=", maxSplits: 1)
            guard parts.first == "--format" else { continue }
            let word = parts.count > 1 ? String(parts[1]) : arguments.dropFirst(place + 1).first ?? ""
            if let form = PublishedForm(rawValue: word) { return form }
        }
        return nil
    }
}
