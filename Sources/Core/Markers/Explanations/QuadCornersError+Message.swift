internal import Foundation
internal import MarkerTables
public import QuadGeometry
internal import RigidCalibration

extension QuadCornersError: ExplainedError {
    /// The points that were found, and what was expected.
    public var message: String {
        switch self {
        case .wrongCount(let count): "\(counted(count, "point")), expected the four corners of a quad"
        case .nonFinite(let corner, let point):
            "p\(corner + 1) is \(point.x), \(point.y), \(point.z), expected three finite numbers"
        }
    }

    public var remedy: String? {
        switch self {
        case .wrongCount: "give p1 to p4, once around the outline"
        case .nonFinite: "take the point again"
        }
    }
}

extension QuadLimitsError: ExplainedError {
    /// The limit that was found.
    public var message: String {
        switch self {
        case .unusable(let name, let value): "the limit \(name) cannot be \(value)"
        }
    }

    public var remedy: String? { "give 0 or more" }
}

extension RayError: ExplainedError {
    public var message: String {
        switch self {
        case .nonFiniteOrigin(let point):
            "the origin is \(point.x), \(point.y), \(point.z), expected three finite numbers"
        case .nonFiniteDirection(let vector):
            "the direction is \(vector.x), \(vector.y), \(vector.z), expected three finite numbers"
        case .zeroDirection: "the direction is 0, 0, 0, expected one that is not zero"
        case .rangeNotANumber(let start, let end):
            "the range is \(start) to \(end), expected two numbers"
        }
    }

    public var remedy: String? {
        switch self {
        case .nonFiniteOrigin, .nonFiniteDirection, .zeroDirection: "take the ray again"
        case .rangeNotANumber: "leave the range out to hit everything in front"
        }
    }
}

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

extension RowPairsError: ExplainedError {
    /// The reason, with the runs or the anchor that it is about, counted from 1.
    public var message: String {
        switch self {
        case .severalRuns(let side, let first, let other):
            "the \(side.rawValue) anchors are of run \(first) and of run \(other), each with its own world frame"
        case .nonFiniteRow(let side, let place):
            "anchor \(place + 1) of the \(side.rawValue) side is not finite, expected finite numbers"
        case .pairs(let error, _): error.message
        }
    }

    public var remedy: String? {
        switch self {
        case .severalRuns: "choose the anchors of one run"
        case .nonFiniteRow: "correct it, or leave it out"
        case .pairs(let error, _): error.remedy
        }
    }
}
