import ToolTerminal

extension Command {
    /// `quadcal completions SHELL`.
    static let completions = Command(
        "completions", "print a script that completes commands and options in a shell", operands: "bash|zsh",
        notes: "",
        settings: (), options: [],
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
        ]
    ) { (_, operands, streams) throws(Failure) in
        if let extra = operands.dropFirst().first { throw .unwantedOperand(extra, command: "completions") }
        let words = CompletionShell.allCases.map(\.rawValue)
        guard let name = operands.first else {
            throw .neededOption("completions bash or completions zsh", "each shell needs its own script")
        }
        guard let shell = CompletionShell(rawValue: name) else {
            throw .unknownShell(name, nearest: nearest(to: name, among: words))
        }
        try streams.print(shell.script)
        return .good
    }
}

/// A shell with completions, which are made from the tables of the commands.
enum CompletionShell: String, CaseIterable {
    case bash, zsh

    /// The script for the shell.
    var script: String {
        switch self {
        case .bash: BashCompletions.script
        case .zsh: ZshCompletions.script
        }
    }
}

extension Command {
    /// The values offered for operands.
    var operandValues: OptionValues {
        switch name {
        case "help": .words(Command.all.map(\.name))
        case "schema": .words(SchemaDocument.all.map(\.name))
        case "completions": .words(CompletionShell.allCases.map(\.rawValue))
        default: operands.isEmpty ? .any : .files
        }
    }

    /// Every option, `--help` last.
    var allOptions: [OptionNotation] {
        options.flatMap(\.options) + [
            OptionNotation(
                flag: "--help", short: "-h", placeholder: nil, help: "all options, with examples",
                values: .any)
        ]
    }
}
