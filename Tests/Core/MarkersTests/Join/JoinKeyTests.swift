import Markers
import TestSupport
import Testing

@Suite("Keys of joins")
struct JoinKeyTests {
    @Test(
        "texts that people call the same are one key",
        arguments: [
            ("Caf\u{e9}", "Cafe\u{301}"), ("Door", " door\t"), ("STRASSE", "straße"), ("Ωμέγας", "ΩΜΈΓΑΣ"),
            ("\u{212b}ngström", "Ångstro\u{308}m"), ("\u{a0}Riss 1\u{2003}", "riss 1"),
            ("\u{212a}elvin", "kelvin"), ("Дефект", "дЕФЕКТ"), ("ﬁn", "FIN"),
            ("q\u{307}\u{323}", "q\u{323}\u{307}"),
        ])
    func same(_ one: String, _ other: String) throws {
        let key = try #require(JoinKey.folded(one))
        #expect(key == JoinKey.folded(other))
        #expect(Array(key.unicodeScalars) == Array((JoinKey.folded(other) ?? "").unicodeScalars))
    }

    @Test(
        "others are not", arguments: [("Door 1", "Door  1"), ("a", "ä"), ("1", "01"), ("door", "d\u{f6}or")])
    func different(_ one: String, _ other: String) {
        #expect(JoinKey.folded(one) != JoinKey.folded(other))
    }

    @Test("nothing and blanks are no key", arguments: ["", " ", "\n\t\u{2003}", "\u{85}\u{a0}"])
    func none(_ text: String) {
        #expect(JoinKey.folded(text) == nil)
    }

    @Test("a key is its own key", arguments: Seeds.few)
    func stable(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let limit: UInt32 = Bool.random(using: &random) ? 0x250 : 0x1ffff
                Unicode.Scalar(UInt32.random(in: 0...limit, using: &random))
                    .map { text.unicodeScalars.append($0) }
            }
            let key = JoinKey.folded(text)
            #expect(key == key.flatMap(JoinKey.folded), "seed \(seed): \(Array(text.unicodeScalars))")
        }
    }
}
