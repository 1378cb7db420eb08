internal import MarkerTables
public import QuadGeometry

extension QuadIssue {
    /// The measurement in words, with the number and the limit.
    public var message: String { message(other: "an earlier marker") }

    /// The remedy in words; nil where none is known.
    public var remedy: String? {
        switch fix {
        case .flatten: "flatten moves the corners into one plane"
        case .dropMarker: "remove one of them"
        case .reorder(let order):
            "the order \(QuadIssue.order(order)) " + (code == .winding ? "reverses it" : "uncrosses it")
        case nil: nil
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
    package func message(other: String, found: String? = nil) -> String {
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
        }
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
