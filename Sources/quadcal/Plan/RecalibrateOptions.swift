import Foundation
import Markers
import QuadGeometry

/// The options of `quadcal recalibrate`.
struct RecalibrateOptions: Sendable {
    /// The choices for making and fitting pairs if no fit is given, and the corners that the new observations are.
    var pairs = FitOptions()
    /// A file of a fit.
    var fitFile: String?
    /// The markers that may move.
    var markerFiles: [String] = []
    var sessionFile: String?
    /// The server with the markers, unless they are from files.
    var connection = ConnectionOptions()
    /// The key or the id of a server's space, or a file of the space.
    var space: String?
    /// Sessions and reference sets of the server that supply the targets.
    var targets: [UUID] = []
    /// Beginnings of the ids of such, until the server has said which they are.
    var shortTargets: [String] = []
    var job = JobOptions()
    /// The corners that are rewritten.
    var mode: PushMode?
    /// Sessions named as being in the old frame.
    var sessions: Set<UUID> = []
    /// Beginnings of the ids of such, until the server has said which they are.
    var shortSessions: [String] = []
    /// The rule for the other sessions.
    var rule: FrameMembership.Rule?
    /// The sign with which the space's vector counts, if stated.
    var sign: VectorSign?
    /// A file with the profile of the server.
    var profileFile: String?
    /// Whether the server recomputes calibrated data when corners change, if its profile says so.
    var renewsCalibrated: Bool?
    var isStrict = false
    /// The largest error to expect at a marker that moves, in metres; `nil` for any.
    var tolerance: Double?
    /// The limits that moved markers are held against.
    var limits = QuadLimits.app
    /// Whether markers are moved although an earlier job moved them, or seems to have.
    var movesAgain = false
    var isDryRun = false
    /// The file to write the plan to.
    var planFile: String?
    /// The file to write the page of the job to, or of a plan that is only shown.
    var reportFile: String?
    var titleBlock = TitleBlock()
    var replacesFile = false
    var form = PlanForm.text
    var loudness = Loudness.normal
}

/// The form of standard output.
enum PlanForm {
    case text, json
    /// The explanation of one marker, by its id or its label.
    case explanation(String)
}
