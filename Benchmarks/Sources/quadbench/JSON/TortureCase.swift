import Foundation

/// A document that is made to be slow, to need much memory or to break something, at any size.
struct TortureCase: Sendable {
    let name: String
    /// The document of a scale; four times the scale is about four times the bytes.
    let text: @Sendable (_ scale: Int) -> [UInt8]
    /// The expected result here: a code, or that it is accepted.
    var expected = "accepted"
    /// The type that Foundation's decoder is asked for.
    let decoded: any (Decodable & Sendable).Type
    /// True if it comes in pieces of one byte, to readers of pieces.
    var isInPieces = false

    static let all = [
        TortureCase(
            name: "keys", text: { keys(250_000 * $0) { "\"\($0)\":0" } }, decoded: [String: Int].self),
        TortureCase(
            name: "escaped keys", text: { keys(250_000 * $0) { "\"\\u0061\($0)\":0" } },
            decoded: [String: Int].self),
        TortureCase(name: "keys of one mark", text: { colliding(25_000 * $0) }, decoded: [String: Int].self),
        TortureCase(
            name: "last key twice",
            text: { scale in keys(250_000 * scale) { "\"\($0 % (250_000 * scale - 1))\":0" } },
            expected: "DUPLICATE_KEY", decoded: [String: Int].self),
        TortureCase(
            name: "numbers", text: { list((0..<(750_000 * $0)).map { _ in "0.1" }) }, decoded: [Double].self),
        TortureCase(
            name: "digits", text: { [UInt8](repeating: UInt8(ascii: "7"), count: 250_000 * $0) },
            decoded: Double.self),
        TortureCase(
            name: "escapes", text: { list([quoted(String(repeating: "\\u00e9", count: 250_000 * $0))]) },
            decoded: [String].self),
        TortureCase(
            name: "nesting", text: { nested(250_000 * $0) }, expected: "TOO_DEEP", decoded: AnyJSON.self),
        TortureCase(
            name: "nesting below 512", text: { nested(125 * $0) }, expected: "TOO_DEEP", decoded: AnyJSON.self
        ),
        TortureCase(
            name: "no markers", text: { list((0..<(100_000 * $0)).map { _ in "{\"id\":1}" }) },
            decoded: [[String: Int]].self),
        TortureCase(
            name: "one byte at a time", text: { list([quoted(String(repeating: "a", count: 100_000 * $0))]) },
            decoded: [String].self, isInPieces: true),
    ]

    private static func quoted(_ text: String) -> String { "\"\(text)\"" }

    private static func list(_ elements: [String]) -> [UInt8] {
        Array("[\(elements.joined(separator: ","))]".utf8)
    }

    private static func keys(_ count: Int, _ member: (Int) -> String) -> [UInt8] {
        Array("{\((0..<count).map(member).joined(separator: ","))}".utf8)
    }

    private static func nested(_ depth: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(ascii: "["), count: depth)
            + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
    }

    /// Names that begin and end alike, as many as asked for.
    private static func colliding(_ count: Int) -> [UInt8] {
        keys(count) { "\"beginning\(1_000_000_000 + $0)ending alike\":0" }
    }
}

/// Any JSON, by trying one type after the other as wrappers of `Any` do.
struct AnyJSON: Decodable, Sendable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if (try? container.decode(Bool.self)) != nil || (try? container.decode(Double.self)) != nil { return }
        if (try? container.decode(String.self)) != nil || (try? container.decode([AnyJSON].self)) != nil {
            return
        }
        _ = try container.decode([String: AnyJSON].self)
    }
}
