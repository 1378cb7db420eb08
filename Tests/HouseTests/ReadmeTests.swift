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

    /// Compares texts only: the gate `quick/21-examples` runs the programs.
    @Test("Every Swift block is a program of Examples, followed by the text that it prints")
    func swiftBlocks() throws {
        let sources = try PackageTree.files(below: "Examples/Sources")
        let examples = Readme.examples(in: blocks)
        #expect(!examples.isEmpty)
        for example in examples {
            let path = try sources.first { path in
                let lines = try PackageTree.text(path).components(separatedBy: "\n")
                return lines.drop { $0.hasPrefix("//") } == (example.code + [""])[...]
            }
            let name = try #require(path?.split(separator: "/").dropLast().last, "no such program")
            let printed = try PackageTree.text("Examples/expected/\(name).txt")
            #expect(printed == example.printed?.reduce("") { $0 + $1 + "\n" })
        }
    }

    @Test("Every command prints what is shown below it")
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

    @Test("Blocks, programs and commands are distinguished")
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
    }
}
