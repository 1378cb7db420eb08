package import Foundation
import StrictJSON

package struct OptionNotation: Sendable {
    /// The long form, with its two dashes.
    package let flag: String
    package var short: String?
    /// The placeholder for the value; `nil` for a switch, which takes none.
    package let placeholder: String?
    package let help: String
    /// Two options of one slot contradict each other unless they are written alike; without a slot an option
    /// may be repeated.
    package var slot: String?
    /// The values that a shell may offer.
    package var values = OptionValues.any
    /// The value where none is given; `nil` for an option that needs one. The next argument is its value unless it begins with a dash.
    package var usual: String?
    /// What it demands of the other options; checked once all are read.
    package var rules: [OptionRule] = []

    package init(
        flag: String, short: String? = nil, placeholder: String?, help: String, slot: String? = nil,
        values: OptionValues = .any
    ) {
        (self.flag, self.short, self.placeholder, self.help, self.slot, self.values) = (
            flag, short, placeholder, help, slot, values
        )
    }

    /// The ways to write its name, the long one last.
    package var names: [String] { [short, flag].compactMap { $0 } }

    package var form: String {
        let value = placeholder.map { usual == nil ? " \($0)" : " [\($0)]" } ?? ""
        return names.joined(separator: ", ") + value
    }
}

/// One option of a command: its notation, and its effect on the settings.
package struct Option<Settings>: Sendable {
    package var notation: OptionNotation
    package let change: @Sendable (inout Settings, String) throws(BadValue) -> Void

    /// An option that takes a value, and one value only; of those that share a slot only one may be given.
    package init(
        _ flag: String, _ placeholder: String, slot: String? = nil, _ help: String,
        change: @escaping @Sendable (inout Settings, String) throws(BadValue) -> Void
    ) {
        notation = OptionNotation(flag: flag, placeholder: placeholder, help: help, slot: slot ?? flag)
        self.change = change
    }

    /// An option that adds its value to those given before.
    package init(
        adding flag: String, _ placeholder: String, _ help: String,
        change: @escaping @Sendable (inout Settings, String) throws(BadValue) -> Void
    ) {
        notation = OptionNotation(flag: flag, placeholder: placeholder, help: help, slot: nil)
        self.change = change
    }

    package init<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        word flag: String, _ placeholder: String, slot: String? = nil, mayRepeat: Bool = false,
        _ help: String,
        change: @escaping @Sendable (inout Settings, Word) -> Void
    ) {
        notation = OptionNotation(
            flag: flag, placeholder: placeholder, help: help, slot: mayRepeat ? nil : slot ?? flag,
            values: .words(Word.allCases.map(\.rawValue)))
        self.change = { (settings, text) throws(BadValue) in change(&settings, try OptionValue.word(text)) }
    }

    /// An option whose value is a word of an enumeration that may be left out.
    package init<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        word flag: String, _ placeholder: String, usual: Word, _ help: String,
        change: @escaping @Sendable (inout Settings, Word) -> Void
    ) {
        self.init(word: flag, placeholder, help, change: change)
        notation.usual = usual.rawValue
    }

    /// An option whose value is the name of a file.
    ///
    /// - Parameter purpose: the use of the file, as in "read".
    package init(
        file flag: String, _ placeholder: String, to purpose: String = "read", slot: String? = nil,
        mayRepeat: Bool = false, _ help: String,
        change: @escaping @Sendable (inout Settings, String) -> Void
    ) {
        notation = OptionNotation(
            flag: flag, placeholder: placeholder, help: help, slot: mayRepeat ? nil : slot ?? flag,
            values: .files)
        self.change = { (settings, text) throws(BadValue) in
            change(&settings, try OptionValue.file(text, to: purpose))
        }
    }

    /// An option of settings that are a part of other settings.
    package init<Part>(_ option: Option<Part>, of part: WritableKeyPath<Settings, Part> & Sendable) {
        notation = option.notation
        change = { (settings, text) throws(BadValue) in try option.change(&settings[keyPath: part], text) }
    }

    /// A switch; of those that share a slot only one may be given.
    package init(
        switch flag: String, short: String? = nil, slot: String? = nil, _ help: String,
        change: @escaping @Sendable (inout Settings) -> Void
    ) {
        notation = OptionNotation(flag: flag, short: short, placeholder: nil, help: help, slot: slot)
        self.change = { (settings, _) throws(BadValue) in change(&settings) }
    }
}

/// Options that set one property to their value, and those that several commands have.
extension Option {
    package init(
        _ flag: String, _ placeholder: String, slot: String? = nil, _ help: String,
        _ property: WritableKeyPath<Settings, String?> & Sendable
    ) {
        self.init(flag, placeholder, slot: slot, help) { $0[keyPath: property] = $1 }
    }

    package init<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        word flag: String, _ placeholder: String, slot: String? = nil, _ help: String,
        _ property: WritableKeyPath<Settings, Word> & Sendable
    ) {
        self.init(word: flag, placeholder, slot: slot, help) { $0[keyPath: property] = $1 }
    }

    package init<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        word flag: String, _ placeholder: String, slot: String? = nil, _ help: String,
        _ property: WritableKeyPath<Settings, Word?> & Sendable
    ) {
        self.init(word: flag, placeholder, slot: slot, help) { $0[keyPath: property] = $1 }
    }

    package init(
        file flag: String, _ placeholder: String, to purpose: String = "read", slot: String? = nil,
        _ help: String, _ property: WritableKeyPath<Settings, String?> & Sendable
    ) {
        self.init(file: flag, placeholder, to: purpose, slot: slot, help) { $0[keyPath: property] = $1 }
    }

    package init(
        switch flag: String, short: String? = nil, slot: String? = nil, _ help: String,
        _ property: WritableKeyPath<Settings, Bool> & Sendable
    ) {
        self.init(switch: flag, short: short, slot: slot, help) { $0[keyPath: property] = true }
    }

    package init(seed help: String, _ property: WritableKeyPath<Settings, UInt64?> & Sendable) {
        self.init("--seed", "N", help) { (options, text) throws(BadValue) in
            guard let seed = UInt64(text) else { throw BadValue(expected: "a whole number, 0 or more") }
            options[keyPath: property] = seed
        }
    }

    /// `--verbose` and `--quiet`, with what each prints.
    package static func loudness(
        verbose: String, quiet: String = "only the verdict",
        _ property: WritableKeyPath<Settings, Loudness> & Sendable
    ) -> [Option] {
        [
            Option(switch: "--verbose", short: "-v", slot: "loudness", verbose) {
                $0[keyPath: property] = .verbose
            },
            Option(switch: "--quiet", slot: "loudness", quiet) { $0[keyPath: property] = .quiet },
        ]
    }
}

extension Option {
    /// The same, which is refused without another option: `.needs("--api URL", "it says which server --store is of")`.
    ///
    /// - Parameters:
    ///   - form: The option that is needed, as the refusal writes it.
    ///   - other: One that does as well.
    ///   - reason: The reason, which follows a colon.
    package func needs(_ form: String, or other: String? = nil, _ reason: String) -> Option {
        with(.needed(form: form, other: other, reason: reason))
    }

    /// The same, which is refused beside any of other options.
    package func excludes(_ flags: String...) -> Option { with(.excluded(flags)) }

    private func with(_ rule: OptionRule) -> Option {
        var option = self
        option.notation.rules.append(rule)
        return option
    }
}

package enum OptionRule: Sendable {
    case needed(form: String, other: String?, reason: String)
    case excluded([String])

    fileprivate var isNeed: Bool { if case .needed = self { true } else { false } }

    fileprivate var flags: [String] {
        switch self {
        case .needed(let form, let other, _): [OptionRule.flag(of: form)] + [other].compactMap { $0 }
        case .excluded(let others): others
        }
    }

    private static func flag(of form: String) -> String { String(form.prefix { $0 != " " }) }

    /// Refuses the option of a flag that is given with others, or without one.
    fileprivate func require(_ flag: String, among given: Set<String>) throws(Failure) {
        switch self {
        case .needed(let form, let other, let reason):
            let needed = OptionRule.flag(of: form)
            if !given.contains(needed), other.map(given.contains) != true {
                throw .neededOption(form, reason)
            }
        case .excluded(let others):
            if let other = others.first(where: given.contains) { throw .contradiction(flag, other) }
        }
    }
}

package enum OptionValues: Sendable {
    case any, files
    case words([String])
}

package struct OptionTable<Settings>: Sendable {
    package let command: String
    package let options: [Option<Settings>]

    package init(command: String, options: [Option<Settings>]) {
        self.command = command
        self.options = options
    }

    /// Applies every option to the settings and returns the arguments that are not options, in order.
    package func parse(_ arguments: [String], into settings: inout Settings) throws(Failure) -> [String] {
        let reader = ArgumentReader(command: command, options: options.map(\.notation))
        return try reader.read(arguments) { (place, value) throws(BadValue) in
            try options[place].change(&settings, value)
        }
    }
}

/// The reader of a command's arguments, which needs no settings and is compiled once for all commands.
private struct ArgumentReader {
    let command: String
    let options: [OptionNotation]

    /// Returns the arguments that are not options, in order.
    ///
    /// - Parameter change: takes the place of each option in ``options`` and its value.
    func read(
        _ arguments: [String], change: (_ option: Int, _ value: String) throws(BadValue) -> Void
    ) throws(Failure) -> [String] {
        var operands: [String] = []
        var slots: [String: String] = [:], given: Set<String> = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                operands.append(argument)
                continue
            }
            let (place, attached) = try option(in: argument), option = options[place]
            let value = try value(of: option, attached, &rest)
            let written = value.map { "\(option.flag) \($0)" } ?? option.flag
            given.insert(option.flag)
            if let slot = option.slot {
                if let earlier = slots[slot], earlier != written {
                    throw .contradiction(earlier, written)
                }
                slots[slot] = written
            }
            do throws(BadValue) { try change(place, value ?? "") } catch {
                throw .badValue(option: option.flag, value: value ?? "", error)
            }
        }
        try requireRules(given)
        return operands
    }

    /// Refuses what excludes each other first: what is needed may be among that.
    private func requireRules(_ given: Set<String>) throws(Failure) {
        let used = options.filter { given.contains($0.flag) }
        for isOfNeeds in [false, true] {
            for option in used {
                for rule in option.rules where rule.isNeed == isOfNeeds {
                    assert(rule.flags.allSatisfy { flag in options.contains { $0.flag == flag } })
                    try rule.require(option.flag, among: given)
                }
            }
        }
    }

    /// The place of the option that an argument names, and the value after its equals sign.
    private func option(in argument: String) throws(Failure) -> (place: Int, attached: String?) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let place = options.firstIndex(where: { $0.names.contains(name) }) else {
            let known = options.map(\.flag) + ["--help"]
            throw .unknownOption(name, command: command, nearest: nearest(to: name, among: known))
        }
        return (place, parts.count > 1 ? String(parts[1]) : nil)
    }

    /// The value of an option: attached to it, or the next argument unless that is an option itself.
    private func value(
        of option: OptionNotation, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(Failure) -> String? {
        guard let placeholder = option.placeholder else {
            if let attached { throw .unwantedValue(option: option.flag, value: attached) }
            return nil
        }
        if let attached { return attached }
        guard let next = rest.first, !next.hasPrefix("--"), !options.contains(where: { $0.short == next })
        else {
            if let usual = option.usual { return usual }
            throw .missingValue(option: option.flag, placeholder: placeholder)
        }
        return rest.popFirst()
    }
}

/// Values of options, read from their text.
package enum OptionValue {
    package static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ text: String
    ) throws(BadValue) -> Word {
        if let word = Word(rawValue: text) { return word }
        throw none(of: Word.allCases.map(\.rawValue), text)
    }

    // Inlined into every enumeration, it would be compiled for each.
    @inline(never)
    private static func none(of words: [String], _ text: String) -> BadValue {
        let expected = words.dropLast().joined(separator: ", ") + (words.last.map { " or \($0)" } ?? "")
        return BadValue(expected: expected, nearest: nearest(to: text, among: words))
    }

    /// A number above zero; `words` say of what.
    package static func positive(
        _ text: String, in words: String, atMost most: Double = .greatestFiniteMagnitude
    ) throws(BadValue) -> Double {
        guard case .number(let number) = NumberText(text), number > 0, number <= most else {
            let upTo = most < .greatestFiniteMagnitude ? " and up to \(most.shortestText)" : ""
            throw BadValue(expected: "\(words) above 0\(upTo), with a decimal point")
        }
        return number
    }

    /// Three finite numbers.
    package static func point(_ text: String, as example: String) throws(BadValue) -> SIMD3<Double> {
        let numbers = try numbers(text, count: 3, "three numbers, as in \(example)")
        return SIMD3(numbers[0], numbers[1], numbers[2])
    }

    /// So many finite numbers with commas between them; `words` say of what.
    package static func numbers(_ text: String, count: Int, _ words: String) throws(BadValue) -> [Double] {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { part in
            if case .number(let number) = NumberText(String(part)), number.isFinite { number } else { nil }
        }
        guard numbers.count == count, text.count(where: { $0 == "," }) == count - 1 else {
            throw BadValue(expected: words)
        }
        return numbers
    }

    /// A whole number of at least 1.
    package static func count(_ text: String) throws(BadValue) -> Int64 {
        guard let number = Int64(text), number > 0 else {
            throw BadValue(expected: "a whole number, 1 or more")
        }
        return number
    }

    /// A UUID in either case.
    package static func identifier(_ text: String) throws(BadValue) -> UUID {
        guard let identifier = UUID(uuidString: text) else {
            throw BadValue(expected: "a UUID, as in 910a2dec-8902-4cc1-beeb-8da1658eec67")
        }
        return identifier
    }

    package static func file(_ text: String, to purpose: String = "write") throws(BadValue) -> String {
        guard !text.isEmpty else { throw BadValue(expected: "the name of a file to \(purpose)") }
        return text
    }
}

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

/// The environment variables for a server and a secret: a token is sent in `Authorization`, a key in `X-Api-Key`.
package enum ConnectionVariable {
    package static let token = "QUADCAL_TOKEN", key = "QUADCAL_API_KEY"
    /// The server, where `--api` does not name it.
    package static let server = "QUADCAL_API"
}

/// The name that a mistyped one most likely means; `nil` if none is near.
///
/// Near is at most one slip (a letter too many, too few, another, or two swapped) for every three letters, or
/// a name that begins as the mistyped one does. Of equally near names the first is taken.
package func nearest(to mistyped: String, among names: [String]) -> String? {
    let typed = Array(mistyped.prefix(100).lowercased().unicodeScalars)
    var best: (name: String, slips: Int)?
    for name in names {
        let slips = slips(from: typed, to: Array(name.lowercased().unicodeScalars))
        if slips < best?.slips ?? .max { best = (name, slips) }
    }
    if let best, best.slips <= max(1, typed.count / 3) { return best.name }
    let begun = names.filter { typed.count > 3 && $0.lowercased().hasPrefix(mistyped.lowercased()) }
    return begun.first
}

/// The least number of slips between two words (optimal string alignment).
private func slips(from first: [Unicode.Scalar], to second: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for i in first.indices {
        var row = [i + 1]
        for j in second.indices {
            var least = min(last[j + 1], row[j]) + 1
            least = min(least, last[j] + (first[i] == second[j] ? 0 : 1))
            if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                least = min(least, beforeLast[j - 1] + 1)
            }
            row.append(least)
        }
        (beforeLast, last) = (last, row)
    }
    return last[second.count]
}
