internal import MarkerTables
public import QuadGeometry

extension QuadIssue: CustomStringConvertible {
    /// The severity, the code and the measurement in words.
    public var description: String { "\(severity.rawValue.uppercased()) \(code.rawValue) \(message)" }

    /// The measurement in words, with the number and the limit.
    public var message: String { message(other: "an earlier marker") }

    /// The remedy in words; nil where none is known.
    public var remedy: String? {
        switch fix {
        case .flatten: "flatten moves the corners into one plane"
        case .dropMarker: "remove one of them"
        case .reorder(let order):
            "the order \(QuadIssue.order(order)) " + (code == .winding ? "reverses it" : "uncrosses it")
        case nil:
            switch code {
            case .unitSlip:
                slip.map { "multiply by \(MeasureText.shortest($0.unit.metres)) where it comes from" }
            case .farAway: "place it again, or keep it if it belongs there"
            case .upAxis: "export with y up: \(coordinate == 2 ? "(x, z, -y)" : "(-y, x, z)") for (x, y, z)"
            case .duplicateMarker: "remove one of them"
            default: nil
            }
        }
    }

    /// Corner names in an order, as in `p1 p3 p2 p4`.
    package static func order(_ indices: SIMD4<Int>) -> String {
        (0..<4).map { "p\(indices[$0] + 1)" }.joined(separator: " ")
    }

    /// The message, which calls the other marker it is about by this name.
    ///
    /// - Parameters:
    ///   - other: the name of the other marker.
    ///   - found: the text of a number that is not finite, as it was written.
    ///   - isOfFile: whether it is about all markers of a file.
    package func message(other: String, found: String? = nil, isOfFile: Bool = false) -> String {
        switch code {
        case .wrongShape: "not four corners of three numbers"
        case .nonFinite: "\(coordinateName) is \(found ?? value?.description ?? "not finite")"
        case .outOfRange: "\(coordinateName) is \(measured)"
        case .duplicateCorners: "\(cornerName) is \(shown.value) from an earlier corner\(against)"
        case .zeroArea: "all corners are on one line"
        case .selfIntersecting: "the outline crosses itself"
        case .concave: "inner angle at \(cornerName) \(measured)"
        case .nonPlanar: "flatness \(measured)"
        case .folded: "fold along p2-p4 \(measured)"
        case .tooSmall, .tooLarge: "edge \(edgeName) is \(measured)"
        case .straightCorner: "angle at \(cornerName) \(measured)"
        case .aspectRatio: "longest over shortest edge \(measured)"
        case .winding: "the normal is \(shown.value) from the facing direction\(against)"
        case .notRectangular: "angle at \(cornerName) is \(shown.value) off a right angle\(against)"
        case .duplicateMarker: "same corners as \(other), \(shown.value) apart\(against)"
        case .overlappingMarker: "overlaps \(other), shared part \(measured)"
        case .stackedMarker: "\(shown.value) from \(other)\(against)"
        case .crowded: "so many markers are about it that it was not compared with \(other) and later ones"
        case .unitSlip: slip.map { message($0, isOfFile: isOfFile) } ?? "the unit may not be metres"
        case .farAway: "\(shown.value) from the middle of the others\(against)"
        case .upAxis:
            "\(["x", "y", "z"][coordinate ?? 1]) is vertical, not y: "
                + "\(MeasureText.digits(3, 100 * (value ?? 0))) % of the markers stand upright along it or lie level"
        case .warped: "flatness over the shorter diagonal is \(measured)"
        }
    }

    /// The numbers as they were read and as they would be in the likely unit.
    private func message(_ slip: LengthSlip, isOfFile: Bool) -> String {
        let (edge, reach) = (slip.edge * slip.unit.metres, slip.reach * slip.unit.metres)
        let size = slip.usualSize.map { ", \($0.name)" } ?? ""
        let usually = isOfFile ? limit.map { ", usually up to \(MeasureText.length($0))" } ?? "" : ""
        let subject =
            !isOfFile
            ? "an edge of \(MeasureText.length(slip.edge)), \(MeasureText.length(slip.reach)) away"
            : "median edge \(MeasureText.length(slip.edge)), markers over \(MeasureText.length(slip.reach))"
        return subject + usually + ": \(slip.unit.rawValue) rather than metres, which makes "
            + "\(MeasureText.length(edge))\(size), and \(MeasureText.length(reach))"
    }

    private var shown: (value: String, limit: String?) { MeasureText.measure(value, limit, unit) }
    private var against: String { shown.limit.map { ", limit \($0)" } ?? "" }
    private var measured: String { shown.value + against }

    private var cornerName: String { "p\((corner ?? 0) + 1)" }
    private var coordinateName: String { CoordinateName.all[3 * (corner ?? 0) + (coordinate ?? 0)] }

    private var edgeName: String {
        let corner = corner ?? 0
        return "p\(corner + 1)-p\((corner + 1) % 4 + 1)"
    }
}
