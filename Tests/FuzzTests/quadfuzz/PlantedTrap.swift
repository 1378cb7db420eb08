import StrictJSON

@testable import Markers

/// A trap behind a coincidence: in an object in an array, a member whose name contains the escape `\u20ac`,
/// which the fuzzer has as a word and no seed has there.
enum PlantedTrap {
    private static let escape = Array(#"\u20ac"#.utf8)

    static func check(_ bytes: [UInt8]) {
        DocumentPromises.check(bytes)
        guard let value = try? JSONValue(bytes) else { return }
        for element in value.elements where element.kind == .object {
            _ = try? element.visit { scanner, name throws(JSONFault) in
                try scanner.skipValue()
                if holdsEscape(Array(scanner.bytes[name])) { fatalError("the planted trap") }
            }
        }
    }

    private static func holdsEscape(_ name: [UInt8]) -> Bool {
        name.indices.contains { name[$0...].starts(with: escape) }
    }
}
