/// A unit other than metres in which coordinates may have been written.
public enum LengthUnit: String, Hashable, Sendable, CaseIterable {
    case millimetres, centimetres, inches, feet

    /// The length of one unit in metres, which is also the factor that makes metres of such numbers.
    public var metres: Double {
        switch self {
        case .millimetres: 0.001
        case .centimetres: 0.01
        case .inches: 0.0254
        case .feet: 0.3048
        }
    }
}

/// The evidence that lengths which should be in metres are in another unit.
public struct LengthSlip: Hashable, Sendable {
    public var unit: LengthUnit
    /// The longest edge of the marker, or the median of the longest edges of all, as it was read.
    public var edge: Double
    /// The distance of the marker from the others, or the extent of all, as it was read; of a marker alone, its largest
    /// coordinate.
    public var reach: Double
    /// The usual size that it has in the likely unit, if it has one.
    public var usualSize: UsualSize?
}

/// A size that markers often have.
public struct UsualSize: Hashable, Sendable {
    /// The name for people, with its article.
    public let name: String
    /// The longer and the shorter side, in metres.
    public let sides: SIMD2<Double>

    /// The sizes of printed targets, sheets of paper and doors.
    package static let all: [UsualSize] = [
        UsualSize(name: "a 50 mm square", sides: [0.05, 0.05]),
        UsualSize(name: "a 100 mm square", sides: [0.1, 0.1]),
        UsualSize(name: "a 150 mm square", sides: [0.15, 0.15]),
        UsualSize(name: "a 200 mm square", sides: [0.2, 0.2]),
        UsualSize(name: "a 250 mm square", sides: [0.25, 0.25]),
        UsualSize(name: "a 300 mm square", sides: [0.3, 0.3]),
        UsualSize(name: "a 500 mm square", sides: [0.5, 0.5]),
        UsualSize(name: "a 1 m square", sides: [1, 1]),
        UsualSize(name: "an A5 sheet", sides: [0.210, 0.148]),
        UsualSize(name: "an A4 sheet", sides: [0.297, 0.210]),
        UsualSize(name: "an A3 sheet", sides: [0.420, 0.297]),
        UsualSize(name: "an A2 sheet", sides: [0.594, 0.420]),
        UsualSize(name: "an A1 sheet", sides: [0.841, 0.594]),
        UsualSize(name: "an A0 sheet", sides: [1.189, 0.841]),
        UsualSize(name: "a door", sides: [2.0, 0.8]),
        UsualSize(name: "a door", sides: [2.0, 0.9]),
    ]

    /// The largest relative difference of a side from its usual length: 2 mm on an edge of 200 mm.
    static let tolerance = 0.01

    /// The usual size of a quad with these sides in metres, the longer one first.
    static func named(_ sides: SIMD2<Double>) -> UsualSize? {
        all.first { size in
            (sides.x - size.sides.x).magnitude <= tolerance * size.sides.x
                && (sides.y - size.sides.y).magnitude <= tolerance * size.sides.y
        }
    }
}
