/// Writes JSON piece by piece: members in the order they are written, doubles as short as they can be read back.
///
/// Containers nested less deeply than `openDepth` have each member on a line of its own. Output is compact
/// otherwise and the same for the same calls.
///
/// ```swift
/// var json = JSONWriter()
/// json.object { json in json.member("name", "hall") }
/// let bytes = try json.take()
/// ```
public struct JSONWriter: Sendable {
    /// The bytes that were written and not yet taken.
    public private(set) var bytes: [UInt8] = []
    private let openDepth: Int
    private var depth = 0
    /// True if the innermost container already has a member.
    private var hasMember = false
    private var isAfterKey = false
    /// True if a double was given that JSON has no form for.
    private var metNonFinite = false

    public init(openDepth: Int = 0) {
        self.openDepth = openDepth
    }

    /// Returns the bytes written so far and forgets them, so that the output need not fit into memory.
    ///
    /// Refuses with `NOT_FINITE` once a number was NaN or infinite, which is written as `null`.
    public mutating func take() throws(JSONError) -> [UInt8] {
        guard !metNonFinite else { throw JSONError(.notFinite, at: "", found: .value(.number)) }
        let taken = bytes
        bytes.removeAll(keepingCapacity: false)
        return taken
    }

    /// Passes the bytes written so far to `sink` and keeps their memory; refuses as ``take()`` does.
    public mutating func drain(
        into sink: (UnsafeRawBufferPointer) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard !metNonFinite else { throw JSONError(.notFinite, at: "", found: .value(.number)) }
        try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            try sink(UnsafeRawBufferPointer(buffer))
        }
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes an object, whose members `members` writes.
    public mutating func object<E>(_ members: (inout JSONWriter) throws(E) -> Void) throws(E) {
        try nest(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
    }

    /// Writes an array, whose elements `elements` writes.
    public mutating func array<E>(_ elements: (inout JSONWriter) throws(E) -> Void) throws(E) {
        try nest(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
    }

    /// The bytes of an object, whose members `members` writes, and of the end of a line where one is asked for.
    package static func object<E>(
        openDepth: Int = 0, endsLine: Bool = false, _ members: (inout JSONWriter) throws(E) -> Void
    ) throws(E) -> [UInt8] {
        var json = JSONWriter(openDepth: openDepth)
        try json.object(members)
        if endsLine { json.endLine() }
        return json.bytes
    }

    /// The bytes of an array, whose elements `elements` writes.
    package static func array<E>(
        openDepth: Int = 0, endsLine: Bool = false, _ elements: (inout JSONWriter) throws(E) -> Void
    ) throws(E) -> [UInt8] {
        var json = JSONWriter(openDepth: openDepth)
        try json.array(elements)
        if endsLine { json.endLine() }
        return json.bytes
    }

    /// Writes a name and an object.
    package mutating func object<E>(
        _ name: String, _ members: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        key(name)
        try object(members)
    }

    /// Writes a name and an array.
    package mutating func array<E>(
        _ name: String, _ elements: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        key(name)
        try array(elements)
    }

    /// Writes a member's name; its value must be written next.
    public mutating func key(_ name: String) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        if depth <= openDepth { bytes.append(UInt8(ascii: " ")) }
        isAfterKey = true
    }

    mutating func key(_ key: JSONKey) {
        separate()
        bytes.append(contentsOf: key.quoted)
        if depth <= openDepth { bytes.append(UInt8(ascii: " ")) }
        isAfterKey = true
    }

    /// Writes a string, with escapes where JSON or JavaScript need them.
    package mutating func value(_ text: String) {
        separate()
        quote(text)
    }

    /// Writes a whole number.
    package mutating func value(_ number: some BinaryInteger) {
        separate()
        append(String(number))
    }

    /// Writes `true` or `false`.
    package mutating func value(_ flag: Bool) {
        separate()
        append(flag ? "true" : "false")
    }

    /// Writes `null`.
    public mutating func null() {
        separate()
        append("null")
    }

    /// Writes a finite number; any other makes ``take()`` and ``drain(into:)`` throw.
    package mutating func value(_ number: Double) {
        guard number.isFinite else {
            metNonFinite = true
            return null()
        }
        separate()
        put(number)
    }

    /// Writes a value as it was read.
    public mutating func value(_ value: JSONValue) { self.value(verbatim: value.text) }

    /// Writes valid JSON unchanged.
    package mutating func value(verbatim json: some Collection<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
    }

    /// Writes the numbers of a point as an array.
    public mutating func value(_ point: SIMD3<Double>) {
        array { json in
            json.value(point.x)
            json.value(point.y)
            json.value(point.z)
        }
    }

    /// Writes a name and a string, or `null`.
    public mutating func member(_ name: String, _ text: String?) {
        key(name)
        text.map { value($0) } ?? null()
    }

    /// Writes a name and a whole number, or `null`.
    public mutating func member(_ name: String, _ number: Int?) {
        key(name)
        number.map { value($0) } ?? null()
    }

    /// Writes a name and a number, or `null`.
    public mutating func member(_ name: String, _ number: Double?) {
        key(name)
        number.map { value($0) } ?? null()
    }

    /// Writes a name and `true` or `false`.
    public mutating func member(_ name: String, _ flag: Bool) {
        key(name)
        value(flag)
    }

    /// Writes a name and a point as an array, or `null`.
    public mutating func member(_ name: String, _ point: SIMD3<Double>?) {
        key(name)
        point.map { value($0) } ?? null()
    }

    /// Writes a name and a whole number.
    public mutating func member(_ name: String, _ number: some BinaryInteger) {
        key(name)
        value(number)
    }

    /// Writes a name and a value as it was read.
    package mutating func member(_ name: String, _ value: JSONValue) { member(name, verbatim: value.text) }

    /// Writes a name and valid JSON unchanged.
    package mutating func member(_ name: String, verbatim json: some Collection<UInt8>) {
        key(name)
        value(verbatim: json)
    }

    /// Writes a name and numbers as an array.
    package mutating func member(_ name: String, _ numbers: [Double]) {
        key(name)
        value(numbers)
    }

    /// Writes numbers as an array.
    package mutating func value(_ numbers: [Double]) {
        array { json in
            for number in numbers { json.value(number) }
        }
    }

    /// Ends a line of output.
    public mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

    private mutating func nest<E>(
        _ open: UInt8, _ close: UInt8, _ content: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        separate()
        bytes.append(open)
        depth += 1
        hasMember = false
        try content(&self)
        depth -= 1
        if hasMember, depth < openDepth { startLine() }
        hasMember = true
        bytes.append(close)
    }

    /// Writes the separator between this value and the one before it.
    @inline(__always)
    private mutating func separate() {
        guard !isAfterKey else {
            isAfterKey = false
            return
        }
        if depth > 0 {
            if hasMember { bytes.append(UInt8(ascii: ",")) }
            if depth <= openDepth { startLine() }
        }
        hasMember = true
    }

    private mutating func startLine() {
        append("\n")
        for _ in 0..<depth { append("  ") }
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func put(_ number: Double) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: JSONNumber.longestDouble) { room in
            guard let start = room.baseAddress else { return }
            let count = JSONNumber.write(number, to: start)
            bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
        }
    }

    private mutating func quote(_ text: String) { JSONText.quote(text, into: &bytes) }
}

/// A member's name as it is written: quoted once, and kept for good, since tables of members are.
struct JSONKey: @unchecked Sendable {
    let quoted: UnsafeBufferPointer<UInt8>

    init(_ name: String) {
        var bytes: [UInt8] = []
        JSONText.quote(name, into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = room.initialize(fromContentsOf: bytes)
        quoted = UnsafeBufferPointer(room)
    }
}
