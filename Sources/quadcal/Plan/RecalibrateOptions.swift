import Foundation
import Markers

/// What `quadcal recalibrate` was asked for.
struct RecalibrateOptions: Sendable {
    /// How pairs are made and fitted where no fit is given, and which corners the new observations are.
    var pairs = FitOptions()
    /// A file of a fit.
    var fitFile: String?
    /// The markers that may move.
    var markerFiles: [String] = []
    var sessionFile: String?
    /// The server, where the markers are one's; else they are from files.
    var connection = ConnectionOptions()
    /// A file of the space; of a server's, its key or its id.
    var space: String?
    /// Sessions and reference sets of the server that supply the targets.
    var targets: [UUID] = []
    var job = JobOptions()
    /// What is rewritten.
    var mode: PushMode?
    /// Sessions that are in the old frame, by name.
    var sessions: Set<UUID> = []
    /// What counts for the other sessions.
    var rule: FrameMembership.Rule?
    /// Which way the space's vector counts, where that is said.
    var sign: VectorSign?
    /// What was found out about the server before.
    var profileFile: String?
    var isStrict = false
    var isDryRun = false
    /// Where to write the plan.
    var planFile: String?
    /// Where to write the report of the job, or of a plan that is only shown, that people read.
    var reportFile: String?
    var replacesFile = false
    var form = PlanForm.text
    var loudness = Loudness.normal
}

/// What goes to standard output.
enum PlanForm {
    case text, json
    /// The way of one marker, by its id or its label.
    case explanation(String)
}
