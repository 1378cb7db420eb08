import Foundation
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("The screen")
struct ScreenTests {
    /// A terminal of so many columns without colours.
    private func screen(_ columns: Int, rows: Int = 40) -> Screen {
        Screen(size: Screen.Size(columns: columns, rows: rows), isColored: false)
    }

    @Test("breaks lines at blanks, and continues them below their text")
    func lines() {
        let screen = screen(20)
        #expect(screen.fitted("one two three four five six") == ["one two three four", "    five six"])
        #expect(
            screen.fitted("  a  one two three four") == ["  a  one two three", "     four"])
        #expect(screen.fitted("short") == ["short"] && screen.fitted("") == [""])
        let long = String(repeating: "x", count: 30)
        #expect(screen.fitted("a \(long) b") == ["a", "    \(long)", "    b"])
        #expect(
            screen.fitted("  next  quadcal recalibrate --resume") == ["  next  quadcal recalibrate --resume"])
    }

    @Test("counts the columns that characters take, and none for colours")
    func width() {
        #expect(Screen.width("e\u{301}") == 1)
        #expect(Screen.width("門") == 2)
        #expect(Screen.width("🚪") == 2)
        let screen = Screen(size: nil, isColored: true)
        #expect(Screen.width(screen.painted("FAIL", .error)) == 4)
        #expect(screen.painted("FAIL", .error) == "\u{1B}[31mFAIL\u{1B}[0m")
    }

    @Test("shows the verdict last, and also first where the text is longer than the screen")
    func verdict() {
        let lines = (0..<8).map { "line \($0)" }
        let all = lines.map { $0 + "\n" }.joined() + "PASS  all\n"
        #expect(screen(80, rows: 10).arranged(lines, verdict: "PASS  all") == all)
        #expect(screen(80, rows: 9).arranged(lines, verdict: "PASS  all") == "PASS  all\n" + all)
        let report = "WARN  hall\n\n  one  two\n"
        #expect(screen(80, rows: 4).arranged(report) == report)
        #expect(screen(80, rows: 3).arranged(report) == report + "WARN  hall\n")
        #expect(Screen.none.arranged(report) == report)
    }

    @Test("is no wider than the terminal", arguments: [60, 80, 200])
    func terminal(_ columns: Int) throws {
        let run = try shown("check room.csv", columns)
        let lines = run.text.split(separator: "\n")
        #expect(run.exit == 1)
        #expect(lines.dropLast().allSatisfy { Screen.width($0) <= columns })
        #expect(lines.contains { Screen.width($0) > min(columns, 140) - 20 })
        let verdict = "\u{1B}[31mFAIL\u{1B}[0m  room.csv"
        #expect(lines.count { $0.hasPrefix(verdict) } == (columns < 200 ? 2 : 1))
        #expect(lines.first?.hasPrefix(verdict) == (columns < 200))
    }

    @Test("has no colours where they are not wanted")
    func colors() throws {
        for plain in ["check --color never room.csv", "check room.csv | cat"] {
            #expect(try !shown(plain, 80).text.contains("\u{1B}"))
        }
        for variable in ["NO_COLOR=1", "TERM=dumb"] {
            #expect(try !shown("check room.csv", 80, environment: variable).text.contains("\u{1B}"))
        }
        #expect(
            try shown("check --color always room.csv | cat", 80).text.contains(
                "\u{1B}[31mERROR\u{1B}[0m SELF"))
        #expect(try shown("check room.csv", 80, environment: "NO_COLOR=").text.contains("\u{1B}[31m"))
    }

    @Test("takes the size from the environment where it says one")
    func environment() throws {
        let lines = try shown("check room.csv", 200, environment: "COLUMNS=50").text.split(separator: "\n")
        #expect(lines.dropLast().allSatisfy { Screen.width($0) <= 50 })
    }

    @Test("shows ids as short as keeps them apart, and whole where programs read them")
    func ids() throws {
        let shared = "88dce0d1-0000-4000-8000-00000000000"
        func marker(_ number: Int, _ id: String) -> String {
            Wire.marker(Rows.bowTie, number).replacing(Wire.id(number), with: id)
        }
        let (first, second) = (marker(0, "\(shared)0"), marker(1, "\(shared)1"))
        let other = marker(2, "910a2dec-8902-4cc1-beeb-8da1658eec67")
        let files = [
            "far.json": Wire.list(first, other), "near.json": Wire.list(first, second),
        ]
        let far = try shown("check far.json", 200, files: files).text
        #expect(far.contains(#" marker "88dce0d1" "#) && far.contains(#" marker "910a2dec" "#))
        #expect(try shown("check near.json", 200, files: files).text.contains("\(shared)1"))
        #expect(try shown("check far.json | cat", 200, files: files).text.contains("\(shared)0"))
        #expect(try shown("check --json far.json", 200, files: files).text.contains("\(shared)0"))
    }

    @Test("groups more findings than twenty by code, and says how to see all")
    func groups() throws {
        let rows = (0..<60).map { place in
            (place % 3 == 0 ? Rows.skewed : Rows.bowTie).split(separator: ",").enumerated().map {
                index, field in
                index % 3 == 2 ? "\(Double(field)! + 2 * Double(place))" : String(field)
            }.joined(separator: ",")
        }
        let files = ["many.csv": rows.joined(separator: "\n") + "\n"]
        let text = try shown("check --color never many.csv", 120, files: files).text
        #expect(text.contains("ERROR SELF_INTERSECTING: 40 findings, "))
        #expect(text.contains("and 37 more; -v --only SELF_INTERSECTING lists them"))
        #expect(text.split(separator: "\n").count < 20)
        for all in ["check -v many.csv", "check many.csv | cat"] {
            let lines = try shown(all, 120, files: files).text.split(separator: "\n")
            #expect(lines.count { $0.contains(" SELF_INTERSECTING") } == 40)
        }
    }

    /// The output at a terminal of so many columns and 40 rows.
    private func shown(
        _ line: String, _ columns: Int, environment: String = "", files: [String: String]? = nil
    ) throws -> ShownTool {
        let folder = try Folder()
        for (name, text) in try files ?? ["room.csv": Dataset.read("check/room.csv")] {
            try folder.write(text, to: name)
        }
        return try ShownTool(line, columns: columns, environment: environment, in: folder)
    }
}
