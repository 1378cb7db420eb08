import Foundation
import TestSupport
import Testing

@Suite("A JSON file that is no text in UTF-8, or says something twice")
struct ForeignFileTests {
    /// Files, and their names in the message.
    private static let foreign: [(bytes: [UInt8], name: String)] = {
        let packed: [([UInt8], String)] = [
            ([0x1F, 0x8B, 8, 0, 0, 0], "gzip"), ([0x28, 0xB5, 0x2F, 0xFD, 4], "zstd"),
            (Array("BZh9".utf8), "bzip2"), ([0xFD] + Array("7zXZ".utf8) + [0], "xz"),
            (Array("PK".utf8) + [3, 4], "zip"),
        ]
        let encodings: [(String.Encoding, String)] = [
            (.utf16, "UTF-16"), (.utf16LittleEndian, "UTF-16"), (.utf16BigEndian, "UTF-16"),
            (.utf32, "UTF-32"),
            (.utf32LittleEndian, "UTF-32"), (.utf32BigEndian, "UTF-32"),
        ]
        return packed.map { ($0, $1 + " data (unpack it first)") }
            + encodings.map {
                ([UInt8]("[{\"id\": 1}]".data(using: $0) ?? Data()), $1 + " text (save it as UTF-8)")
            }
    }()

    private static let commands = [
        ["check", "bad.json"], ["fit", "--join", "label", "bad.json", "old.json"],
        ["apply", "--mode", "raw", "fit.json", "bad.json"],
        ["apply", "--mode", "raw", "bad.json", "old.json"],
        ["report", "bad.json", "--out", "a.html"],
        ["recalibrate", "--dry-run", "--mode", "raw", "--sessions", "all", "--fit", "bad.json", "old.json"],
        ["recalibrate", "--dry-run", "--mode", "raw", "--sessions", "all", "--fit", "fit.json", "bad.json"],
    ]

    private static func folder() throws -> Folder {
        let folder = try Folder(), scene = FitScene(seed: 1, noise: 0.002)
        try folder.write(scene.old, to: "old.json")
        try folder.write(scene.new, to: "new.json")
        let fit = ["fit", "--join", "label", "--target", "raw", "old.json", "new.json", "--save", "fit.json"]
        try #require(try Tool.run(fit, in: folder).exit == 0)
        return folder
    }

    @Test("is called by what it is")
    func named() throws {
        let folder = try Self.folder()
        for (bytes, name) in Self.foreign {
            try folder.write(Data(bytes), to: "bad.json")
            for command in Self.commands {
                let run = try Tool.run(command, in: folder)
                #expect(run.exit == 3 && run.output.isEmpty, "\(command): \(run)")
                #expect(run.advice.contains(", found \(name), expected "), "\(command): \(run)")
            }
        }
        // Anything else is only a byte.
        try folder.write(Data([0x80, 0x81]), to: "bad.json")
        #expect(try Tool.run(["check", "bad.json"], in: folder).advice.contains("found the byte 128"))
    }

    @Test("is refused with the name that comes twice")
    func twice() throws {
        let folder = try Self.folder()
        for (text, place) in [
            (#"[{"id":"a","label":"x","label":"y"}]"#, "/0/label"),
            (#"[{"a":{"m~/":1,"m~\u002f":2}}]"#, "/0/a/m~0~1"),
            (#"{"markers":[],"x":{"é":1,"é":1}}"#, "/x/é"),
        ] {
            try folder.write(text, to: "bad.json")
            let run = try Tool.run(["check", "bad.json"], in: folder)
            #expect(
                run.advice.contains(
                    "at \(place): DUPLICATE_KEY, found the name again, expected a name that this object does not have yet"
                ),
                "\(run)")
        }
    }
}
