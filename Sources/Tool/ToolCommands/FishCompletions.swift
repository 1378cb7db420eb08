import StrictJSON
import ToolTerminal

/// Completions for fish, each option with its help.
enum FishCompletions {
    /// The script for commands, with the lines of those whose options are known.
    static func script(_ commands: [(name: String, summary: String)], _ lines: String) -> String {
        let list = commands.map {
            "complete -c quadcal -n __quadcal_is_first -a \($0.name) -d '\(escaped($0.summary))'\n"
        }
        return """
            # Completions of quadcal \(QuadcalVersion.text) for fish.
            function __quadcal_is_first
                test (count (commandline -opc)) -eq 1
            end
            function __quadcal_is
                set -l words (commandline -opc)
                test (count $words) -gt 1; and test $words[2] = $argv[1]
            end
            complete -c quadcal -f
            \(list.joined())\(lines)
            """
    }

    static func lines(_ command: Command, _ values: OptionValues) -> String {
        let head = "complete -c quadcal -n '__quadcal_is \(command.name)'"
        let operands =
            switch values {
            case .any: ""
            case .files: "\(head) -F\n"
            case .words(let words): "\(head) -a '\(words.joined(separator: " "))'\n"
            }
        return operands
            + command.allOptions.map { option in
                let names = option.names.map {
                    $0.hasPrefix("--") ? "-l \($0.dropFirst(2))" : "-s \($0.dropFirst())"
                }
                return
                    "\(head) \(names.joined(separator: " "))\(value(of: option)) -d '\(escaped(option.help))'\n"
            }.joined()
    }

    /// What may follow an option; one whose value may be left out has it behind an equals sign.
    private static func value(of option: OptionNotation) -> String {
        guard option.placeholder != nil else { return "" }
        let isNeeded = option.usual == nil
        return switch option.values {
        case .any: isNeeded ? " -x" : ""
        case .files: isNeeded ? " -r -F" : " -F"
        case .words(let words): "\(isNeeded ? " -x" : "") -a '\(words.joined(separator: " "))'"
        }
    }

    /// Text between single quotes.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    }
}
