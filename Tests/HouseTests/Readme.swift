import Foundation

/// The README's fenced blocks.
enum Readme {
    struct Block: Equatable {
        /// The word after the opening fence.
        var language: String
        var lines: [String]
    }

    static func blocks(in text: String) -> [Block] {
        var found: [Block] = []
        var open: Block?
        for line in text.components(separatedBy: "\n") {
            guard line.hasPrefix("```") else {
                open?.lines.append(line)
                continue
            }
            if let block = open {
                found.append(block)
                open = nil
            } else {
                open = Block(language: String(line.dropFirst(3)), lines: [])
            }
        }
        return found
    }

    /// Swift blocks, each with the `text` block behind it that holds its output.
    static func examples(in blocks: [Block]) -> [(code: [String], printed: [String]?)] {
        blocks.indices.filter { blocks[$0].language == "swift" }.map { index in
            let next = index + 1 < blocks.count ? blocks[index + 1] : nil
            return (blocks[index].lines, next?.language == "text" ? next?.lines : nil)
        }
    }

    /// The commands of a `console` block with the lines shown below each.
    static func commands(in block: Block) -> [(command: String, shown: [String])] {
        block.lines.reduce(into: []) { commands, line in
            if line.hasPrefix("$ ") {
                commands.append((String(line.dropFirst(2)), []))
            } else if !commands.isEmpty {
                commands[commands.count - 1].shown.append(line)
            }
        }
    }

    /// Commands that are not run: they install, build, or fetch.
    static func isExempt(_ command: String) -> Bool {
        ["make", "git"].contains(command.split(separator: " ").first)
    }
}
