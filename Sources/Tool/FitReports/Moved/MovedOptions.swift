package import Markers
package import PublishedResults
import RigidCalibration
package import ToolTerminal

/// What is asked of `quadcal moved`.
package struct MovedOptions: Sendable {
    /// How the markers are paired, and what is known of their errors.
    package var fit: FitOptions
    /// The share of scans without movement in which some marker is called moved.
    package var falseAlarm = MovedMarkers.usualFalseAlarm
    package var failsOn = FailureLevel.error
    package var isJSON = false
    /// The form for another program, instead of text.
    package var published: PublishedForm?
    /// Where the page is written; none unless asked for.
    package var reportFile: String?
    package var replacesFile = false
    package var loudness = Loudness.normal

    package init() {
        fit = FitOptions()
        // A marker that was moved is a pair that does not follow.
        fit.isRobust = true
    }
}
