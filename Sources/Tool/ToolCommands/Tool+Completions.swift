import ToolTerminal

extension Tool {
    /// `quadcal completions SHELL`.
    var completions: Command {
        Command(
            "completions", "print a script that completes commands and options in a shell",
            operands: "bash|zsh", notes: "", settings: (), options: [],
            examples: [
                (
                    "quadcal completions bash > ~/.local/share/bash-completion/completions/quadcal",
                    "for bash, in new shells"
                ),
                ("source <(quadcal completions bash)", "for this shell only"),
                (
                    "quadcal completions zsh > ~/.zfunc/_quadcal",
                    "for zsh, where ~/.zfunc is in $fpath before compinit"
                ),
            ],
            work: { (_, operands, streams) throws(Failure) in
                if let extra = operands.dropFirst().first {
                    throw .unwantedOperand(extra, command: "completions")
                }
                let words = CompletionShell.allCases.map(\.rawValue)
                guard let name = operands.first else {
                    throw .neededOption(
                        "completions bash or completions zsh", "each shell needs its own script")
                }
                guard let shell = CompletionShell(rawValue: name) else {
                    throw .unknownShell(name, nearest: nearest(to: name, among: words))
                }
                try streams.print(script(for: shell, streams))
                return .good
            })
    }

    /// A function for each command, also of wings that are installed, and one that chooses among them.
    private func script(for shell: CompletionShell, _ streams: Streams) -> String {
        let documents = documents.map(\.name) + wings.flatMap { $0.documents.map(\.name) }
        func others(_ part: ToolPart) -> String { texts(of: part, for: "a part of the completions", streams) }
        let own = commands.map { ($0, operandValues(of: $0, documents)) }
        return switch shell {
        case .bash:
            BashCompletions.script(
                listing, own.map(BashCompletions.function).joined() + others(.bash))
        case .zsh:
            ZshCompletions.script(listing, own.map(ZshCompletions.function).joined() + others(.zsh))
        }
    }

    /// The values offered for operands of a command.
    func operandValues(of command: Command, _ documents: [String]) -> OptionValues {
        switch command.name {
        case "help": .words(listing.map(\.name) + HelpTopic.all.map(\.name))
        case "schema": .words(documents)
        case "completions": .words(CompletionShell.allCases.map(\.rawValue))
        default: command.operands.isEmpty ? .any : .files
        }
    }
}

/// A shell with completions, which are made from the tables of the commands.
enum CompletionShell: String, CaseIterable {
    case bash, zsh
}
