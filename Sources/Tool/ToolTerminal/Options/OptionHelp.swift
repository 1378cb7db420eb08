/// Options under one heading in the help.
package struct OptionGroup<Settings>: Sendable {
    package let heading: String
    package let options: [Option<Settings>]

    package init(heading: String, options: [Option<Settings>]) {
        self.heading = heading
        self.options = options
    }

    /// The group without the actions of its options.
    package var help: OptionHelp { OptionHelp(heading: heading, options: options.map(\.notation)) }
}

/// A group of options without their actions, from which the help, the man page and the completions are made.
package struct OptionHelp: Sendable {
    package let heading: String
    package let options: [OptionNotation]

    package init(heading: String, options: [OptionNotation]) {
        self.heading = heading
        self.options = options
    }
}
