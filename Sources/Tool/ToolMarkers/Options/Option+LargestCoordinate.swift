import Markers
package import QuadGeometry
package import ToolTerminal

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
