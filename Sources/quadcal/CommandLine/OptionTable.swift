/// One option of a command: its notation, its help, and its effect on the settings.
struct Option<Settings>: Sendable {
    /// The long form, with its two dashes.
    let flag: String
    var short: String?
    /// The placeholder for the value in the help; `nil` for a switch, which takes none.
    let placeholder: String?
    let help: String
    /// Two options of one slot contradict each other unless they are written alike; without a slot an option
    /// may be repeated.
    let slot: String?
    /// The values that a shell may offer.
    var values = OptionValues.any
    let change: @Sendable (inout Settings, String) throws(BadValue) -> Void

    /// An option that takes a value, and one value only; of those that share a slot only one may be given.
    init(
        _ flag: String, _ placeholder: String, slot: String? = nil, _ help: String,
        change: @escaping @Sendable (inout Settings, String) throws(BadValue) -> Void
    ) {
        (self.flag, self.placeholder, self.help, self.change) = (flag, placeholder, help, change)
        self.slot = slot ?? flag
    }

    /// An option that adds its value to those given before.
    init(
        adding flag: String, _ placeholder: String, _ help: String,
        change: @escaping @Sendable (inout Settings, String) throws(BadValue) -> Void
    ) {
        (self.flag, self.placeholder, self.help, self.slot, self.change) = (
            flag, placeholder, help, nil, change
        )
    }

    /// An option whose value is a word of an enumeration.
    init<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        word flag: String, _ placeholder: String, slot: String? = nil, mayRepeat: Bool = false,
        _ help: String,
        change: @escaping @Sendable (inout Settings, Word) -> Void
    ) {
        (self.flag, self.placeholder, self.help) = (flag, placeholder, help)
        self.slot = mayRepeat ? nil : slot ?? flag
        values = .words(Word.allCases.map(\.rawValue))
        self.change = { (settings, text) throws(BadValue) in change(&settings, try OptionValue.word(text)) }
    }

    /// An option whose value is the name of a file.
    ///
    /// - Parameter purpose: the use of the file, as in "read".
    init(
        file flag: String, _ placeholder: String, to purpose: String = "read", slot: String? = nil,
        mayRepeat: Bool = false, _ help: String,
        change: @escaping @Sendable (inout Settings, String) -> Void
    ) {
        (self.flag, self.placeholder, self.help) = (flag, placeholder, help)
        self.slot = mayRepeat ? nil : slot ?? flag
        values = .files
        self.change = { (settings, text) throws(BadValue) in
            change(&settings, try OptionValue.file(text, to: purpose))
        }
    }

    /// An option of settings that are a part of other settings.
    init<Part>(_ option: Option<Part>, of part: WritableKeyPath<Settings, Part> & Sendable) {
        (flag, short, placeholder) = (option.flag, option.short, option.placeholder)
        (help, slot, values) = (option.help, option.slot, option.values)
        change = { (settings, text) throws(BadValue) in try option.change(&settings[keyPath: part], text) }
    }

    /// A switch; of those that share a slot only one may be given.
    init(
        switch flag: String, short: String? = nil, slot: String? = nil, _ help: String,
        change: @escaping @Sendable (inout Settings) -> Void
    ) {
        (self.flag, self.short, self.help, self.slot) = (flag, short, help, slot)
        placeholder = nil
        self.change = { (settings, _) throws(BadValue) in change(&settings) }
    }
}

/// The possible values of an option.
enum OptionValues: Sendable {
    case any, files
    case words([String])
}

/// The options of one command, which read its arguments.
struct OptionTable<Settings>: Sendable {
    let command: String
    let options: [Option<Settings>]

    /// Applies every option to the settings and returns the arguments that are not options, in order.
    func parse(_ arguments: [String], into settings: inout Settings) throws(Failure) -> [String] {
        var operands: [String] = []
        var slots: [String: String] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" { return operands + rest }
            guard argument.hasPrefix("-"), argument != "-" else {
                operands.append(argument)
                continue
            }
            let (option, attached) = try option(in: argument)
            let value = try value(of: option, attached, &rest)
            let written = value.map { "\(option.flag) \($0)" } ?? option.flag
            if let slot = option.slot {
                if let earlier = slots[slot], earlier != written {
                    throw .contradiction(earlier, written)
                }
                slots[slot] = written
            }
            do throws(BadValue) {
                try option.change(&settings, value ?? "")
            } catch {
                throw .badValue(option: option.flag, value: value ?? "", error)
            }
        }
        return operands
    }

    /// The option that an argument names, and the value after its equals sign.
    private func option(in argument: String) throws(Failure) -> (Option<Settings>, attached: String?) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = options.first(where: { $0.flag == name || $0.short == name }) else {
            let known = options.map(\.flag) + ["--help"]
            throw .unknownOption(name, command: command, nearest: nearest(to: name, among: known))
        }
        return (option, parts.count > 1 ? String(parts[1]) : nil)
    }

    /// The value of an option: attached to it, or the next argument unless that is an option itself.
    private func value(
        of option: Option<Settings>, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(Failure) -> String? {
        guard let placeholder = option.placeholder else {
            if let attached { throw .unwantedValue(option: option.flag, value: attached) }
            return nil
        }
        if let attached { return attached }
        guard let next = rest.first, !next.hasPrefix("--"), !options.contains(where: { $0.short == next })
        else {
            throw .missingValue(option: option.flag, placeholder: placeholder)
        }
        return rest.popFirst()
    }
}
