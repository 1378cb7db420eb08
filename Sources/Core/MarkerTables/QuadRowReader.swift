internal import QuadGeometry
internal import StrictJSON

/// Reads rows of fields as quads; a row that is not one becomes a fault, and the next row is read.
struct QuadRowReader {
    private(set) var rows: [QuadRow] = []
    private(set) var quads: [Quad] = []
    private(set) var faults: [(row: QuadRow, fault: QuadRowFault)] = []

    private var source: CSVRows
    /// The number of fields of every row; `nil` before one had 12 or 13.
    private var width: Int?

    /// The numbers of fields a row of quads can have.
    static let widths = 12...13

    init(_ source: CSVRows) { self.source = source }

    var count: Int { rows.count + faults.count }
    var hasIDs: Bool { width == 13 }

    mutating func readAll(_ text: UnsafeBufferPointer<UInt8>) throws(TableError) {
        var isFirst = true
        while try source.next() {
            defer { isFirst = false }
            if isFirst, isHeader(text) {
                width = source.fields.count
            } else {
                try read(text)
            }
        }
    }

    private func isHeader(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let names = source.fields.map { field in
            let name = field.text(in: text).lowercased()
            return String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        return names == CoordinateName.all || names == ["id"] + CoordinateName.all
    }

    private mutating func read(_ text: UnsafeBufferPointer<UInt8>) throws(TableError) {
        let fields = source.fields
        if width == nil, QuadRowReader.widths.contains(fields.count) { width = fields.count }
        let id = hasIDs ? fields[0].text(in: text) : nil
        if let length = id?.utf8.count, length > CSVRows.longestID {
            throw .longID(line: source.line, length: length, limit: CSVRows.longestID)
        }
        let row = QuadRow(
            index: count, line: source.line, range: source.range,
            id: id.flatMap { $0.isEmpty ? nil : $0 })
        guard fields.count == width else {
            faults.append((row, .fieldCount(found: fields.count, expected: width)))
            return
        }
        if hasIDs, fields[0].isTorn {
            faults.append((row, .tornID(RowField(column: 1, number: nil), found: id ?? "")))
            return
        }
        var quad = Quad(.zero, .zero, .zero, .zero)
        let offset = hasIDs ? 1 : 0
        for number in 0..<12 {
            let content = fields[offset + number].content(in: text)
            guard case .number(let value) = NumberText(text, content) else {
                let fault = fault(in: text, fields, at: offset + number)
                if case .decimalComma(let field, let found, _) = fault, row.index == 0 {
                    throw .decimalComma(line: row.line, field: field.column, found: found)
                }
                faults.append((row, fault))
                return
            }
            quad[corner: number / 3][number % 3] = value
        }
        rows.append(row)
        quads.append(quad)
    }

    /// The fault of the field at a place, which is not a number that a double can hold.
    private func fault(in text: UnsafeBufferPointer<UInt8>, _ fields: [CSVField], at place: Int)
        -> QuadRowFault
    {
        let others = fields[(place + 1)...].count {
            let content = $0.content(in: text)
            if case .number = NumberText(text, content) { return false }
            return true
        }
        let found = fields[place].text(in: text)
        let field = RowField(column: place + 1, number: place - (hasIDs ? 1 : 0))
        if case .beyondDoubles = NumberText(found) {
            return .beyondDoubles(field, found: found, others: others)
        }
        if found.count(where: { $0 == "," }) == 1, NumberText(found.replacing(",", with: ".")) != .noNumber {
            return .decimalComma(field, found: found, others: others)
        }
        return .notANumber(field, found: found, others: others)
    }
}

package struct QuadRow: Hashable {
    /// Its place among the rows, from 0; the header does not count, rows without a quad do.
    package let index: Int
    /// The line it begins in, from 1.
    package let line: Int
    /// Its bytes in the file, the line break included.
    package let range: Range<Int>
    package let id: String?
}

package enum QuadRowFault: Hashable, Sendable {
    /// `expected` is the count of the rows before it; `nil` before any row had 12 or 13 fields.
    case fieldCount(found: Int, expected: Int?)
    /// `others` is how many fields after it are wrong too.
    case notANumber(RowField, found: String, others: Int)
    case decimalComma(RowField, found: String, others: Int)
    case beyondDoubles(RowField, found: String, others: Int)
    /// The id continues after its closing quote.
    case tornID(RowField, found: String)

    /// The field it is about; `nil` where it is about the whole row.
    package var field: RowField? {
        switch self {
        case .fieldCount: nil
        case .notANumber(let field, _, _), .decimalComma(let field, _, _), .beyondDoubles(let field, _, _),
            .tornID(let field, _):
            field
        }
    }

    /// The text that is wrong; `nil` where it is the count.
    package var found: String? {
        switch self {
        case .fieldCount: nil
        case .notANumber(_, let found, _), .decimalComma(_, let found, _), .beyondDoubles(_, let found, _),
            .tornID(_, let found):
            found
        }
    }
}

package struct RowField: Hashable, Sendable {
    /// Its place in the row, from 1.
    package let column: Int
    /// Its place among the twelve numbers, from 0; `nil` for the id.
    package let number: Int?

    package var name: String { number.map { CoordinateName.all[$0] } ?? "id" }
}

/// The names of the twelve numbers of a quad: `p1x` to `p4z`.
package enum CoordinateName {
    package static let all = (1...4).flatMap { corner in ["x", "y", "z"].map { "p\(corner)\($0)" } }
}
