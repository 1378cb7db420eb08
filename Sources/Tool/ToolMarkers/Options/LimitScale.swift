import Markers
package import QuadGeometry
package import ToolTerminal

/// The unit an option counts a limit in.
package enum LimitScale: Sendable {
    case millimetres, metres, degrees, ratio

    /// The value in the units of the library, which are metres and radians.
    package func value(_ shown: Double) -> Double {
        switch self {
        case .millimetres: LimitScale.metres(shown)
        case .degrees: shown * QuadLimits.degree
        case .metres, .ratio: shown
        }
    }

    /// As if the point had been written three places on: one in seven quotients is another double.
    private static func metres(_ shown: Double) -> Double {
        let parts = "\(shown)".split(separator: "e"), power = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        return Double("\(parts[0])e\(power - 3)") ?? shown / 1000
    }

    /// The value in this unit, rounded to 12 digits so that converting it back and forth leaves no trace.
    package func shown(_ value: Double) -> Double {
        switch self {
        case .millimetres: MeasureText.rounded(value * 1000)
        case .degrees: MeasureText.rounded(value / QuadLimits.degree)
        case .metres, .ratio: value
        }
    }

    package var placeholder: String {
        switch self {
        case .millimetres: "MM"
        case .metres: "M"
        case .degrees: "DEG"
        case .ratio: "RATIO"
        }
    }

    package var suffix: String {
        switch self {
        case .millimetres: " mm"
        case .metres: " m"
        case .degrees: "°"
        case .ratio: ""
        }
    }

    package var words: String {
        switch self {
        case .millimetres: "a number of millimetres"
        case .metres: "a number of metres"
        case .degrees: "a number of degrees"
        case .ratio: "a ratio"
        }
    }
}

extension OptionValue {
    /// A number above zero.
    package static func positive(
        _ text: String, _ unit: LimitScale, atMost most: Double = .greatestFiniteMagnitude
    ) throws(BadValue) -> Double {
        try positive(text, in: unit.words, atMost: most)
    }
}

extension Option {
    /// The largest absolute coordinate, as an option of commands that hold markers against the limits of the app.
    package static func largestCoordinate(
        _ limits: WritableKeyPath<Settings, QuadLimits> & Sendable
    ) -> Option {
        let usual = MeasureText.shortest(QuadLimits.app.largestCoordinate)
        return Option("--max-coordinate-m", "M", "the largest absolute coordinate of a marker (\(usual) m)") {
            (options, text) throws(BadValue) in
            options[keyPath: limits].largestCoordinate = try OptionValue.positive(text, .metres)
        }
    }
}
