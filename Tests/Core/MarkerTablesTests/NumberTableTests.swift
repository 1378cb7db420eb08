import StrictJSON
import Testing

@testable import MarkerTables

@Suite("CSV of numbers")
struct NumberTableTests {
    private static func read(_ text: String, _ kind: TableKind = .points) throws -> NumberTable {
        try NumberTable(Array(text.utf8), file: "a.csv", kind)
    }

    @Test("reads numbers, names and lines")
    func rows() throws {
        let table = try Self.read("z;id;x;y\n3;a;1;2\n\n6;;4;5\n")
        #expect(table.ids == ["a", "row 2"])
        #expect(table.lines == [2, 4])
        #expect((0..<2).map { table.point($0, 0) } == [SIMD3(1, 2, 3), SIMD3(4, 5, 6)])
        #expect(table.text.separator == .semicolon)
        #expect(table.place(of: "y") == 1 && table.place(of: "w") == nil)
    }

    @Test("an error names its line", arguments: refusals)
    func errors(_ text: String, _ kind: TableKind, _ line: Int?, _ expected: String) throws {
        do {
            _ = try Self.read(text, kind)
            Issue.record("\(text) is read")
        } catch let error as TableError {
            #expect(error.line == line)
            #expect("\(error)".contains(expected), "\(error)")
        }
    }

    @Test("an error of bytes that are not text says what they may be")
    func foreignBytes() {
        for (bytes, kind) in [
            ([0xFF, 0xFE, 0x31], ForeignBytes.utf16), ([0x1F, 0x8B, 0x08], .gzip),
            ([0x31, 0xFF], nil),
        ] as [([UInt8], ForeignBytes?)] {
            do {
                _ = try NumberTable(bytes, file: "a.csv", .points)
                Issue.record("\(bytes) are read")
            } catch {
                guard case .notUTF8(line: 1, _, kind) = error else {
                    Issue.record("\(error)")
                    continue
                }
            }
        }
    }
}

/// Tables that are refused, the line of the error, and a part of it.
private let refusals: [(text: String, kind: TableKind, line: Int?, error: String)] = [
    ("", .points, nil, "empty"), ("x,y,z\n", .points, nil, "noRows"),
    ("x,y,z\n1,2,\0", .points, 2, "nulByte"),
    ("x,y,z\n\"1,2,3\n", .points, 2, "openQuote"), ("x,y,z\n1,2,\"3,5\"\n", .points, 2, "decimalComma"),
    ("x,y,z\n" + String(repeating: "1", count: 1_000_001), .points, 2, "longRow"),
    ("id,x,y,z\n" + String(repeating: "a", count: 10_001) + ",1,2,3\n", .points, 2, "longID"),
    ("x,y,q\n1,2,3\n", .points, 1, "unknownColumn(3"), ("x,y,x\n1,2,3\n", .points, 1, "repeatedColumn(3"),
    ("x,y\n1,2\n", .points, 1, "missingColumns([\"z\"])"), ("1,2\n", .points, 1, "noLayout(found: 2"),
    ("1,2,3,4\n", .points, 1, "ambiguous(found: 4"), ("x,y,z\n1,2\n", .points, 2, "fieldCount(found: 2"),
    ("x,y,z\n1,2,a\n", .points, 2, "notANumber(3"), ("x,y,z\n1,2,inf\n", .points, 2, "notFinite(3"),
    ("x,y,z\n1,2,1e999\n", .points, 2, "beyondDoubles(3"), ("id,x,y,z\n\"a\"b,1,2,3\n", .points, 2, "torn(1"),
    ("id,x,y,z\na,1,2,3\na,1,2,3\n", .points, 3, "repeatedID(\"a\", line: 2)"),
    ("sx,sy,sz,tx,ty,tz,s,sxx,sxy,sxz,syy,syz,szz\n", .pairs, 1, "contradictingColumns(\"s\", \"sxx\")"),
]
