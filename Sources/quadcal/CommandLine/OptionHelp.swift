/// Options under one heading in the help.
struct OptionGroup<Settings>: Sendable {
    let heading: String
    let options: [Option<Settings>]

    /// The group without the actions of its options.
    var help: OptionHelp {
        OptionHelp(
            heading: heading,
            options: options.map {
                OptionHelp.Entry(
                    flag: $0.flag, short: $0.short, placeholder: $0.placeholder, help: $0.help,
                    values: $0.values)
            })
    }
}

/// A group of options without their actions, from which the help, the man page and the completions are made.
struct OptionHelp: Sendable {
    let heading: String
    let options: [Entry]

    struct Entry: Sendable {
        let flag: String
        let short: String?
        /// The placeholder for the value; `nil` for a switch.
        let placeholder: String?
        let help: String
        let values: OptionValues

        /// The ways to write its name, the long one last.
        var names: [String] { [short, flag].compactMap { $0 } }

        /// The notation in the help.
        var form: String { names.joined(separator: ", ") + (placeholder.map { " " + $0 } ?? "") }
    }
}
