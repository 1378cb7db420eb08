import Foundation
import StrictJSON
import ToolTerminal

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

/// The help texts, all made from the commands themselves.
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

    /// Everything about one command.
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
