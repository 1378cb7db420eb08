/// A row of a table of quads.
package struct QuadRow: Hashable {
    /// Its place among the rows, from 0; the header does not count, rows without a quad do.
    package let index: Int
    /// The line it begins in, from 1.
    package let line: Int
    /// Its bytes in the file, the line break included.
    package let range: Range<Int>
    package let id: String?
}

/// The reason why a row is not a quad.
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

/// A field of a row of a quad.
package struct RowField: Hashable, Sendable {
    /// Its place in the row, from 1.
    package let column: Int
    /// Its place among the twelve numbers, from 0; `nil` for the id.
    package let number: Int?

    /// The field's name in a header.
    package var name: String { number.map { CoordinateName.all[$0] } ?? "id" }
}

/// The names of the twelve numbers of a quad: `p1x` to `p4z`.
package enum CoordinateName {
    package static let all = (1...4).flatMap { corner in ["x", "y", "z"].map { "p\(corner)\($0)" } }
}
