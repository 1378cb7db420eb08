#if PLANTED
@testable import Markers

/// A trap behind things that must come together: in an object in an array, a member whose name holds the escape
/// `\u00e8`, which no seed has, and whose value is a number with an exponent.
enum PlantedTrap {
    private static let escape = Array(#"\u00e8"#.utf8)

    static func look(at value: JSONValue) {
        for element in value.elements where element.kind == .object {
            _ = try? element.visit { scanner, name throws(JSONFault) in
                let start = scanner.place
                try scanner.skipValue()
                let number = scanner.bytes[start..<scanner.place]
                guard alike(Array(scanner.bytes[name])) == escape.count else { return }
                guard JSONValue.Kind(first: scanner.bytes[start]) == .number else { return }
                if number.contains(UInt8(ascii: "e")) { fatalError("the planted trap") }
            }
        }
    }

    /// How many bytes of the escape stand in a name, one by one, so that each is seen to be progress.
    private static func alike(_ name: [UInt8]) -> Int {
        var most = 0
        for start in name.indices {
            var count = 0
            while count < escape.count, start + count < name.count, name[start + count] == escape[count] {
                count += 1
            }
            most = max(most, count)
        }
        return most
    }
}
#endif
