import ToolTerminal

extension Tool {
    /// `quadcal help [COMMAND]`.
    var help: Command {
        Command(
            "help", "show help for the tool, for one command or on a topic", operands: "[COMMAND | TOPIC]",
            notes: "Topics:\n\n\(TextTable.list(HelpTopic.all.map { ($0.name, $0.summary) }).dropLast())",
            settings: HelpOptions(),
            options: [OptionGroup(heading: "form", options: [HelpOptions.short, HelpOptions.manual])],
            examples: [
                ("quadcal help check", "all options of `check`, with examples"),
                ("quadcal check -h", "the options that are used most"),
                ("quadcal help credentials", "how to sign in to a server"),
                ("quadcal help --man > quadcal.1", "everything as a manual page"),
            ],
            work: { (options, operands, streams) throws(Failure) in
                if let extra = operands.dropFirst(options.isManual ? 0 : 1).first {
                    throw .unwantedOperand(extra, command: "help")
                }
                if options.isManual {
                    let sections =
                        commands.map(ManualPage.section).joined()
                        + texts(of: .manual, for: "a part of the manual page", streams)
                    try streams.print(ManualPage.text(sections))
                } else if let name = operands.first {
                    let short = options.isShort ? ["--short"] : []
                    if let wing = wing(having: name) {
                        try wing.takeOver(["help"] + short + [name], for: name)
                    }
                    if let topic = HelpTopic.named(name) {
                        try streams.print(topic.text)
                        return .good
                    }
                    let command = try command(named: name)
                    try streams.print(options.isShort ? HelpText.short(command) : HelpText.of(command))
                } else {
                    try streams.print(HelpText.overview(of: self.name, listing))
                }
                return .good
            })
    }
}

/// The options of `quadcal help`.
struct HelpOptions: Sendable {
    /// True for the full manual, in the form that `man` shows.
    var isManual = false
    /// True for the options alone that are used most.
    var isShort = false

    static let short = Option<HelpOptions>(
        switch: "--short", "only the options that are used most; as COMMAND -h"
    ) {
        $0.isShort = true
    }
    static let manual = Option<HelpOptions>(switch: "--man", "every command in one manual page (roff)") {
        $0.isManual = true
    }
}
