import ToolTerminal

extension Tool {
    /// `quadcal help [COMMAND]`.
    var help: Command {
        Command(
            "help", "show help for the tool or for one command", operands: "[COMMAND]", notes: "",
            settings: HelpOptions(),
            options: [OptionGroup(heading: "form", options: [HelpOptions.manual])],
            examples: [
                ("quadcal help check", "all options of `check`, with examples"),
                ("quadcal help --man > quadcal.1", "everything as a manual page"),
            ],
            work: { (options, operands, streams) throws(Failure) in
                if let extra = operands.dropFirst(options.isManual ? 0 : 1).first {
                    throw .unwantedOperand(extra, command: "help")
                }
                if options.isManual {
                    let sections = commands.map(ManualPage.section).joined() + (try texts(of: .manual))
                    try streams.print(ManualPage.text(sections))
                } else if let name = operands.first {
                    if let wing = wing(having: name) { try wing.takeOver(["help", name]) }
                    try streams.print(HelpText.of(try command(named: name)))
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

    static let manual = Option<HelpOptions>(switch: "--man", "every command in one manual page (roff)") {
        $0.isManual = true
    }
}
