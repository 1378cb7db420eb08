import Foundation
import Testing

@testable import Markers

@Suite("A file that is read piece by piece")
struct InputFileTests {
    /// A file of some bytes, which is gone after the body.
    private static func with<Result>(_ bytes: [UInt8], _ body: (InputFile) throws -> Result) throws -> Result
    {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try Data(bytes).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try body(InputFile(opening: path))
    }

    private static func all(_ source: ByteSource, pieces: Int) throws -> [UInt8] {
        var all: [UInt8] = [], piece = [UInt8](repeating: 0, count: pieces)
        while true {
            let count = try piece.withUnsafeMutableBytes { try source.read($0) }
            guard count > 0 else { return all }
            all += piece[..<count]
        }
    }

    private static let long = (0..<200_000).map { UInt8($0 % 251) }

    @Test("gives every byte once, whether its beginning was looked at or not", arguments: [false, true])
    func bytes(_ looks: Bool) throws {
        for bytes in [[], Array("  \n{}".utf8), Self.long] {
            #expect(
                try Self.with(bytes) { file in
                    if looks { _ = try file.beginning() }
                    return try file.bytes()
                } == bytes)
            for size in [1000, 1 << 17] {
                try Self.with(bytes) { file in
                    if looks { _ = try file.beginning() }
                    #expect(try Self.all(file.source(isDigested: true), pieces: size) == bytes)
                    #expect(file.sha256 == SHA256.hex(of: bytes[...]))
                }
            }
        }
    }

    @Test("can be read again from its start")
    func rewind() throws {
        try Self.with(Self.long) { file in
            #expect(file.isRewindable)
            _ = try Self.all(file.source(), pieces: 5000)
            #expect(file.sha256 == nil)
            file.rewind()
            #expect(try file.bytes() == Self.long)
        }
    }

    @Test("its beginning reaches to the first byte that says something")
    func beginning() throws {
        let blanks = [UInt8](repeating: 0x20, count: 3000)
        let beginning = try Self.with(blanks + Array("[]".utf8)) { try $0.beginning() }
        #expect(beginning == blanks + Array("[]".utf8))
        #expect(try Self.with([]) { try $0.beginning() }.isEmpty)
    }

    @Test("says with the system's number why it cannot be read")
    func errors() {
        #expect(throws: JSONError.readFailed(status: ENOENT)) { try InputFile(opening: "/no/such/file") }
        #expect(throws: JSONError.readFailed(status: EISDIR)) { try InputFile(opening: "/").bytes() }
    }

    @Test(
        "the format is the stated one, or that of the name, or that of the first byte",
        arguments: [
            (nil, "a.csv", "{}", MarkerFormat.csv), (nil, "a.JSONL", "[]", .ndjson),
            (nil, "a.json", "1,2", .json),
            (nil, "-", "\u{FEFF} \n[1]", .json), (nil, "-", " {}", .json), (nil, "a.txt", "1,2", .csv),
            (.json, "a.csv", "1", .json),
        ] as [(MarkerFormat?, String, String, MarkerFormat)])
    func format(_ stated: MarkerFormat?, _ name: String, _ text: String, _ format: MarkerFormat) {
        #expect(MarkerFormat(stated, of: name, beginningWith: Array(text.utf8)) == format)
    }
}
