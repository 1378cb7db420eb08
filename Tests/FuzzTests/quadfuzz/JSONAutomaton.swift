/// Decides by RFC 8259, byte by byte from a table and without any of the package's reader.
struct JSONAutomaton {
    /// The deepest nesting that was met, and whether an object named a member twice.
    private(set) var depth = 0
    private(set) var hasDuplicates = false

    /// Open containers: whether each is an object, and the names it has.
    private var open: [(isObject: Bool, names: Set<[UInt8]>)] = []
    private var state = State.value
    private var isName = false
    private var nameStart = 0

    private enum State: UInt8, CaseIterable {
        case refused, value, valueOrEnd, name, nameOrEnd, colon, after
        // Strings: text, escapes, the digits of a unit, surrogates, the bytes of a scalar.
        case text, escape, unit4, unitD, unit3, unit2, unit1, high2, high1, lowEscape, lowU, lowD, lowC
        case more1, more2, more3, fromA0, upTo9F, from90, upTo8F
        // Numbers.
        case minus, zero, whole, point, fraction, power, sign, digits
        // Letters that must follow.
        case rue, ue, e, alse, lse, se, ull, ll, l
    }

    private static let table: [[State]] = {
        var table = [[State]](
            repeating: [State](repeating: .refused, count: 256), count: State.allCases.count)
        func rule(_ from: State, _ bytes: ClosedRange<UInt8>, _ to: State) {
            for byte in bytes { table[Int(from.rawValue)][Int(byte)] = to }
        }
        func rule(_ from: State, _ text: String, _ to: State) {
            for byte in text.utf8 { rule(from, byte...byte, to) }
        }
        for state in [State.value, .valueOrEnd] {
            rule(state, "\"", .text)
            rule(state, "-", .minus)
            rule(state, "0", .zero)
            rule(state, "123456789", .whole)
            rule(state, "t", .rue)
            rule(state, "f", .alse)
            rule(state, "n", .ull)
        }
        for state in [State.name, .nameOrEnd] { rule(state, "\"", .text) }
        rule(.colon, ":", .value)
        for state in [State.value, .valueOrEnd, .name, .nameOrEnd, .colon, .after] {
            rule(state, " \t\n\r", state)
        }
        rule(.text, 0x20...0x7f, .text)
        // The end of a string needs the stack.
        rule(.text, "\"", .refused)
        rule(.text, "\\", .escape)
        rule(.escape, "\"\\/bfnrt", .text)
        rule(.escape, "u", .unit4)
        let digits = "0123456789abcdefABCDEF"
        for (from, to) in [
            (State.unit4, State.unit3), (.unit3, .unit2), (.unit2, .unit1), (.unit1, .text), (.high2, .high1),
            (.high1, .lowEscape),
        ] { rule(from, digits, to) }
        rule(.unit4, "dD", .unitD)
        rule(.unitD, "01234567", .unit2)
        rule(.unitD, "89abAB", .high2)
        rule(.lowEscape, "\\", .lowU)
        rule(.lowU, "u", .lowD)
        rule(.lowD, "dD", .lowC)
        rule(.lowC, "cdefCDEF", .unit2)
        // Table 3-7 of Unicode.
        rule(.text, 0xc2...0xdf, .more1)
        rule(.text, 0xe0...0xe0, .fromA0)
        rule(.text, 0xe1...0xef, .more2)
        rule(.text, 0xed...0xed, .upTo9F)
        rule(.text, 0xf0...0xf0, .from90)
        rule(.text, 0xf1...0xf3, .more3)
        rule(.text, 0xf4...0xf4, .upTo8F)
        rule(.fromA0, 0xa0...0xbf, .more1)
        rule(.upTo9F, 0x80...0x9f, .more1)
        rule(.from90, 0x90...0xbf, .more2)
        rule(.upTo8F, 0x80...0x8f, .more2)
        for (from, to) in [(State.more3, State.more2), (.more2, .more1), (.more1, .text)] {
            rule(from, 0x80...0xbf, to)
        }
        rule(.minus, "0", .zero)
        rule(.minus, "123456789", .whole)
        rule(.whole, "0123456789", .whole)
        for state in [State.zero, .whole] { rule(state, ".", .point) }
        for state in [State.point, .fraction] { rule(state, "0123456789", .fraction) }
        for state in [State.zero, .whole, .fraction] { rule(state, "eE", .power) }
        rule(.power, "+-", .sign)
        for state in [State.power, .sign, .digits] { rule(state, "0123456789", .digits) }
        let letters: [(State, String, State)] = [
            (.rue, "r", .ue), (.ue, "u", .e), (.e, "e", .after), (.alse, "a", .lse), (.lse, "l", .se),
            (.se, "s", .e), (.ull, "u", .ll), (.ll, "l", .l), (.l, "l", .after),
        ]
        for (from, letter, to) in letters { rule(from, letter, to) }
        return table
    }()

    /// True if the bytes are one document; a byte order mark may come first.
    mutating func accepts(_ bytes: [UInt8]) -> Bool {
        for i in (bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0)..<bytes.count {
            take(bytes[i], at: i, in: bytes)
            if state == .refused { return false }
        }
        return open.isEmpty && (state == .after || endsNumber)
    }

    private var endsNumber: Bool { [.zero, .whole, .fraction, .digits].contains(state) }

    private mutating func take(_ byte: UInt8, at place: Int, in bytes: [UInt8]) {
        var next = Self.table[Int(state.rawValue)][Int(byte)]
        if next == .refused, endsNumber {
            state = .after
            next = Self.table[Int(state.rawValue)][Int(byte)]
        }
        if next == .text, [.name, .nameOrEnd].contains(state) { (isName, nameStart) = (true, place + 1) }
        if next == .refused { next = structure(byte, at: place, in: bytes) }
        state = next
    }

    /// The effect of a byte that opens, closes or continues, which no table without a stack knows.
    private mutating func structure(_ byte: UInt8, at place: Int, in bytes: [UInt8]) -> State {
        switch (byte, state) {
        case (UInt8(ascii: "\""), .text):
            guard isName else { return .after }
            isName = false
            let name = Self.units(bytes[nameStart..<place])
            if !open[open.count - 1].names.insert(name).inserted { hasDuplicates = true }
            return .colon
        case (UInt8(ascii: "{"), .value), (UInt8(ascii: "{"), .valueOrEnd): return enter(true, .nameOrEnd)
        case (UInt8(ascii: "["), .value), (UInt8(ascii: "["), .valueOrEnd): return enter(false, .valueOrEnd)
        case (UInt8(ascii: "}"), .nameOrEnd), (UInt8(ascii: "}"), .after): return leave(true)
        case (UInt8(ascii: "]"), .valueOrEnd), (UInt8(ascii: "]"), .after): return leave(false)
        case (UInt8(ascii: ","), .after):
            return open.last.map { $0.isObject ? .name : .value } ?? .refused
        default: return .refused
        }
    }

    private mutating func enter(_ isObject: Bool, _ next: State) -> State {
        open.append((isObject, []))
        depth = max(depth, open.count)
        return next
    }

    private mutating func leave(_ isObject: Bool) -> State {
        open.popLast()?.isObject == isObject ? .after : .refused
    }

    /// The text of a valid string, by way of UTF-16.
    private static func units(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var units: [UInt16] = [], rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
                let plain = [byte] + rest.prefix { $0 != UInt8(ascii: "\\") }
                rest = rest.dropFirst(plain.count - 1)
                units += String(decoding: plain, as: UTF8.self).utf16
                continue
            }
            if letter == UInt8(ascii: "u") {
                units.append(UInt16(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) ?? 0)
                rest = rest.dropFirst(4)
            } else {
                let short: [UInt8: UInt16] = [0x62: 8, 0x66: 12, 0x6e: 10, 0x72: 13, 0x74: 9]
                units.append(short[letter] ?? UInt16(letter))
            }
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
