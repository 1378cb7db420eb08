import ToolTerminal

/// Completions for zsh, each option with its help.
enum ZshCompletions {
    static var script: String {
        let commands = Command.all.map { command in
            let options = command.allOptions.map(specification) + [operands(command)].compactMap { $0 }
            return "        \(command.name))\n            _arguments -S \\\n"
                + options.map { "                \($0)" }.joined(separator: " \\\n") + " ;;"
        }
        let list = Command.all.map { "        '\(escaped($0.name)):\(escaped($0.summary))'" }
        return """
            #compdef quadcal
            # Completions of quadcal \(Quadcal.version) for zsh.
            _quadcal() {
                local -a commands
                commands=(
            \(list.joined(separator: "\n"))
                )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                local command=$words[2]
                shift words
                (( CURRENT-- ))
                case $command in
            \(commands.joined(separator: "\n"))
                esac
            }
            _quadcal "$@"

            """
    }

    /// The option in the syntax of `_arguments`; it may be repeated, which is for the tool to judge.
    private static func specification(_ option: OptionNotation) -> String {
        let names = option.names.count > 1 ? "{\(option.names.joined(separator: ","))}" : option.flag
        let colon = option.usual == nil ? ":" : "::"
        let value = option.placeholder.map { "\(colon)\(escaped($0)):\(action(option.values))" } ?? ""
        return "\\*\(names)'[\(escaped(option.help))]\(value)'"
    }

    private static func operands(_ command: Command) -> String? {
        if case .any = command.operandValues { return nil }
        return "'*:\(escaped(command.operands)):\(action(command.operandValues))'"
    }

    private static func action(_ values: OptionValues) -> String {
        switch values {
        case .any: ""
        case .files: "_files"
        case .words(let words): "(\(words.joined(separator: " ")))"
        }
    }

    /// Text between single quotes in which brackets and colons have no meaning.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("'", with: "'\\''").replacing("[", with: "\\[")
            .replacing("]", with: "\\]").replacing(":", with: "\\:")
    }
}
