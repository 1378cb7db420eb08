/// Reads a member into the object at an address; without the type of the object, whose metadata would be looked up each time.
struct MemberReader: Sendable {
    /// The name as a document has it without escapes.
    fileprivate let name: [UInt8]
    fileprivate let isRequired: Bool
    fileprivate let read: @Sendable (JSONValue, UnsafeMutableRawPointer) throws(JSONError) -> Void

    /// Reads nothing, of a member that must be there or of none; one that may have only one text must have it.
    init(_ schema: SchemaMember? = nil, only text: String? = nil) {
        (name, isRequired) = (Array((schema?.name ?? "").utf8), schema?.isRequired ?? false)
        read = { (json, _) throws(JSONError) in
            guard let text, json.string != text else { return }
            throw json.kind == .string ? json.error(.unknownWord) : json.error(.wrongType, wanted: .string)
        }
    }

    init<Object, Value>(
        _ schema: SchemaMember, _ path: any WritableKeyPath<Object, Value> & Sendable,
        _ read: @escaping @Sendable (JSONValue) throws(JSONError) -> Value
    ) {
        // A key path would take ten times as long.
        guard let offset = MemoryLayout<Object>.offset(of: path) else {
            self.init(schema) { (json, object) throws(JSONError) in
                let value = try read(json)
                object.assumingMemoryBound(to: Object.self).pointee[keyPath: path] = value
            }
            return
        }
        self.init(schema) { (json, object) throws(JSONError) in
            (object + offset).assumingMemoryBound(to: Value.self).pointee = try read(json)
        }
    }

    private init(
        _ schema: SchemaMember,
        _ read: @escaping @Sendable (JSONValue, UnsafeMutableRawPointer) throws(JSONError) -> Void
    ) {
        (name, isRequired, self.read) = (Array(schema.name.utf8), schema.isRequired, read)
    }
}

extension JSONValue {
    func read(
        _ count: Int, into object: UnsafeMutableRawPointer, _ reader: (Int) -> MemberReader
    ) throws(JSONError) {
        let places = places(of: count) { reader($0).name }
        for place in 0..<count {
            let reader = reader(place)
            if let range = places[place] {
                try reader.read(JSONValue(valid: bytes, range), object)
            } else if reader.isRequired {
                let whole = error(.missingMember)
                throw JSONError(
                    .missingMember, at: whole.pointer + "/" + String(decoding: reader.name, as: UTF8.self),
                    line: whole.line, column: whole.column, found: .end)
            }
        }
    }

    /// The ranges of the values of members by their names.
    private func places(of count: Int, _ name: (Int) -> [UInt8]) -> [Range<Int>?] {
        var places = [Range<Int>?](repeating: nil, count: count)
        // Most documents have them in the order of the table.
        var expected = 0, missing = count
        try? visit { scanner, found throws(JSONFault) in
            let start = scanner.place
            try scanner.skipValue()
            guard let place = JSONValue.place(of: scanner.bytes[found], from: expected, count, name) else {
                return
            }
            if places[place] == nil { missing -= 1 }
            places[place] = start..<scanner.place
            expected = place + 1
            // What else there is need not be looked at.
            if missing == 0 { throw JSONFault(code: .tooManyValues, place: scanner.place) }
        }
        return places
    }

    private static func place(
        of found: Slice<UnsafeBufferPointer<UInt8>>, from expected: Int, _ count: Int,
        _ name: (Int) -> [UInt8]
    ) -> Int? {
        if expected < count, name(expected).elementsEqual(found) { return expected }
        guard found.contains(UInt8(ascii: "\\")) else {
            return (0..<count).first { name($0).elementsEqual(found) }
        }
        let plain = JSONText.unescaped(found.base, from: found.startIndex)
        return (0..<count).first { name($0) == plain }
    }
}
