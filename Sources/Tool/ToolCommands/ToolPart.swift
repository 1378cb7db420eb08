/// A text about all commands, of which each wing writes its part.
enum ToolPart: String, CaseIterable {
    /// Sections of the manual page.
    case manual
    /// Functions of a completion script.
    case bash, zsh

    /// The word by which `quadcal` asks a wing for its part.
    static let command = "--part"
}
