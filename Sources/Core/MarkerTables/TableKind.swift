package import StrictJSON

/// The content of a row of a file.
package enum RowKind: String, Sendable {
    case quad, pair, point, ray
    case posePair = "pair of pose"
}

/// The columns that a table may have: an id and other words, and numbers.
package struct TableKind: Sendable {
    package let rows: RowKind
    /// Numbers that every row has.
    package let required: [String]
    /// Sets of numbers that a file has all of or none.
    package let optional: [[String]]
    /// Numbers that state the same thing in two ways.
    package let contradictions: [(String, String)]
    /// The columns of text, by all their names.
    package let words: [String: Word]
    /// Numbers of which a row may have none: its field is blank, and the number is not one.
    package var blanks: Set<String> = []

    /// The meaning of a column of text.
    package enum Word: Hashable, Sendable { case id, group }

    /// Source and target points, a weight, the noise of either, and when the source was made.
    package static let pairs = TableKind(
        rows: .pair, required: ["sx", "sy", "sz", "tx", "ty", "tz"],
        optional: [["w"], ["s"], sourceNoise, targetNoise, ["time"]],
        contradictions: [("s", "sxx"), ("s", "txx")],
        words: ["id": .id, "marker": .group, "group": .group], blanks: ["time"])

    package static let points = TableKind(
        rows: .point, required: ["x", "y", "z"], optional: [["time"]], contradictions: [],
        words: ["id": .id], blanks: ["time"])

    /// Origins and directions.
    package static let rays = TableKind(
        rows: .ray, required: ["ox", "oy", "oz", "dx", "dy", "dz"], optional: [], contradictions: [],
        words: ["id": .id])

    /// Poses of a hand in its base and of a target in the camera: positions, then quaternions with the real part last.
    package static let handEye = TableKind(
        rows: .posePair,
        required: [
            "hx", "hy", "hz", "hqx", "hqy", "hqz", "hqw", "cx", "cy", "cz", "cqx", "cqy", "cqz", "cqw",
        ], optional: [], contradictions: [], words: ["id": .id])

    /// The six numbers of the covariance of a side.
    package static let sourceNoise = ["sxx", "sxy", "sxz", "syy", "syz", "szz"]
    package static let targetNoise = ["txx", "txy", "txz", "tyy", "tyz", "tzz"]

    package var names: [String] { words.keys.sorted() + required + optional.flatMap { $0 } }
}

/// The reason why a table cannot be read. Lines and bytes count from 1.
package enum TableError: Error {
    case empty
    case noRows(RowKind)
    /// With the form that the file has as a whole, if it is known.
    case notUTF8(line: Int, byte: Int, ForeignBytes?)
    case nulByte(line: Int, byte: Int)
    case openQuote(line: Int)
    case longRow(line: Int, limit: Int)
    case longID(line: Int, length: Int, limit: Int)
    case decimalComma(line: Int, field: Int, found: String)
    case row(line: Int, TableFault)

    /// The line it is about, where it is about one.
    package var line: Int? {
        switch self {
        case .empty, .noRows: nil
        case .notUTF8(let line, _, _), .nulByte(let line, _), .openQuote(let line), .longRow(let line, _),
            .longID(let line, _, _), .decimalComma(let line, _, _), .row(let line, _):
            line
        }
    }
}

/// A fault of a row of a table, or of its header. Columns count from 1.
package enum TableFault: Error {
    case unknownColumn(Int, found: String, TableKind)
    case repeatedColumn(Int, found: String)
    case missingColumns([String])
    case contradictingColumns(String, String)
    /// Neither a header nor a row whose fields are clear without one.
    case noLayout(found: Int, TableKind)
    case ambiguous(found: Int, TableKind)
    case fieldCount(found: Int, expected: [String])
    case notANumber(Int, name: String, found: String)
    case notFinite(Int, name: String, found: String)
    case beyondDoubles(Int, name: String, found: String)
    case torn(Int, name: String, found: String)
    case repeatedID(String, line: Int)
    /// A deviation that is not above zero.
    case noDeviation(name: String, found: Double)
    /// A position, by the name of its first number, that is too far away, in metres.
    case beyondRange(name: String, found: Double, limit: Double)
    /// A quaternion of a pose, by the name of its first number, whose length is not one.
    case notUnit(name: String, length: Double)
    /// A ray that goes nowhere.
    case zeroDirection(String)
}
