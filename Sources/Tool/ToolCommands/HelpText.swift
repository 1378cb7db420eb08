import ToolTerminal

/// The help texts, all made from the commands themselves.
enum HelpText {
    /// The tool at a glance.
    static func overview(of tool: String, _ commands: [(name: String, summary: String)]) -> String {
        """
        quadcal - check AR quad markers, and fit one scan to another

        usage: \(tool) COMMAND ...

        \(TextTable.list(commands.map { ($0.name, $0.summary) }))
        "quadcal help COMMAND" explains one command; "quadcal --version" prints the version.

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
            for option in group.options { text += "  \(padded(option.form, width))  \(option.help)\n" }
        }
        if !command.examples.isEmpty {
            text += "\nexamples:\n"
            for (line, purpose) in command.examples { text += "  \(line)\n      \(purpose)\n" }
        }
        return text
    }
}
