import ToolTerminal

/// Completions for bash: words of the command, of the option before the cursor, and names of files.
enum BashCompletions {
    static var script: String {
        let values = Command.all.flatMap { command in
            command.allOptions.compactMap { option -> String? in
                guard option.placeholder != nil else { return nil }
                let patterns = option.names.map { "'\(command.name) \($0)'" }.joined(separator: "|")
                return "        \(patterns)) \(reply(option.values)); return ;;"
            }
        }
        let commands = Command.all.map { command in
            let flags = command.allOptions.flatMap(\.names).joined(separator: " ")
            return """
                        \(command.name))
                            case $current in
                            -*) COMPREPLY=($(compgen -W '\(flags)' -- "$current")) ;;
                            *) \(reply(command.operandValues)) ;;
                            esac ;;
                """
        }
        return """
            # Completions of quadcal \(Quadcal.version) for bash.
            _quadcal() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
                COMPREPLY=()
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W '\(names)' -- "$current"))
                    return
                fi
                case "$command $previous" in
            \(values.joined(separator: "\n"))
                esac
                case $command in
            \(commands.joined(separator: "\n"))
                esac
            }
            complete -o filenames -F _quadcal quadcal

            """
    }

    private static var names: String {
        (Command.all.map(\.name) + ["--help", "--version"]).joined(separator: " ")
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
