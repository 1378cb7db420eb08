import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
    let blocks: [Readme.Block]
    let text: String

    init() throws {
        text = try PackageTree.text("README.md")
        blocks = Readme.blocks(in: text)
    }

    @Test("It can be read in a few minutes")
    func length() {
        #expect(HouseRules.lineCount(text) <= HouseRules.longestReadme)
    }

    @Test("Every Swift block is code that runs and prints what the block below it shows")
    func swiftBlocks() throws {
        let source = try PackageTree.text("Tests/HouseTests/ReadmeExamples.swift")
        let examples = Readme.examples(in: blocks)
        let marked = Readme.marked(in: source)
        try #require(examples.count == marked.count && marked.count == ReadmeExamples.all.count)
        #expect(!examples.isEmpty)
        for (example, (code, run)) in zip(examples, zip(marked, ReadmeExamples.all)) {
            let imports = example.code.filter { $0.hasPrefix("import ") }
            #expect(imports.allSatisfy { source.contains($0 + "\n") })
            #expect(example.code.drop { $0.isEmpty || $0.hasPrefix("import ") } == code[...])
            let printed = try run()
            #expect(printed == example.printed?.reduce("") { $0 + $1 + "\n" })
        }
    }

    @Test("Every command prints what stands below it")
    func consoleBlocks() throws {
        let commands = blocks.filter { $0.language == "console" }.flatMap(Readme.commands)
            .filter { !Readme.isExempt($0.command) }
        #expect(!commands.isEmpty)
        let shell = try Shell()
        for (command, shown) in commands {
            let printed = try shell.output(of: command)
            #expect(printed == shown, "$ \(command)")
        }
    }

    @Test("Every block is of a kind that is checked, or plain shell for the reader")
    func languages() {
        let kinds = Set(blocks.map(\.language))
        #expect(kinds.isSubset(of: ["swift", "text", "console"]), "\(kinds)")
    }

    @Test("Blocks, commands and marked code are told apart")
    func parsing() throws {
        let sample =
            "a\n```swift\nlet x = 1\n```\n```text\n1\n```\n```console\n$ one\nout\n$ make test\n```\n"
        let found = Readme.blocks(in: sample)
        #expect(found.map(\.language) == ["swift", "text", "console"])
        let example = try #require(Readme.examples(in: found).first)
        #expect(example.code == ["let x = 1"] && example.printed == ["1"])
        let commands = Readme.commands(in: found[2])
        #expect(commands.map(\.command) == ["one", "make test"] && commands[0].shown == ["out"])
        #expect(commands.map { Readme.isExempt($0.command) } == [false, true])
        #expect(Readme.marked(in: "  // README: begin\n  a\n    b\n  // README: end\nc") == [["a", "  b"]])
        #expect(Readme.marked(in: "// README: begin\na\n// README: end") != [["b"]])
    }
}
