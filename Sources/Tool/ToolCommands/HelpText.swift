import ToolTerminal

enum HelpText {
    static func overview(of tool: String, _ commands: [(name: String, summary: String)]) -> String {
        """
        quadcal - check AR quad markers, and fit one scan to another

        usage: \(tool) COMMAND ...

        \(TextTable.list(commands.map { ($0.name, $0.summary) }))
        "quadcal help COMMAND" explains one command, "quadcal COMMAND -h" in short; "quadcal help TOPIC" explains
        \(HelpTopic.all.map(\.name).joined(separator: " or ")). "quadcal --version" prints the version.

        """
    }

    static func of(_ command: Command) -> String {
        opening(command) + (command.notes.isEmpty ? "" : "\n\(command.notes)\n")
            + listed(command.options) + examples(command)
    }

    /// The options that are used most, and the examples; everything where the command has few options.
    static func short(_ command: Command) -> String {
        guard !command.mostUsed.isEmpty else { return of(command) }
        let all = command.options.flatMap(\.options)
        let used = command.mostUsed.compactMap { flag in all.first { $0.flag == flag } }
        return opening(command) + listed([OptionHelp(heading: "most used", options: used)])
            + examples(command)
            + "\n\"quadcal \(command.name) --help\" explains the operands, all \(all.count) options and the exit codes.\n"
    }

    private static func opening(_ command: Command) -> String {
        let usage = ["quadcal", command.name, command.options.isEmpty ? "" : "[OPTION...]", command.operands]
        return "quadcal \(command.name) - \(command.summary)\n\nusage: "
            + usage.filter { !$0.isEmpty }.joined(separator: " ") + "\n"
    }

    private static func listed(_ groups: [OptionHelp]) -> String {
        let width = groups.flatMap { $0.options.map(\.form.count) }.max() ?? 0
        return groups.map { group in
            "\n\(group.heading):\n"
                + group.options.map { "  \(padded($0.form, width))  \($0.help)\n" }.joined()
        }.joined()
    }

    private static func examples(_ command: Command) -> String {
        guard !command.examples.isEmpty else { return "" }
        return "\nexamples:\n" + command.examples.map { "  \($0.line)\n      \($0.purpose)\n" }.joined()
    }
}
