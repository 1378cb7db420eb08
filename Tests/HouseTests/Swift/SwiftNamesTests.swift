import Testing

@Suite("The names in Swift")
struct SwiftNamesTests {
    typealias Declaration = SwiftNames.Declaration

    @Test(
        "Declarations are found with what they are",
        arguments: [
            (
                "public struct Quad: Sendable { var a: Int; struct Inner {} }",
                [Declaration(kind: .type, name: "Quad")]
            ),
            ("private final class Quad {}", [Declaration(kind: .type, name: "Quad", isPrivate: true)]),
            (
                "private let a = 1\nindirect enum Tree { class func a() {} }",
                [Declaration(kind: .type, name: "Tree")]
            ),
            (
                "extension JSON.Value where A: B { struct Kind {} }\nactor Server {}",
                [
                    Declaration(kind: .extended, name: "JSON.Value"),
                    Declaration(kind: .type, name: "Kind", isInExtension: true),
                    Declaration(kind: .type, name: "Server"),
                ]
            ),
            (
                "func waits(actor: Person, in a: Self.protocol) {}",
                [Declaration(kind: .function, name: "waits")]
            ),
            ("func + (a: A) {}\ntypealias B = A", [Declaration(kind: .type, name: "B")]),
        ] as [(String, [Declaration])])
    func declarations(text: String, expected: [Declaration]) {
        #expect(SwiftNames(code: Array(text.utf8)).declarations == expected)
    }

    @Test("Uses have the line of the first")
    func uses() {
        let names = SwiftNames(code: Array("struct A {\n let b: B\n let c: [B.C]\n}".utf8))
        #expect(names.uses == ["A": 1, "B": 2, "C": 3])
        #expect(names.types == ["A"])
    }
}
