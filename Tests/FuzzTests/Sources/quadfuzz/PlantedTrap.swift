#if PLANTED
@testable import Markers

/// A trap behind things that must come together: in an object in an array, a member whose name holds the escape
/// `\u00e8`, which no seed has.
enum PlantedTrap {
    private static let escape = Array(#"\u00e8"#.utf8)

    static func look(at value: JSONValue) {
        for element in value.elements where element.kind == .object {
            _ = try? element.visit { scanner, name throws(JSONFault) in
                try scanner.skipValue()
                if alike(Array(scanner.bytes[name])) == escape.count { fatalError("the planted trap") }
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
