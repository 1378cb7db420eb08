import Markers
import QuadGeometry

@testable import QuadcalTool

/// The promises about CSV.
enum TablePromises {
    static func pairs(_ bytes: [UInt8]) {
        table(bytes, .pairs)
        do throws(Failure) {
            _ = try PairCSV(try NumberTable(bytes, file: "a.csv", .pairs)).noiseColumns
        } catch {
            says(error)
        }
    }

    static func points(_ bytes: [UInt8]) { table(bytes, .points) }

    /// An accepted table is finite, and reads back the same when it is written with a header.
    private static func table(_ bytes: [UInt8], _ kind: TableKind) {
        do throws(Failure) {
            let table = try NumberTable(bytes, file: "a.csv", kind)
            let width = table.layout.numbers.count
            promise(
                table.values.count == width * table.count && table.ids.count == table.count, "rows are whole")
            promise(table.values.allSatisfy(\.isFinite), "numbers are finite")
            let rows = (0..<table.count).map { row in
                let numbers = (0..<width).map { "\(table.value(row, $0))" }.joined(separator: ",")
                return quoted(table.ids[row]) + "," + numbers
            }
            let text = (["id," + table.layout.numbers.joined(separator: ",")] + rows).joined(separator: "\n")
            let again = try NumberTable(Array(text.utf8), file: "b.csv", kind)
            promise(again.values.map(\.bitPattern) == table.values.map(\.bitPattern), "numbers are read back")
            promise(again.ids == table.ids, "ids are read back")
        } catch {
            says(error)
        }
    }

    /// Every row is a quad or has a fault, and quads are read back.
    static func quads(_ bytes: [UInt8]) {
        do throws(Failure) {
            let file = try QuadCSV(bytes, file: "a.csv")
            promise(file.rows.count == file.quads.count, "rows have quads")
            let places = (file.rows.map(\.index) + file.faults.map(\.row.index)).sorted()
            promise(places == Array(0..<places.count), "no row is left out")
            guard !file.quads.isEmpty else { return }
            let rows = file.quads.map { quad in
                quad.corners.map { "\($0.x),\($0.y),\($0.z)" }.joined(separator: ",")
            }
            let again = try QuadCSV(Array(rows.joined(separator: "\n").utf8), file: "b.csv")
            promise(
                again.faults.isEmpty && zip(again.quads, file.quads).allSatisfy(isSame), "quads are read back"
            )
        } catch {
            says(error)
        }
    }

    private static func isSame(_ a: Quad, _ b: Quad) -> Bool {
        zip(a.corners, b.corners).allSatisfy { a, b in
            (0..<3).allSatisfy { a[$0].bitPattern == b[$0].bitPattern || a[$0].isNaN && b[$0].isNaN }
        }
    }

    private static func quoted(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }

    /// A refusal has words, and none of them harms a terminal.
    private static func says(_ failure: Failure) {
        let text = failure.text
        promise(
            !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f },
            "\(text)")
    }
}
