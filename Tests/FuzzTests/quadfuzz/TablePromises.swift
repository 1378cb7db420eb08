import MarkerTables
import Markers
import QuadGeometry
import RigidCalibration

/// The promises about CSV.
enum TablePromises {
    static func pairs(_ bytes: [UInt8]) {
        table(bytes, .pairs)
        guard let table = try? NumberTable(bytes, file: "a.csv", .pairs) else { return }
        do throws(PairTableError) {
            let file = try PairTable(table)
            promise(file.pairs.count == table.count, "every row is a pair")
            promise(file.noiseColumns.allSatisfy(table.layout.names.contains), "noise is stated in columns")
        } catch {
            if case .table(let error) = error { isWithin(error, bytes) }
        }
    }

    static func points(_ bytes: [UInt8]) { table(bytes, .points) }

    /// An accepted table is finite, and reads back the same when it is written with a header.
    private static func table(_ bytes: [UInt8], _ kind: TableKind) {
        do throws(TableError) {
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
            guard let again = try? NumberTable(Array(text.utf8), file: "b.csv", kind) else {
                return promise(false, "what is written is read back")
            }
            promise(again.values.map(\.bitPattern) == table.values.map(\.bitPattern), "numbers are read back")
            promise(again.ids == table.ids, "ids are read back")
        } catch {
            isWithin(error, bytes)
        }
    }

    /// Every row is a quad or has a fault, and quads are read back.
    static func quads(_ bytes: [UInt8]) {
        do throws(TableError) {
            let file = try QuadTable(bytes, file: "a.csv")
            promise(file.rows.count == file.quads.count, "rows have quads")
            let places = (file.rows.map(\.index) + file.faults.map(\.row.index)).sorted()
            promise(places == Array(0..<places.count), "no row is left out")
            guard !file.quads.isEmpty else { return }
            let rows = file.quads.map { quad in
                quad.corners.map { "\($0.x),\($0.y),\($0.z)" }.joined(separator: ",")
            }
            let again = try? QuadTable(Array(rows.joined(separator: "\n").utf8), file: "b.csv")
            promise(
                again?.faults.isEmpty == true && zip(again?.quads ?? [], file.quads).allSatisfy(isSame),
                "quads are read back")
        } catch {
            isWithin(error, bytes)
        }
    }

    private static func isSame(_ a: Quad, _ b: Quad) -> Bool {
        zip(a.corners, b.corners).allSatisfy { a, b in
            (0..<3).allSatisfy { a[$0].bitPattern == b[$0].bitPattern || a[$0].isNaN && b[$0].isNaN }
        }
    }

    /// By scalars: a quote before a mark that combines with it is another character.
    private static func quoted(_ text: String) -> String {
        "\"" + text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
    }

    /// The line of an error is in the bytes.
    private static func isWithin(_ error: TableError, _ bytes: [UInt8]) {
        guard let line = error.line else { return }
        promise(DocumentPromises.isWithin(line: line, column: 1, bytes), "\(error) is in the input")
    }
}
