import ToolTerminal

extension Tool {
    /// `quadcal-WING --part TEXT`, for `quadcal` alone.
    var part: Command {
        Command(
            ToolPart.command, "print a part of a text about all commands", operands: "TEXT", notes: "",
            settings: (), options: [], examples: []
        ) { (_, operands, streams) throws(Failure) in
            guard let word = operands.first, let part = ToolPart(rawValue: word) else {
                throw .neededOption(
                    ToolPart.allCases.map(\.rawValue).joined(separator: ", "), "it says of which text")
            }
            try streams.print(text(of: part))
            return .good
        }
    }

    /// The parts of all wings that are installed.
    func texts(of part: ToolPart) throws(Failure) -> String {
        try wings.map { (wing) throws(Failure) in try wing.text(of: part) ?? "" }.joined()
    }

    /// The part of this wing, of the commands that `quadcal` hands over to it.
    private func text(of part: ToolPart) -> String {
        let handedOver = [Wing.frames, .devices].first { $0.name == name }?.commands.map(\.name) ?? []
        let commands = commands.filter { handedOver.contains($0.name) }
        return switch part {
        case .manual: commands.map(ManualPage.section).joined()
        case .bash: commands.map { BashCompletions.function($0, operandValues(of: $0, [])) }.joined()
        case .zsh: commands.map { ZshCompletions.function($0, operandValues(of: $0, [])) }.joined()
        case .documents: documents.map { "\($0.name)\(ToolPart.tab)\($0.about)\n" }.joined()
        }
    }
}
