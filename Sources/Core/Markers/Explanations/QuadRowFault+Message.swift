internal import MarkerTables

extension QuadRowFault {
    func message(to listener: Listener) -> String {
        switch self {
        case .fieldCount(let found, let expected):
            "\(found) field\(found == 1 ? "" : "s"), expected \(expected.map(String.init) ?? "12 or 13")"
        case .notANumber(let field, "", let others):
            "\(QuadRowFault.label(field)) is empty" + QuadRowFault.more(others)
        case .notANumber(let field, let found, let others):
            "\(QuadRowFault.label(field)) is \(listener.quoted(found)), not a number"
                + QuadRowFault.more(others)
        case .decimalComma(let field, let found, let others):
            "\(QuadRowFault.label(field)) is \(listener.quoted(found)), a decimal comma"
                + QuadRowFault.more(others)
        case .beyondDoubles(let field, let found, let others):
            "\(QuadRowFault.label(field)) is \(listener.quoted(found)), out of the range of doubles"
                + QuadRowFault.more(others)
        case .tornID(_, let found): "the id \(listener.quoted(found)) continues after its closing quote"
        }
    }

    func remedy(isFirstRow: Bool) -> String? {
        switch self {
        case .fieldCount(1, _):
            "separate the fields by commas, semicolons or tabs, the same in the whole file"
        case .fieldCount(24...25, _): "if these are decimal commas, write points"
        case .fieldCount: nil
        case .notANumber where isFirstRow: "a header must be exactly id,p1x,p1y,p1z,p2x and so on to p4z"
        case .notANumber(_, "", _): nil
        case .notANumber: "numbers are written as in 1.5, -3 or 2e-3"
        case .decimalComma: "write a point"
        case .beyondDoubles: nil
        case .tornID: "double the quotes inside a quoted field"
        }
    }

    private static func label(_ field: RowField) -> String { "field \(field.column) (\(field.name))" }

    private static func more(_ others: Int) -> String {
        switch others {
        case 0: ""
        case 1: ", and 1 more field is wrong"
        default: ", and \(others) more fields are wrong"
        }
    }
}
