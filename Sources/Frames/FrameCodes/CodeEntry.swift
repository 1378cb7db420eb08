package import PublishedResults

/// A code that a command about frames or detections may say, with its meaning.
///
/// ``all`` is the one table of them: lists, explanations and the rules of other programs are made from it.
package struct CodeEntry {
    package let code: String
    package let kind: PublishedKind
    package let commands: [String]
    package let guide: CodeGuide

    /// - Parameter severity: The severity without options; `refused` of what keeps the command from an answer.
    init(
        _ code: String, _ severity: String, _ kind: PublishedKind, of commands: String..., summary: String,
        meaning: String, fix: String
    ) {
        (self.code, self.kind, self.commands) = (code, kind, commands)
        guide = CodeGuide(severity: severity, summary: summary, meaning: meaning, fix: fix)
    }

    package static var all: [CodeEntry] {
        graphFindings + graphRefusals + fusionFindings + fusionRefusals + handEye + senseFindings
            + senseNotices
    }

    /// The codes of a command, those of corners included where it judges quads.
    package static func rules(of command: String) -> [PublishedRule] {
        all.filter { $0.commands.contains(command) }.map { PublishedRule($0.code, $0.kind, $0.guide) }
            + (command == "sense" ? quads : [])
    }
}
