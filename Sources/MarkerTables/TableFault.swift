/// What is wrong with a row of a table, or with its header. Columns count from 1.
enum TableFault: Error {
    case unknownColumn(Int, found: String, nearest: String?, TableKind)
    case repeatedColumn(Int, found: String)
    case missingColumns([String])
    case contradictingColumns(String, String)
    /// Neither a header nor a row whose fields could be known without one.
    case noLayout(found: Int, TableKind)
    case ambiguous(found: Int, TableKind)
    case fieldCount(found: Int, expected: [String])
    case noNumber(Int, name: String, found: String)
    case notFinite(Int, name: String, found: String)
    case beyondDoubles(Int, name: String, found: String)
    case torn(Int, name: String, found: String)
    case repeatedID(String, line: Int)
    /// A deviation that is not above zero.
    case noDeviation(name: String, found: Double)
    /// A ray that goes nowhere.
    case zeroDirection(String)

    /// What was found, what was expected, and the next thing to try; safe for a terminal.
    var text: String {
        switch self {
        case .unknownColumn(let column, let found, let nearest, let kind):
            "column \(column) is \(quoted(found)), which is no known name; "
                + (nearest.map { "did you mean \($0)? " } ?? "")
                + "known are \(kind.names.joined(separator: ", "))"
        case .repeatedColumn(let column, let found):
            "column \(column) is \(quoted(found)) again, expected each name once; leave one of them out"
        case .missingColumns(let names):
            "the header has no \(names.joined(separator: ", ")), expected all of a set; add "
                + (names.count == 1 ? "it" : "them")
        case .contradictingColumns(let first, let second):
            "the columns \(first) and \(second) both state the noise, expected one of them; leave the other out"
        case .noLayout(let found, let kind):
            "\(counted(found, "field")) without a header, expected \(TableFault.widths(of: kind)); "
                + (found == 1
                    ? "part the fields by commas, semicolons or tabs"
                    : "add a header that names the columns, or write decimal points where there are commas")
        case .ambiguous(let found, let kind):
            "\(found) numbers without a header may be an id and \(kind.required.count) numbers or something else; "
                + "add a header, as in \((["id"] + kind.required).joined(separator: ","))"
        case .fieldCount(let found, let expected):
            "\(counted(found, "field")), expected \(expected.count) (\(expected.joined(separator: ","))); "
                + (found > expected.count + 3
                    ? "if these are decimal commas, write points" : "complete the row or leave it out")
        case .noNumber(let column, let name, ""):
            "column \(column) (\(name)) is empty, expected a number; complete the row or leave it out"
        case .noNumber(let column, let name, let found):
            "column \(column) (\(name)) is \(quoted(found)), expected a number as in 1.5, -3 or 2e-3; "
                + "correct it or leave the row out"
        case .notFinite(let column, let name, let found):
            "column \(column) (\(name)) is \(quoted(found)), expected a finite number; leave the row out"
        case .beyondDoubles(let column, let name, let found):
            "column \(column) (\(name)) is \(quoted(found)), expected a number below 1.8e308; correct it"
        case .torn(let column, let name, let found):
            "column \(column) (\(name)) is \(quoted(found)), expected nothing after its closing quote; "
                + "double the quotes inside a quoted field"
        case .repeatedID(let id, let line):
            "the id \(quoted(id)) was that of line \(line) already, expected an id once; rename one of them, or "
                + "leave one out"
        case .noDeviation(let name, let found):
            "\(name) is \(MeasureText.shortest(found)), expected a deviation above 0 in metres; correct it, or "
                + "leave the column out"
        case .zeroDirection(let id):
            "the direction of \(quoted(id)) is 0,0,0, expected one that leads somewhere; correct it or leave the row out"
        }
    }

    private static func widths(of kind: TableKind) -> String {
        let count = kind.required.count
        return kind.optional.contains(["w"])
            ? "\(count) numbers, an id and \(count) numbers, or an id, \(count) numbers and a weight"
            : "\(count) numbers, or an id and \(count) numbers"
    }
}
