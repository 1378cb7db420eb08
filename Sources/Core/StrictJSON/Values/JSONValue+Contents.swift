extension JSONValue {
    /// The elements of an array; none of anything else.
    public var elements: [JSONValue] {
        guard kind == .array else { return [] }
        var elements: [JSONValue] = []
        // Valid text has no faults; nor has it below.
        try? visit { scanner, _ throws(JSONFault) in elements.append(try part(&scanner)) }
        return elements
    }

    /// The members of an object in the order they are written; none of anything else.
    public var members: [(name: String, value: JSONValue)] {
        guard kind == .object else { return [] }
        var members: [(name: String, value: JSONValue)] = []
        try? visit { scanner, name throws(JSONFault) in
            members.append((JSONText.string(in: scanner.bytes, at: name.lowerBound), try part(&scanner)))
        }
        return members
    }

    /// The member of this name, spelled in the same scalars; the last one, where duplicates were allowed.
    public subscript(name: String) -> JSONValue? {
        guard kind == .object else { return nil }
        var (name, found) = (name, Range<Int>?.none)
        name.withUTF8 { wanted in
            try? visit { scanner, name throws(JSONFault) in
                let isWanted = JSONValue.isSpelled(scanner.bytes, name, wanted), start = scanner.place
                try scanner.skipValue()
                if isWanted { found = start..<scanner.place }
            }
        }
        return found.map { JSONValue(valid: bytes, $0) }
    }

    /// The deepest value on the way to what a JSON pointer (RFC 6901) names.
    package func deepest(on pointer: String) -> JSONValue {
        var value = self
        // In bytes, since a combining mark after a slash makes one character of both; a name may be empty.
        let tokens = pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .dropFirst()
        for token in tokens.lazy.map({ Substring($0) }) {
            let elements = value.elements
            guard
                let part = Int(token).flatMap({ elements.indices.contains($0) ? elements[$0] : nil })
                    ?? value.members.last(where: { JSONPlace.token($0.name) == token })?.value
            else { break }
            value = part
        }
        return value
    }

    /// True if a name, whose text is longer if it has escapes, is this one.
    private static func isSpelled(
        _ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>, _ wanted: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard name.count > wanted.count else {
            return name.count == wanted.count && bytes[name].elementsEqual(wanted)
        }
        return bytes[name].contains(UInt8(ascii: "\\"))
            && JSONText.string(in: bytes, at: name.lowerBound).utf8.elementsEqual(wanted)
    }

    private func part(_ scanner: inout JSONScanner) throws(JSONFault) -> JSONValue {
        let start = scanner.place
        try scanner.skipValue()
        return JSONValue(valid: bytes, start..<scanner.place)
    }

    /// Goes through a container: `body` gets the scanner at each value and the range of its name, and must go
    /// past it.
    package func visit(_ body: (inout JSONScanner, Range<Int>) throws(JSONFault) -> Void)
        throws(JSONFault)
    {
        try bytes.withUnsafeBufferPointer { buffer throws(JSONFault) in
            var scanner = JSONScanner(
                buffer, JSONOptions(depth: .max, size: .max, values: .max, allowsDuplicateKeys: true))
            let isObject = kind == .object
            scanner.place = range.lowerBound + 1
            scanner.skipBlanks()
            guard scanner.byte != UInt8(ascii: "}"), scanner.byte != UInt8(ascii: "]") else { return }
            while true {
                let name = isObject ? try scanner.memberName().name : 0..<0
                try body(&scanner, name)
                scanner.skipBlanks()
                guard scanner.byte == UInt8(ascii: ",") else { return }
                scanner.place += 1
                scanner.skipBlanks()
            }
        }
    }
}

/// Names on the wire, found by their bytes.
package struct WireNames: Sendable {
    @usableFromInline let names: [StaticString]

    package init(_ names: StaticString...) { self.names = names }

    /// The index of this name, nil if it is none of them.
    @inlinable @inline(__always)
    package func index(of name: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let index = names.firstIndex { wire in
            guard wire.utf8CodeUnitCount == name.count else { return false }
            for i in 0..<name.count where wire.utf8Start[i] != bytes[name.lowerBound + i] { return false }
            return true
        }
        return index ?? indexOfEscaped(name, in: bytes)
    }

    @usableFromInline func indexOfEscaped(_ name: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard bytes[name].contains(UInt8(ascii: "\\")) else { return nil }
        let plain = JSONText.string(in: bytes, at: name.lowerBound)
        return names.firstIndex { $0.description == plain }
    }
}

extension JSONScanner {
    /// The number at the place as a double; nil for null.
    @inlinable package mutating func double() throws(JSONFault) -> Double? {
        guard let kind = try notNull() else { return nil }
        guard kind == .number else {
            throw JSONFault(code: .wrongType, place: place, kind: kind, wanted: .number)
        }
        let start = place
        let decimal = try number()
        guard let value = JSONNumber.double(decimal, UnsafeBufferPointer(rebasing: bytes[start..<place]))
        else {
            throw JSONFault(code: .numberTooLarge, place: start)
        }
        return value
    }

    /// The string at the place; nil for null.
    @inlinable package mutating func string() throws(JSONFault) -> String? {
        guard let kind = try notNull() else { return nil }
        guard kind == .string else {
            throw JSONFault(code: .wrongType, place: place, kind: kind, wanted: .string)
        }
        let start = place + 1
        guard try skipString() else { return String(decoding: bytes[start..<(place - 1)], as: UTF8.self) }
        return JSONText.string(in: bytes, at: start)
    }

    /// The kind of the value at the place; nil for null, which is skipped.
    @inlinable package mutating func notNull() throws(JSONFault) -> JSONValue.Kind? {
        guard byte == UInt8(ascii: "n") else { return JSONValue.Kind(first: byte) }
        try literal("null")
        return nil
    }
}
