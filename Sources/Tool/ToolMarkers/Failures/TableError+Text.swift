import MarkerTables
import Markers
import RigidCalibration
import StrictJSON
import ToolTerminal

extension TableError {
    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    package var text: String {
        switch self {
        case .empty: "is empty, expected rows of numbers; check what wrote it"
        case .noRows(let kind):
            "has no rows of \(kind.rawValue)s, expected \(kind.expected); check what wrote it"
        case .notUTF8(_, let byte, let kind): "byte \(byte) of the file is not UTF-8; \(kind.remedy)"
        case .nulByte(_, let byte):
            "byte \(byte) of the file is NUL, expected text; save the file as UTF-8 CSV"
        case .openQuote:
            "a quote opened in this line is never closed, expected another \"; close it, or double quotes inside a field"
        case .longRow(_, let limit):
            "the row is longer than \(limit) bytes, expected a few numbers; look for an unclosed quote, or check "
                + "what wrote it"
        case .longID(_, let length, let limit):
            "the id is \(length) bytes long, expected at most \(limit); shorten it"
        case .decimalComma(_, let field, let found):
            "field \(field) is \(quoted(found)), a decimal comma, expected a decimal point; write "
                + "\(quoted(found.replacing(",", with: "."))), or export the file in an English locale"
        case .row(_, let fault): fault.text
        }
    }
}

extension RowKind {
    fileprivate var expected: String {
        switch self {
        case .quad: "12 numbers in a row, or 13 fields with an id first"
        case .pair: "a header such as id,sx,sy,sz,tx,ty,tz and a pair in each row"
        case .point: "a header such as id,x,y,z and a point in each row"
        case .posePair:
            "a header id,hx,hy,hz,hqx,hqy,hqz,hqw,cx,cy,cz,cqx,cqy,cqz,cqw and a pose of both sides in each row"
        case .ray: "a header such as id,ox,oy,oz,dx,dy,dz and a ray in each row"
        }
    }
}

extension ForeignBytes? {
    fileprivate var remedy: String {
        switch self {
        case nil: "save the file as UTF-8"
        case .gzip: "it looks compressed, so unpack it first: zcat FILE | quadcal COMMAND -"
        case .some(let form) where form.isCompressed:
            "it looks like \(form.rawValue) data, so unpack it first"
        case .some(let form): "it looks like \(form.rawValue), so save the file as UTF-8"
        }
    }
}

extension TableFault {
    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    fileprivate var text: String {
        switch self {
        case .unknownColumn(let column, let found, let kind):
            "column \(column) is \(quoted(found)), which is not a known name; "
                + (nearest(to: found, among: kind.names).map { "did you mean \($0)? " } ?? "")
                + "known names are \(kind.names.joined(separator: ", "))"
        case .repeatedColumn(let column, let found):
            "column \(column) is \(quoted(found)) again, expected each name once; remove one of them"
        case .missingColumns(let names):
            "the header lacks \(names.joined(separator: ", ")), expected a complete set; add "
                + (names.count == 1 ? "it" : "them")
        case .contradictingColumns(let first, let second):
            "the columns \(first) and \(second) both state the noise, expected only one; remove the other"
        case .noLayout(let found, let kind):
            "\(counted(found, "field")) without a header, expected \(TableFault.widths(of: kind)); "
                + (found == 1
                    ? "separate the fields by commas, semicolons or tabs"
                    : "add a header that names the columns, or write decimal points where there are commas")
        case .ambiguous(let found, let kind):
            "\(found) numbers without a header may be an id and \(kind.required.count) numbers or something else; "
                + "add a header, as in \((["id"] + kind.required).joined(separator: ","))"
        case .fieldCount(let found, let expected):
            "\(counted(found, "field")), expected \(expected.count) (\(expected.joined(separator: ","))); "
                + (found > expected.count + 3
                    ? "if these are decimal commas, write points" : "complete the row or remove it")
        case .notANumber(let column, let name, ""):
            "column \(column) (\(name)) is empty, expected a number; complete the row or remove it"
        case .notANumber(let column, let name, let found):
            "column \(column) (\(name)) is \(quoted(found)), expected a number as in 1.5, -3 or 2e-3; "
                + "correct it or remove the row"
        case .notFinite(let column, let name, let found):
            "column \(column) (\(name)) is \(quoted(found)), expected a finite number; remove the row"
        case .beyondDoubles(let column, let name, let found):
            "column \(column) (\(name)) is \(quoted(found)), expected a number below 1.8e308; correct it"
        case .torn(let column, let name, let found):
            "column \(column) (\(name)) is \(quoted(found)), expected nothing after its closing quote; "
                + "double the quotes inside a quoted field"
        case .repeatedID(let id, let line):
            "the id \(quoted(id)) is already used in line \(line), expected each id once; rename or "
                + "remove one of them"
        case .noDeviation(let name, let found):
            "\(name) is \(MeasureText.shortest(found)), expected a deviation above 0 in metres; correct it, or "
                + "remove the column"
        case .beyondRange(let name, let found, let limit):
            "the position that begins with \(name) is \(MeasureText.digits(3, found)) m away, expected at most "
                + "\(MeasureText.digits(3, limit)); write it in metres"
        case .notUnit(let name, let length):
            "the quaternion that begins with \(name) has the length \(MeasureText.digits(4, length)), expected 1; write it as "
                + "x, y, z, w, or correct it"
        case .zeroDirection(let id):
            "the direction of \(quoted(id)) is 0,0,0, expected one that is not zero; correct it or remove the row"
        }
    }

    private static func widths(of kind: TableKind) -> String {
        let count = kind.required.count
        return kind.optional.contains(["w"])
            ? "\(count) numbers, an id and \(count) numbers, or an id, \(count) numbers and a weight"
            : "\(count) numbers, or an id and \(count) numbers"
    }
}

extension JSONError {
    /// The message: what was found, what was expected, and where; safe for a terminal.
    package var text: String { message(to: .terminal) }

    package var sentence: String { sentence(to: .terminal) }
}

extension IdentifierMapError {
    /// The line it is about, where it is about one.
    package var line: Int? {
        switch self {
        case .json(let error): error.line
        case .fieldCount(_, let line): line
        case .noIdentifier(_, _, _, let line): line
        case .repeated: nil
        }
    }

    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    package var text: String { joined(explained(to: .terminal)) }
}

extension MatrixReadError {
    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    ///
    /// - Parameter formatIsStated: whether it was said that the file is a matrix, and nothing else.
    package func text(formatIsStated: Bool) -> String {
        let (message, remedy) = explained(to: .terminal)
        switch self {
        case .wrongCount, .noNumber, .noMatrix:
            let other = formatIsStated ? nil : "name its format with --matrices-as"
            let ways = [remedy, other].compactMap { $0 }.joined(separator: ", or ")
            return joined((message, ways.isEmpty ? nil : ways))
        default: return joined((message, remedy))
        }
    }
}

extension ExchangeError {
    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    package var text: String { joined(explained(to: .terminal)) }
}

extension TrajectoryPairsError {
    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    package var text: String { joined(explained(to: .terminal)) }
}
