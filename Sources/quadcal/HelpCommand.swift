/// The help texts, all made from the commands themselves.
enum HelpText {
    /// The tool at a glance.
    static var overview: String {
        let width = Command.all.map(\.name.count).max() ?? 0
        let commands = Command.all.map { "  " + padded($0.name, width) + "  " + $0.summary }
        return """
            quadcal - check AR quad markers, and fit one scan to another

            usage: quadcal COMMAND ...

            \(commands.joined(separator: "\n"))

            "quadcal help COMMAND" says more; "quadcal --version" names the version.

            """
    }

    /// Everything about one command.
    static func of(_ command: Command) -> String {
        var text = "quadcal \(command.name) - \(command.summary)\n\nusage: "
        text += ["quadcal", command.name, command.options.isEmpty ? "" : "[OPTION...]", command.operands]
            .filter { !$0.isEmpty }.joined(separator: " ")
        text += "\n"
        if !command.notes.isEmpty { text += "\n\(command.notes)\n" }
        let width = command.options.flatMap { $0.options.map(\.form.count) }.max() ?? 0
        for group in command.options {
            text += "\n\(group.heading):\n"
            for (form, help) in group.options { text += "  \(padded(form, width))  \(help)\n" }
        }
        if !command.examples.isEmpty {
            text += "\nexamples:\n"
            for (line, purpose) in command.examples { text += "  \(line)\n      \(purpose)\n" }
        }
        return text
    }

    /// The text with spaces behind it up to a width.
    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

extension Command {
    /// `quadcal help [COMMAND]`.
    static let help = Command(
        "help", "say what the tool or one command does", operands: "[COMMAND]", notes: "", settings: (),
        options: [],
        examples: [("quadcal help check", "all options of `check`, with examples")]
    ) { (_, operands, streams) throws(Failure) in
        if let extra = operands.dropFirst().first { throw .unwantedOperand(extra, command: "help") }
        try streams.print(
            operands.first.map { (name) throws(Failure) in HelpText.of(try named(name)) } ?? HelpText.overview
        )
        return .good
    }
}
