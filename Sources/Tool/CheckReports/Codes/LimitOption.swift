import Markers
package import QuadGeometry
package import ToolMarkers
import ToolTerminal

/// A limit of the check as an option on the command line and as an entry of a report.
package struct LimitOption: Sendable {
    package let flag: String
    /// The limit's name in reports, which is the library's.
    package let name: String
    package let path: WritableKeyPath<QuadLimits, Double> & Sendable
    package let scale: LimitScale
    /// The codes that are found if it is exceeded.
    package let codes: [QuadIssue.Code]
    package let summary: String

    package static let all: [LimitOption] = [
        LimitOption(
            flag: "--snap-mm", name: "snap", path: \.snap, scale: .millimetres,
            codes: [.duplicateCorners, .duplicateMarker, .overlappingMarker],
            summary: "corners closer than this count as one"),
        LimitOption(
            flag: "--flatness-warning-mm", name: "flatnessWarning", path: \.flatnessWarning,
            scale: .millimetres,
            codes: [.nonPlanar], summary: "flatness above this is a warning"),
        LimitOption(
            flag: "--flatness-error-mm", name: "flatnessError", path: \.flatnessError, scale: .millimetres,
            codes: [.nonPlanar], summary: "flatness above this is an error"),
        LimitOption(
            flag: "--fold-deg", name: "foldAngle", path: \.foldAngle, scale: .degrees,
            codes: [.folded], summary: "the sharpest fold along p2-p4"),
        LimitOption(
            flag: "--min-edge-mm", name: "shortestEdge", path: \.shortestEdge, scale: .millimetres,
            codes: [.tooSmall], summary: "the shortest edge"),
        LimitOption(
            flag: "--max-edge-m", name: "longestEdge", path: \.longestEdge, scale: .metres,
            codes: [.tooLarge, .unitSlip], summary: "the longest edge"),
        LimitOption(
            flag: "--max-aspect", name: "aspectRatio", path: \.aspectRatio, scale: .ratio,
            codes: [.aspectRatio], summary: "the largest ratio of longest to shortest edge"),
        LimitOption(
            flag: "--max-coordinate-m", name: "largestCoordinate", path: \.largestCoordinate, scale: .metres,
            codes: [.outOfRange, .unitSlip], summary: "the largest absolute coordinate"),
        LimitOption(
            flag: "--min-angle-deg", name: "straightAngle", path: \.straightAngle, scale: .degrees,
            codes: [.straightCorner], summary: "corners closer to 0 or 180 degrees are straight"),
        LimitOption(
            flag: "--max-skew-deg", name: "rectangleAngle", path: \.rectangleAngle, scale: .degrees,
            codes: [.notRectangular], summary: "corners farther from 90 degrees are not right angles"),
        LimitOption(
            flag: "--min-overlap", name: "overlap", path: \.overlap, scale: .ratio,
            codes: [.overlappingMarker], summary: "the least intersection over union of an overlap"),
        LimitOption(
            flag: "--stack-mm", name: "stackDistance", path: \.stackDistance, scale: .millimetres,
            codes: [.stackedMarker], summary: "parallel markers closer than this are stacked"),
    ]

    var memberName: String { String(flag.dropFirst(2)) }

    package func text(_ limits: QuadLimits) -> String {
        let value = limits[keyPath: path]
        return MeasureText.shortest(scale.shown(value)) + scale.suffix
    }

    /// The summary with the profiles' values.
    package var help: String {
        let (app, strict) = (text(.app), text(.strict))
        return "\(summary) (" + (app == strict ? app : "app \(app), strict \(strict)") + ")"
    }
}

/// A limit that is another than the profile's.
package struct LimitChange: Sendable {
    package let path: WritableKeyPath<QuadLimits, Double> & Sendable
    package let value: Double

    package init(path: WritableKeyPath<QuadLimits, Double> & Sendable, value: Double) {
        self.path = path
        self.value = value
    }
}
