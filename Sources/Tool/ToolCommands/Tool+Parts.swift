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
            try streams.print(Wing.heading + text(of: part) + Wing.ending)
            return .good
        }
    }

    /// The parts of all wings. Where one cannot do its part, the others do, and a person learns what is left out.
    ///
    /// - Parameter subject: What the text is, for people.
    func texts(of part: ToolPart, for subject: String, _ streams: Streams) -> String {
        wings.map { wing in
            do throws(Failure) { return try wing.text(of: part, for: subject) } catch {
                streams.advise("\(error.text); its commands are left out")
                return ""
            }
        }.joined()
    }

    /// The part of this wing, of the commands that `quadcal` hands over to it.
    private func text(of part: ToolPart) -> String {
        let handedOver = [Wing.frames, .devices].first { $0.name == name }?.commands.map(\.name) ?? []
        let commands = commands.filter { handedOver.contains($0.name) }
        return switch part {
        case .manual: commands.map(ManualPage.section).joined()
        case .bash: commands.map { BashCompletions.function($0, operandValues(of: $0, [])) }.joined()
        case .zsh: commands.map { ZshCompletions.function($0, operandValues(of: $0, [])) }.joined()
        }
    }
}
