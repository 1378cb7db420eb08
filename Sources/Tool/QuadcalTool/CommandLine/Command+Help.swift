import ToolTerminal

/// The help texts, all made from the commands themselves.
enum HelpText {
    /// The tool at a glance.
    static var overview: String {
        """
        quadcal - check AR quad markers, and fit one scan to another

        usage: quadcal COMMAND ...

        \(TextTable.list(Command.all.map { ($0.name, $0.summary) }))
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

extension Command {
    /// `quadcal help [COMMAND]`.
    static let help = Command(
        "help", "show help for the tool or for one command", operands: "[COMMAND]", notes: "",
        settings: HelpOptions(),
        options: [OptionGroup(heading: "form", options: [HelpOptions.manual])],
        examples: [
            ("quadcal help check", "all options of `check`, with examples"),
            ("quadcal help --man > quadcal.1", "everything as a manual page"),
        ]
    ) { (options, operands, streams) throws(Failure) in
        if let extra = operands.dropFirst(options.isManual ? 0 : 1).first {
            throw .unwantedOperand(extra, command: "help")
        }
        guard !options.isManual else {
            try streams.print(ManualPage.text)
            return .good
        }
        try streams.print(
            operands.first.map { (name) throws(Failure) in HelpText.of(try named(name)) } ?? HelpText.overview
        )
        return .good
    }
}

/// The options of `quadcal help`.
struct HelpOptions: Sendable {
    /// True for the full manual, in the form that `man` shows.
    var isManual = false

    static let manual = Option<HelpOptions>(switch: "--man", "every command in one manual page (roff)") {
        $0.isManual = true
    }
}
