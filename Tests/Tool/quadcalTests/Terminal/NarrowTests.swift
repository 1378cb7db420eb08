import Foundation
import MarkersSandbox
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

/// Terminals of four widths.
private let widths = [40, 60, 80, 120]
/// Wider and longer than any text, so that nothing is broken or said twice.
private let unlimited = (columns: 9_000, rows: UInt16(2_000))

@Suite("On a narrow terminal")
struct NarrowTests {
    @Test("a table has all its words, in columns that are aligned", arguments: widths)
    func table(columns: Int) {
        var random = SeededGenerator(seed: 1)
        var table = TextTable(["id", "x", "y", "z", "standardised", "leverage", "reason"], words: [6])
        var rows: [[String]] = []
        for place in 0..<12 {
            let numbers = (0..<5).map { _ in "\(Int(random.next() % 100_000))" }
            let reason = (0..<(place % 5) * 2).map { "word\($0)" }.joined(separator: " ")
            rows.append([place == 3 ? "門の印" : "marker \(place)"] + numbers + [reason])
            table.add(rows[place])
        }
        let screen = Screen(size: Screen.Size(columns: columns, rows: 40), isColored: false)
        let text = table.text(on: screen)
        #expect(words(text) == words(table.text(on: .none)), "\(text)")
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy { Screen.width($0) <= columns }, "\(text)")
        // A column of numbers ends in one place on the lines that have it.
        for column in 1...5 {
            let ends = rows.compactMap { row in
                lines.firstIndex { $0.contains(row[0]) }.flatMap { first in
                    lines[first...].lazy.compactMap { end(of: row[column], in: $0) }.first
                }
            }
            #expect(ends.count == rows.count && Set(ends).count == 1, "\(column): \(ends)\n\(text)")
        }
        // The reasons begin in one place, too: below the others where they have no room beside them.
        let starts = Set(
            lines.compactMap { line in
                line.firstRange(of: "word0").map { Screen.width(line[..<$0.lowerBound]) }
            })
        #expect(starts.count == 1 && (starts == [4]) == (columns < 120), "\(starts)\n\(text)")
    }

    @Test("a word that is longer than a line stays whole")
    func longWords() {
        var table = TextTable(["file", "reason"], words: [1])
        let path = String(repeating: "folder/", count: 9), word = String(repeating: "x", count: 50)
        table.add([path, "as \(word) says"])
        let screen = Screen(size: Screen.Size(columns: 40, rows: 40), isColored: false)
        #expect(
            table.text(on: screen).split(separator: "\n").map { $0.drop { $0 == " " } }.suffix(4)
                == [path[...], "as", word[...], "says"])
    }

    @Test("the reports have all their words, and no line is too long", arguments: widths)
    func files(columns: Int) throws {
        let (folder, _) = try PlanFiles.scene()
        try folder.write(try Dataset.read("check/room.csv"), to: "room.csv")
        let commands = [
            "check room.csv", "check -v room.csv old.json", "fit --join label old.json new.json",
            "fit --robust --at points.csv --join label old.json new.json",
            PlanFiles.options().joined(separator: " ") + " -v old.json",
            "calibrate --vector 1,2,3 old.json", "raycast --origin 0,0,9 --direction 0,0,-1 room.csv",
        ]
        try folder.write("id,x,y,z\ndoor,1,2,3\nwindow,4,5,6\n", to: "points.csv")
        for command in commands { try expectAllWords(command, columns, in: folder) }
    }

    @Test("the lists of a server do as well", arguments: widths)
    func lists(columns: Int) async throws {
        let scene = try await OnlineScene()
        for command in ["spaces", "sessions --space hall", "markers --space hall"] {
            try expectAllWords("\(command) --api \(scene.server.address)", columns, in: scene.folder)
        }
    }

    private func expectAllWords(_ command: String, _ columns: Int, in folder: Folder) throws {
        let line = "\(command) --color never 2>/dev/null".replacing(
            /^(spaces|sessions|markers|calibrate|raycast)(.*) --color never/
        ) { "\($0.1)\($0.2)" }
        let shown = try ShownTool(line, columns: columns, rows: unlimited.rows, in: folder)
        let whole = try ShownTool(line, columns: unlimited.columns, rows: unlimited.rows, in: folder)
        #expect(shown.exit == whole.exit && whole.exit <= 1 && whole.lines.count > 1, "\(whole.text)")
        #expect(shown.words == whole.words, "\(command)\n\(shown.text)")
        for line in shown.lines where Screen.width(line) > columns {
            // Nothing but a word that is longer than the line.
            #expect(line.drop { $0 == " " }.contains(" ") == false, "\(command)\n\(line)")
        }
    }

    private func words(_ text: String) -> [Substring] { text.split { $0 == " " || $0 == "\n" }.sorted() }

    /// The place where a cell ends in a line; `nil` if it is not there.
    private func end(of cell: String, in line: String) -> Int? {
        guard let range = (line + " ").firstRange(of: " \(cell) ") else { return nil }
        return Screen.width((line + " ")[..<range.upperBound])
    }
}
