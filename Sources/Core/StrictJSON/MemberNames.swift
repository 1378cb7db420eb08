/// The names of the members of all open objects, kept to refuse a name that comes twice in one.
///
/// Few names are compared one by one; many are sorted once their object ends.
package struct MemberNames {
    private struct Name {
        /// Equal for equal names.
        package var mark: UInt64
        package var start: Int
        package var length: Int
        package var hasEscapes: Bool
    }

    private var names: [Name] = []
    private static let few = 24

    package var count: Int { names.count }

    package mutating func removeAll() { names.removeAll(keepingCapacity: true) }

    /// Adds a name to the object whose names begin at `first`; where it has that name already, the fault is returned.
    @inline(__always)
    package mutating func add(
        _ start: Int, _ length: Int, hasEscapes: Bool, after first: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) -> JSONFault? {
        let name = Name(
            mark: hasEscapes
                ? JSONText.unescaped(bytes, from: start).withUnsafeBufferPointer {
                    MemberNames.mark($0, 0, $0.count)
                }
                : MemberNames.mark(bytes, start, length),
            start: start, length: length, hasEscapes: hasEscapes)
        if names.count - first < MemberNames.few {
            for i in first..<names.count where names[i].mark == name.mark {
                if MemberNames.areEqual(names[i], name, bytes) { return MemberNames.fault(name) }
            }
        }
        names.append(name)
        return nil
    }

    /// Forgets the names of an object that ends; returns the fault if one of its many names came twice.
    @inline(__always)
    package mutating func close(_ first: Int, in bytes: UnsafeBufferPointer<UInt8>) -> JSONFault? {
        let fault = names.count - first > MemberNames.few ? sortedDuplicate(first, bytes) : nil
        // One by one, since few at a time are faster so.
        while names.count > first { names.removeLast() }
        return fault
    }

    private mutating func sortedDuplicate(_ first: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> JSONFault? {
        names[first...].sort { a, b in
            if a.mark != b.mark { return a.mark < b.mark }
            switch MemberNames.order(a, b, bytes) {
            case 0: return a.start < b.start
            case let order: return order < 0
            }
        }
        let second = (first + 1..<names.count).filter { i in
            names[i].mark == names[i - 1].mark && MemberNames.areEqual(names[i], names[i - 1], bytes)
        }
        return second.map { names[$0] }.min { $0.start < $1.start }.map(MemberNames.fault)
    }

    private static func fault(_ name: Name) -> JSONFault {
        JSONFault(code: .duplicateKey, place: name.start - 1)
    }

    private static func areEqual(_ a: Name, _ b: Name, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        order(a, b, bytes) == 0
    }

    /// Below, at or above zero as `a` comes before, is or comes after `b`, byte by byte.
    private static func order(_ a: Name, _ b: Name, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard !a.hasEscapes, !b.hasEscapes else {
            // Only as far as they are alike, or one long name among many would be read again for each.
            var a = NameBytes(a, bytes), b = NameBytes(b, bytes)
            while true {
                switch (a.next(), b.next()) {
                case (nil, nil): return 0
                case (nil, _): return -1
                case (_, nil): return 1
                case (let x?, let y?): if x != y { return x < y ? -1 : 1 }
                }
            }
        }
        for i in 0..<min(a.length, b.length) where bytes[a.start + i] != bytes[b.start + i] {
            return bytes[a.start + i] < bytes[b.start + i] ? -1 : 1
        }
        return a.length - b.length
    }

    /// The first and the last eight bytes of a name and its length, mixed.
    @inline(__always)
    private static func mark(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ length: Int) -> UInt64 {
        let raw = UnsafeRawBufferPointer(bytes)
        guard length >= 8 else {
            var word: UInt64 = 0
            for i in start..<(start + length) { word = word << 8 | UInt64(bytes[i]) }
            return word ^ UInt64(length) << 56
        }
        let first = raw.loadUnaligned(fromByteOffset: start, as: UInt64.self)
        let last = raw.loadUnaligned(fromByteOffset: start + length - 8, as: UInt64.self)
        return (first &* 0x9e37_79b9_7f4a_7c15) ^ last &+ UInt64(length)
    }

    /// The bytes of a name with its escapes decoded, one after the other.
    private struct NameBytes: IteratorProtocol {
        private let bytes: UnsafeBufferPointer<UInt8>
        private var place: Int
        private let end: Int
        private var escaped = UTF8.EncodedScalar()

        package init(_ name: Name, _ bytes: UnsafeBufferPointer<UInt8>) {
            (self.bytes, place, end) = (bytes, name.start, name.start + name.length)
        }

        package mutating func next() -> UInt8? {
            if escaped.isEmpty {
                guard place < end else { return nil }
                guard bytes[place] == UInt8(ascii: "\\") else {
                    place += 1
                    return bytes[place - 1]
                }
                escaped = JSONText.scalar(bytes, escapedAt: &place)
            }
            return escaped.removeFirst()
        }
    }
}
