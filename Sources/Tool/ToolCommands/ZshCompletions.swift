import StrictJSON
import ToolTerminal

enum ZshCompletions {
    /// The script for commands, with the functions of those whose options are known.
    static func script(_ commands: [(name: String, summary: String)], _ functions: String) -> String {
        let list = commands.map { "        '\(escaped($0.name)):\(escaped($0.summary))'" }
        return """
            #compdef quadcal
            # Completions of quadcal \(QuadcalVersion.text) for zsh.
            \(functions)_quadcal() {
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
                (( $+functions[_quadcal_$command] )) && _quadcal_$command
            }
            _quadcal "$@"

            """
    }

    static func function(_ command: Command, _ values: OptionValues) -> String {
        let options = command.allOptions.map(specification) + [operands(command, values)].compactMap { $0 }
        return "_quadcal_\(command.name)() {\n    _arguments -S \\\n"
            + options.map { "        \($0)" }.joined(separator: " \\\n") + "\n}\n"
    }

    /// The option in the syntax of `_arguments`; it may be repeated, which is for the tool to judge.
    private static func specification(_ option: OptionNotation) -> String {
        let names = option.names.count > 1 ? "{\(option.names.joined(separator: ","))}" : option.flag
        let colon = option.usual == nil ? ":" : "::"
        let value = option.placeholder.map { "\(colon)\(escaped($0)):\(action(option.values))" } ?? ""
        return "\\*\(names)'[\(escaped(option.help))]\(value)'"
    }

    private static func operands(_ command: Command, _ values: OptionValues) -> String? {
        if case .any = values { return nil }
        return "'*:\(escaped(command.operands)):\(action(values))'"
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
