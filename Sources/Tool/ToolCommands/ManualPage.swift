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
