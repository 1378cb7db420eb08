import StrictJSON
import ToolTerminal

/// Completions for bash: words of the command, of the option before the cursor, and names of files.
enum BashCompletions {
    /// The script for commands, with the functions of those whose options are known.
    static func script(_ commands: [(name: String, summary: String)], _ functions: String) -> String {
        let names = (commands.map(\.name) + ["--help", "--version"]).joined(separator: " ")
        return """
            # Completions of quadcal \(QuadcalVersion.text) for bash.
            \(functions)_quadcal() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
                COMPREPLY=()
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W '\(names)' -- "$current"))
                elif declare -F "_quadcal_$command" >/dev/null; then
                    "_quadcal_$command"
                fi
            }
            complete -o filenames -F _quadcal quadcal

            """
    }

    static func function(_ command: Command, _ operands: OptionValues) -> String {
        let flags = command.allOptions.flatMap(\.names).joined(separator: " ")
        let values = command.allOptions.compactMap { option -> String? in
            guard option.placeholder != nil else { return nil }
            return "    \(option.names.joined(separator: "|"))) \(reply(option.values)); return ;;\n"
        }
        let choice = values.isEmpty ? "" : "    case $previous in\n\(values.joined())    esac\n"
        return """
            _quadcal_\(command.name)() {
            \(choice)    case $current in
                -*) COMPREPLY=($(compgen -W '\(flags)' -- "$current")) ;;
                *) \(reply(operands)) ;;
                esac
            }

            """
    }

    private static func reply(_ values: OptionValues) -> String {
        switch values {
        case .any: "COMPREPLY=()"
        case .files: #"mapfile -t COMPREPLY < <(compgen -f -- "$current")"#
        case .words(let words):
            "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"))"
        }
    }
}
