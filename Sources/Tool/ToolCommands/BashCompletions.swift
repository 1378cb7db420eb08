import Foundation
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

    /// The function that completes the operands and options of a command.
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

/// The manual page of the tool, made from the commands themselves.
enum ManualPage {
    /// The whole page in the format of `man`, with the sections of commands.
    static func text(_ sections: String) -> String {
        """
        .TH QUADCAL 1 "" "quadcal \(QuadcalVersion.text)" "User Commands"
        .SH NAME
        quadcal \\- check AR quad markers, and fit one scan to another
        .SH SYNOPSIS
        .B quadcal
        .I COMMAND
        \\&...
        .SH COMMANDS
        \(sections).SH EXIT STATUS
        \(ExitCode.meanings.map { "\($0.code) \($0.meaning)" }.joined(separator: "; ")).

        """
    }

    static func section(_ command: Command) -> String {
        let usage = ["quadcal", command.name, command.options.isEmpty ? "" : "[OPTION...]", command.operands]
        var text = ".SS \(escaped(usage.filter { !$0.isEmpty }.joined(separator: " ")))\n"
        text += "\(escaped(command.summary)).\n"
        for paragraph in command.notes.components(separatedBy: "\n\n") where !paragraph.isEmpty {
            text += ".PP\n\(escaped(paragraph.replacing("\n", with: " ")))\n"
        }
        for group in command.options {
            text += ".PP\n.I \(escaped(group.heading))\n"
            for option in group.options {
                let names = option.names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
                let value =
                    option.placeholder.map {
                        option.usual == nil ? " \\fI\(escaped($0))\\fR" : " [\\fI\(escaped($0))\\fR]"
                    } ?? ""
                text += ".TP\n\(names)\(value)\n\(escaped(option.help))\n"
            }
        }
        for (line, purpose) in command.examples {
            text += ".TP\n.B \(escaped(line))\n\(escaped(purpose))\n"
        }
        return text
    }

    /// Text without meaning to roff: backslashes, hyphens, quotes and the start of a command are escaped.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing(
            "\"", with: "\\(dq")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }
}

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
