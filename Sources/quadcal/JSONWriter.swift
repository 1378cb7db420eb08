/// Writes JSON piece by piece: keys in the order they are written, doubles as short as they can be read back.
///
/// Containers nested less deeply than `openDepth` have each member on a line of its own.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private let openDepth: Int
    private var depth = 0
    /// Whether the innermost container already has a member.
    private var hasMember = false

    init(openDepth: Int = 0) {
        self.openDepth = openDepth
    }

    mutating func object(_ members: (inout JSONWriter) -> Void) { nest("{", "}", members) }

    mutating func array(_ elements: (inout JSONWriter) -> Void) { nest("[", "]", elements) }

    /// Writes a member's name; its value must be written next.
    mutating func key(_ name: String) {
        separate()
        quote(name)
        append(depth <= openDepth ? ": " : ":")
        isAfterKey = true
    }

    mutating func value(_ text: String) {
        separate()
        quote(text)
    }

    mutating func value(_ number: Int) {
        separate()
        append(String(number))
    }

    mutating func value(_ flag: Bool) {
        separate()
        append(flag ? "true" : "false")
    }

    mutating func null() {
        separate()
        append("null")
    }

    /// Writes a number; `null` for one that JSON has no form for.
    mutating func value(_ number: Double) {
        guard number.isFinite else { return null() }
        separate()
        append(number.description)
    }

    mutating func member(_ name: String, _ text: String?) { key(name); text.map { value($0) } ?? null() }

    mutating func member(_ name: String, _ number: Int?) { key(name); number.map { value($0) } ?? null() }

    mutating func member(_ name: String, _ number: Double?) { key(name); number.map { value($0) } ?? null() }

    mutating func member(_ name: String, _ flag: Bool) { key(name); value(flag) }

    mutating func member(_ name: String, _ numbers: [Double]) { key(name); value(numbers) }

    mutating func member(_ name: String, _ point: SIMD3<Double>?) {
        key(name)
        point.map { value([$0.x, $0.y, $0.z]) } ?? null()
    }

    mutating func value(_ numbers: [Double]) {
        array { json in
            for number in numbers { json.value(number) }
        }
    }

    /// Ends a line of output.
    mutating func endLine() { append("\n") }

    private var isAfterKey = false

    private mutating func nest(_ open: String, _ close: String, _ content: (inout JSONWriter) -> Void) {
        separate()
        append(open)
        depth += 1
        hasMember = false
        content(&self)
        depth -= 1
        if hasMember, depth < openDepth { startLine() }
        hasMember = true
        append(close)
    }

    /// Puts what belongs between this value and the one before it.
    private mutating func separate() {
        guard !isAfterKey else {
            isAfterKey = false
            return
        }
        if depth > 0 {
            if hasMember { append(",") }
            if depth <= openDepth { startLine() }
        }
        hasMember = true
    }

    private mutating func startLine() {
        append("\n")
        for _ in 0..<depth { append("  ") }
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func quote(_ text: String) {
        append("\"")
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": append("\\\"")
            case "\\": append("\\\\")
            case "\n": append("\\n")
            case "\r": append("\\r")
            case "\t": append("\\t")
            // Control characters must be escaped; the two line separators end a line in JavaScript.
            case "\0"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
            default: bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
            }
        }
        append("\"")
    }
}
