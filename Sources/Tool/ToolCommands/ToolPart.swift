/// A text about all commands, of which each wing writes its part.
enum ToolPart: String, CaseIterable {
    /// Sections of the manual page.
    case manual
    /// Functions of a completion script.
    case bash, zsh
    /// The names of JSON documents with their sources, a line each.
    case documents

    /// The word by which `quadcal` asks a wing for its part.
    static let command = "--part"
    /// The separator of a document's name from its source.
    static let tab = "\t"
}
