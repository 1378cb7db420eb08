import QuadGeometry

extension Finding {
    /// What was measured, with the number and the limit; safe for a terminal.
    var message: String {
        switch issue.code {
        case .wrongShape: fault?.message ?? "not four corners of three numbers"
        case .nonFinite: "\(coordinateName) is \(found ?? "not finite")"
        case .outOfRange: "\(coordinateName) is \(measured)"
        case .duplicateCorners: "\(cornerName) is \(shown.value) from an earlier corner\(limit)"
        case .zeroArea: "all corners are on one line"
        case .selfIntersecting: "the outline crosses itself"
        case .concave: "inner angle at \(cornerName) \(measured)"
        case .nonPlanar: "flatness \(measured)"
        case .folded: "fold along p2-p4 \(measured)"
        case .tooSmall, .tooLarge: "edge \(edgeName) is \(measured)"
        case .straightCorner: "angle at \(cornerName) \(measured)"
        case .aspectRatio: "longest over shortest edge \(measured)"
        case .winding: "the normal is \(shown.value) from the facing direction\(limit)"
        case .notRectangular: "angle at \(cornerName) is \(shown.value) from a right one\(limit)"
        case .duplicateMarker: "the corners of \(otherLabel) again, \(shown.value) apart\(limit)"
        case .overlappingMarker: "covers \(otherLabel), shared part \(measured)"
        case .stackedMarker: "\(shown.value) from \(otherLabel)\(limit)"
        }
    }

    /// What would mend it; `nil` where nothing is known to.
    var remedy: String? {
        switch issue.fix {
        case .flatten: "flatten moves the corners into one plane"
        case .dropMarker: "leave one of them out"
        case .reorder(let order):
            issue.code == .winding
                ? "the order \(Finding.order(order)) turns it around"
                : "the order \(Finding.order(order)) makes it simple"
        case nil: fault.flatMap { $0.remedy(isFirstRow: row.index == 0) }
        }
    }

    /// Corner names in an order, as in `p1 p3 p2 p4`.
    static func order(_ indices: SIMD4<Int>) -> String {
        (0..<4).map { "p\(indices[$0] + 1)" }.joined(separator: " ")
    }

    private var shown: (value: String, limit: String?) {
        guard let value = issue.value else { return ("unknown", nil) }
        return MeasureText.pair(value, issue.limit, issue.unit)
    }

    private var limit: String { shown.limit.map { ", limit \($0)" } ?? "" }

    private var measured: String { shown.value + limit }

    private var cornerName: String { "p\((issue.corner ?? 0) + 1)" }

    private var coordinateName: String {
        CoordinateName.all[3 * (issue.corner ?? 0) + (issue.coordinate ?? 0)]
    }

    private var edgeName: String {
        let corner = issue.corner ?? 0
        return "p\(corner + 1)-p\((corner + 1) % 4 + 1)"
    }

    private var otherLabel: String {
        guard let other else { return "an earlier marker" }
        return other.id.map { "\(quoted($0)) (line \(other.line))" } ?? "line \(other.line)"
    }
}

extension RowFault {
    /// What is wrong with the row; safe for a terminal.
    fileprivate var message: String {
        switch self {
        case .fieldCount(let found, let expected):
            "\(found) field\(found == 1 ? "" : "s"), expected \(expected.map(String.init) ?? "12 or 13")"
        case .noNumber(let field, "", let others): "\(RowFault.label(field)) is empty" + RowFault.more(others)
        case .noNumber(let field, let found, let others):
            "\(RowFault.label(field)) is \(quoted(found)), no number" + RowFault.more(others)
        case .decimalComma(let field, let found, let others):
            "\(RowFault.label(field)) is \(quoted(found)), a decimal comma" + RowFault.more(others)
        case .beyondDoubles(let field, let found, let others):
            "\(RowFault.label(field)) is \(quoted(found)), out of the range of doubles"
                + RowFault.more(others)
        case .tornID(_, let found): "the id \(quoted(found)) goes on after its closing quote"
        }
    }

    fileprivate func remedy(isFirstRow: Bool) -> String? {
        switch self {
        case .fieldCount(1, _): "part the fields by commas, semicolons or tabs, by one kind in the whole file"
        case .fieldCount(24...25, _): "if these are decimal commas, write points"
        case .fieldCount: nil
        case .noNumber where isFirstRow: "a header must be exactly id,p1x,p1y,p1z,p2x and so on to p4z"
        case .noNumber(_, "", _): nil
        case .noNumber: "numbers are written as in 1.5, -3 or 2e-3"
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
