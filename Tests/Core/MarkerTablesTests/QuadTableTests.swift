import QuadGeometry
import TestSupport
import Testing

@testable import MarkerTables

@Suite("CSV of quads")
struct QuadTableTests {
    private static let quad = Quad(
        SIMD3(0, 1, 0), SIMD3(1, 1, 0), SIMD3(1, 0, 0), SIMD3(0, 0, 0))

    private static func read(_ text: String) throws -> QuadTable {
        try QuadTable(Array(text.utf8), file: "test.csv")
    }

    @Test(
        "is read in every dialect",
        arguments: [
            Rows.square, Rows.square + "\n", Rows.square + "\r\n", "\u{FEFF}" + Rows.square,
            "a," + Rows.square, "a;" + Rows.square.replacing(",", with: ";"),
            Rows.square.replacing(",", with: "\t"), Rows.square.replacing(",", with: " , "),
            "\"" + Rows.square.replacing(",", with: "\",\"") + "\"",
            "\"" + Rows.square.replacing(",", with: "\" , \"") + "\"\r\n",
            "\n\n  \n" + Rows.square + "\n\r\n \r\n", Rows.header + "\na," + Rows.square,
            "\u{FEFF}\"id\"," + Rows.header.dropFirst(3).uppercased() + "\r\na," + Rows.square,
            Rows.header.dropFirst(3) + "\n" + Rows.square,
            " " + Rows.header.replacing(",", with: " ; ") + "\na;"
                + Rows.square.replacing(",", with: ";"),
            "a;b," + Rows.square, "a;\"b," + Rows.square, "a\t\"b," + Rows.square + "\n\t\t\n",
            "a\tb," + Rows.square, "\"a;b;c\"," + Rows.square,
        ])
    func dialects(_ text: String) throws {
        let file = try Self.read(text)
        #expect(file.quads == [Self.quad])
        #expect(file.faults.isEmpty)
    }

    @Test(
        "says which separator it found",
        arguments: [(",", CSVSeparator.comma), (";", .semicolon), ("\t", .tab)])
    func separator(_ text: String, _ separator: CSVSeparator) throws {
        #expect(try Self.read(Rows.square.replacing(",", with: text)).text.separator == separator)
    }

    @Test(
        "keeps ids",
        arguments: [
            ("door", "door"), ("\"door, left\"", "door, left"), ("\"say \"\"door\"\"\"", "say \"door\""),
            ("\"two\nlines\"", "two\nlines"), ("5\" pipe", "5\" pipe"), (" a ", " a "), ("\"a\" ", "a"),
            ("1.5", "1.5"),
            ("Tür 🚪", "Tür 🚪"),
        ])
    func ids(_ field: String, _ id: String) throws {
        let file = try Self.read("\(field),\(Rows.square)\n")
        #expect(file.rows.map(\.id) == [id])
    }

    @Test("has no id where the field is empty", arguments: ["", "\"\""])
    func emptyID(_ field: String) throws {
        #expect(try Self.read("\(field),\(Rows.square)\n").rows.map(\.id) == [nil])
    }

    @Test("counts lines, those inside quotes and blank ones included, and rows")
    func lines() throws {
        let file = try Self.read(
            "\(Rows.header)\n\n\"a\r\nb\n\",\(Rows.square)\r\nc,\(Rows.square)\n\nd,1\ne,\(Rows.square)")
        #expect(file.rows.map(\.line) == [3, 6, 9])
        #expect(file.rows.map(\.index) == [0, 1, 3])
        #expect(file.faults.map(\.row.line) == [8])
        #expect(file.faults.map(\.row.id) == ["d"])
    }

    @Test(
        "goes past lines of blanks, unless the blanks are separators",
        arguments: ["\n", "\r\n", " \t \n", "\t\r\n"])
    func blankLines(line: String) throws {
        let blank = String(repeating: line, count: 1000)
        let file = try Self.read("\(blank)a,\(Rows.square)\n\(blank)b,\(Rows.square)\n\(blank) \t")
        #expect(file.rows.map(\.line) == [1001, 2002] && file.faults.isEmpty)
        let tabs = Rows.square.replacing(",", with: "\t")
        #expect(try Self.read("a\t\(tabs)\n\t\t\nb\t\(tabs)\n \n").faults.map(\.row.line) == [2])
        #expect(throws: TableError.self) { try Self.read(String(repeating: " \r\n", count: 99)) }
    }

    @Test(
        "tells what is wrong with a row and reads on",
        arguments: rowFaults)
    func faults(_ row: String, _ fault: QuadRowFault) throws {
        let file = try Self.read("a,\(Rows.square)\n\(row)\nb,\(Rows.square)\n")
        #expect(file.faults.map(\.fault) == [fault])
        #expect(file.rows.map(\.index) == [0, 2])
    }

    @Test("takes no other header for one")
    func otherHeader() throws {
        let file = try Self.read("name,x1,y1,z1,x2,y2,z2,x3,y3,z3,x4,y4,z4\na,\(Rows.square)\n")
        #expect(file.faults.map(\.row.index) == [0])
        #expect(file.rows.map(\.index) == [1])
    }

    @Test("takes the width from the first row that has one")
    func width() throws {
        let file = try Self.read("1,2,3\n\(Rows.square)\na,\(Rows.square)\n")
        #expect(
            file.faults.map(\.fault) == [
                .fieldCount(found: 3, expected: nil), .fieldCount(found: 13, expected: 12),
            ])
    }

    @Test("reads NaN and infinities as numbers")
    func notFinite() throws {
        let file = try Self.read("NaN,inf,-Infinity,1,1,0,1,0,0,0,0,0\n")
        #expect(file.quads.count == 1)
        #expect(file.quads.first?.p1.x.isNaN == true)
        #expect(file.quads.first?.p1.z == -.infinity)
    }

    @Test(
        "finds the first byte that is no text, as the standard library does",
        arguments: 1...4 as ClosedRange<UInt64>)
    func foreignBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let interesting: [UInt8] = [
            0, 1, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
            0xED, 0xEE,
            0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ]
        for _ in 0..<50_000 {
            let bytes = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                interesting.randomElement(using: &random) ?? 0
            }
            let isText = String(validating: bytes, as: UTF8.self) != nil && !bytes.contains(0)
            guard (CSVText.firstForeignByte(in: bytes) == nil) == isText else {
                Issue.record("seed \(seed): \(bytes) is\(isText ? "" : " not") text")
                return
            }
        }
    }

    @Test(
        "never crashes on random bytes, and gives every row exactly one answer",
        arguments: 1...4 as ClosedRange<UInt64>)
    func randomBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("0123456789,,,,;\t\"\"\n\n\r .-+eENaInfx\u{E9}".utf8)
        for _ in 0..<5_000 {
            let bytes = (0..<Int.random(in: 0...120, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? 0
            }
            guard let file = try? QuadTable(bytes, file: "random") else { continue }
            #expect(file.rows.count == file.quads.count)
            let places = (file.rows.map(\.index) + file.faults.map(\.row.index)).sorted()
            guard places == Array(0..<places.count) else {
                Issue.record("seed \(seed): rows \(places) of \(bytes)")
                return
            }
        }
    }
}

private enum Rows {
    static let header = "id,p1x,p1y,p1z,p2x,p2y,p2z,p3x,p3y,p3z,p4x,p4y,p4z"
    static let square = "0,1,0,1,1,0,1,0,0,0,0,0"
}

/// Rows that hold no quad, after one of 13 fields.
private let rowFaults: [(row: String, fault: QuadRowFault)] = [
    ("x,1,2", QuadRowFault.fieldCount(found: 3, expected: 13)),
    (Rows.square, .fieldCount(found: 12, expected: 13)),
    ("x," + Rows.square + ",", .fieldCount(found: 14, expected: 13)),
    (
        "x,0,1,zero,1,1,0,1,,0,0,0,",
        .notANumber(RowField(column: 4, number: 2), found: "zero", others: 2)
    ),
    (
        "x," + Rows.square.dropLast() + "1e999",
        .beyondDoubles(RowField(column: 13, number: 11), found: "1e999", others: 0)
    ),
    (
        "x," + Rows.square.dropLast() + "\"1,5\"",
        .decimalComma(RowField(column: 13, number: 11), found: "1,5", others: 0)
    ),
    ("\"x\"y," + Rows.square, .tornID(RowField(column: 1, number: nil), found: "\"x\"y")),
    (
        "x," + Rows.square.dropLast() + "\"0\"1",
        .notANumber(RowField(column: 13, number: 11), found: "\"0\"1", others: 0)
    ),
    (Rows.header, .notANumber(RowField(column: 2, number: 0), found: "p1x", others: 11)),
]
