import MarkerTables
import Markers
import QuadGeometry

extension MarkerSite {
    /// The place of it or of a part of it, for people; safe for a terminal.
    func text(at pointer: String? = nil, line: Int? = nil) -> String {
        let (pointer, line) = (pointer ?? self.pointer, line ?? self.line)
        let place = isInJSON && !pointer.isEmpty ? " \(visible(pointer))" : ""
        return "\(fileLabel(file)):\(line)\(place)" + (name.map { " marker \($0)" } ?? "")
    }

    /// Its place in its own file, for people.
    var shortText: String {
        let place = isInJSON && !pointer.isEmpty ? visible(pointer) : "line \(line)"
        return name.map { "\($0) (\(place))" } ?? place
    }

    /// Its label and its id, quoted.
    var name: String? {
        guard let label, !label.isEmpty else { return id.map(quoted) }
        return quoted(label) + (id.map { " \(visible($0))" } ?? "")
    }
}

extension Finding {
    /// The place and the names of what it is about; safe for a terminal.
    var text: String { site.text(at: pointer, line: line) }

    /// The measurement, with the number and the limit; safe for a terminal.
    var message: String {
        switch cause {
        case .quad(let issue): message(issue)
        case .row(let fault): fault.message
        case .record(let issue): message(issue)
        }
    }

    private func message(_ issue: QuadIssue) -> String {
        switch issue.code {
        case .wrongShape: "not four corners of three numbers"
        case .nonFinite: "\(issue.coordinateName) is \(found ?? "not finite")"
        case .outOfRange: "\(issue.coordinateName) is \(measured)"
        case .duplicateCorners: "\(issue.cornerName) is \(shown.value) from an earlier corner\(limit)"
        case .zeroArea: "all corners are on one line"
        case .selfIntersecting: "the outline crosses itself"
        case .concave: "inner angle at \(issue.cornerName) \(measured)"
        case .nonPlanar: "flatness \(measured)"
        case .folded: "fold along p2-p4 \(measured)"
        case .tooSmall, .tooLarge: "edge \(issue.edgeName) is \(measured)"
        case .straightCorner: "angle at \(issue.cornerName) \(measured)"
        case .aspectRatio: "longest over shortest edge \(measured)"
        case .winding: "the normal is \(shown.value) from the facing direction\(limit)"
        case .notRectangular: "angle at \(issue.cornerName) is \(shown.value) off a right angle\(limit)"
        case .duplicateMarker: "same corners as \(otherLabel), \(shown.value) apart\(limit)"
        case .overlappingMarker: "overlaps \(otherLabel), shared part \(measured)"
        case .stackedMarker: "\(shown.value) from \(otherLabel)\(limit)"
        case .unitSlip: issue.slip.map { slipMessage($0, limit: issue.limit) } ?? "the unit may not be metres"
        case .farAway: "\(shown.value) from the middle of the others\(limit)"
        case .upAxis:
            "\(["x", "y", "z"][issue.coordinate ?? 1]) is vertical, not y: "
                + "\(MeasureText.digits(3, 100 * (issue.value ?? 0))) % of the markers stand upright along it or lie level"
        case .warped: "flatness over the shorter diagonal is \(measured)"
        }
    }

    /// The remedy; `nil` where none is known.
    var remedy: String? {
        switch fix {
        case .flatten: "flatten moves the corners into one plane"
        case .dropMarker: "remove one of them"
        case .reorder(let order):
            code == .quad(.winding)
                ? "the order \(Finding.order(order)) reverses it"
                : "the order \(Finding.order(order)) uncrosses it"
        case nil:
            switch cause {
            case .quad(let issue): issue.remedy
            case .row(let fault): fault.remedy(isFirstRow: site.index == 0)
            case .record(let issue): issue.code.remedy
            }
        }
    }

    /// Corner names in an order, as in `p1 p3 p2 p4`.
    static func order(_ indices: SIMD4<Int>) -> String {
        (0..<4).map { "p\(indices[$0] + 1)" }.joined(separator: " ")
    }

    private var shown: (value: String, limit: String?) {
        let measure = measure
        guard let value = measure.value else { return ("unknown", nil) }
        return MeasureText.pair(value, measure.limit, measure.unit)
    }

    private var limit: String { shown.limit.map { ", limit \($0)" } ?? "" }

    private var measured: String {
        let (value, limit) = shown
        return value + (limit.map { ", limit \($0)" } ?? "")
    }

    private var otherLabel: String {
        guard let other else { return "an earlier marker" }
        return other.shortText + (other.file == site.file ? "" : " of \(fileLabel(other.file))")
    }

    /// The numbers as they were read and as they would be in the likely unit.
    private func slipMessage(_ slip: LengthSlip, limit: Double?) -> String {
        let (edge, reach) = (slip.edge * slip.unit.metres, slip.reach * slip.unit.metres)
        let size = slip.usualSize.map { ", \($0.name)" } ?? ""
        let subject =
            !isAboutFile
            ? "an edge of \(MeasureText.length(slip.edge)), \(MeasureText.length(slip.reach)) away"
            : "median edge \(MeasureText.length(slip.edge)), markers over \(MeasureText.length(slip.reach))"
        return subject + (isAboutFile ? limit.map { ", usually up to \(MeasureText.length($0))" } ?? "" : "")
            + ": \(slip.unit.rawValue) rather than metres, which makes \(MeasureText.length(edge))\(size), and "
            + MeasureText.length(reach)
    }

    private func message(_ issue: MarkerIssue) -> String {
        switch issue.code {
        case .duplicateID: "same id as \(otherLabel)"
        case .missingVersion: "no version"
        case .noCalibratedData: "no calibrated_data"
        case .calibratedCenter: "the center is off the mean of the corners by \(measured)"
        case .calibratedShape: "calibrated_data differs in shape from p1 to p4, by \(measured)"
        case .notAMarker, .badMember, .wrongShape, .badCalibratedData: issue.problem
        }
    }
}

extension QuadIssue {
    fileprivate var remedy: String? {
        switch code {
        case .unitSlip: slip.map { "multiply by \(MeasureText.shortest($0.unit.metres)) where it comes from" }
        case .farAway: "place it again, or keep it if it belongs there"
        case .upAxis: "export with y up: \(coordinate == 2 ? "(x, z, -y)" : "(-y, x, z)") for (x, y, z)"
        case .duplicateMarker: "remove one of them"
        default: nil
        }
    }

    fileprivate var cornerName: String { "p\((corner ?? 0) + 1)" }

    fileprivate var coordinateName: String {
        CoordinateName.all[3 * (corner ?? 0) + (coordinate ?? 0)]
    }

    fileprivate var edgeName: String {
        let corner = corner ?? 0
        return "p\(corner + 1)-p\((corner + 1) % 4 + 1)"
    }
}

extension MarkerIssue {
    /// The value that was found where something else was expected.
    fileprivate var problem: String {
        guard let (cause, found) = cause else { return "cannot be used" }
        guard cause != .missingMember else {
            return "no \(visible(String(pointer.split(separator: "/").last ?? "")))"
        }
        guard case .value(let kind) = found else { return "expected \(cause.expected)" }
        switch (code, kind) {
        case (.notAMarker, .object): return "an object without p1 to p4"
        case (_, .array) where cause == .badCorner: return "not three finite numbers"
        default: break
        }
        let name = kind == .null ? "null" : (kind == .array || kind == .object ? "an " : "a ") + kind.rawValue
        return "\(name), expected \(code == .notAMarker ? "a marker" : cause.expected)"
    }
}

extension MarkerIssue.Code {
    fileprivate var remedy: String? {
        switch self {
        case .missingVersion: "fetch the marker again before updating it"
        case .duplicateID: "remove one of them"
        case .calibratedCenter, .calibratedShape: "let the server recompute it from p1 to p4"
        default: nil
        }
    }
}
