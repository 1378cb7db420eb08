/// Options under one heading in the help.
struct OptionGroup<Settings>: Sendable {
    let heading: String
    let options: [Option<Settings>]

    /// The group without the actions of its options.
    var help: OptionHelp { OptionHelp(heading: heading, options: options.map(\.notation)) }
}

/// A group of options without their actions, from which the help, the man page and the completions are made.
struct OptionHelp: Sendable {
    let heading: String
    let options: [OptionNotation]
}
