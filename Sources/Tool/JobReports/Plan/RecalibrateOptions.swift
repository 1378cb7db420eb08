package import FitReports
package import Foundation
package import Markers
package import MarkersJobs
package import QuadGeometry
package import ToolServer
package import ToolTerminal

package struct RecalibrateOptions: Sendable {
    /// The choices for making and fitting pairs if no fit is given, and the corners that the new observations are.
    package var pairs = FitOptions()
    package var fitFile: String?
    package var markerFiles: [String] = []
    package var sessionFile: String?
    /// The server with the markers, unless they are from files.
    package var connection = ConnectionOptions()
    /// The key or the id of a server's space, or a file of the space.
    package var space: String?
    /// Sessions and reference sets of the server that supply the targets.
    package var targets: [UUID] = []
    /// Beginnings of the ids of such, until the server has said which they are.
    package var shortTargets: [String] = []
    package var job = JobOptions()
    package var mode: PushMode?
    /// Sessions named as being in the old frame.
    package var sessions: Set<UUID> = []
    /// Beginnings of the ids of such, until the server has said which they are.
    package var shortSessions: [String] = []
    /// The rule for the other sessions.
    package var rule: FrameMembership.Rule?
    /// The sign with which the space's vector counts, if stated.
    package var sign: VectorSign?
    package var profileFile: String?
    /// Whether the server recomputes calibrated data when corners change, if its profile says so.
    package var renewsCalibrated: Bool?
    package var isStrict = false
    /// The largest error to expect at a marker that moves, in metres; `nil` for any.
    package var tolerance: Double?
    /// The limits that moved markers are held against.
    package var limits = QuadLimits.app
    /// The decisions of the person about markers that may have been moved before.
    package var decisions = MoveDecisions()
    /// Ids, or their beginnings, of sessions that the person says were not moved, until the server has said which they are.
    package var shortNotMoved: [String] = []
    package var isDryRun = false
    package var planFile: String?
    /// The file to write the page of the job to, or of a plan that is only shown.
    package var reportFile: String?
    package var titleBlock = TitleBlock()
    package var replacesFile = false
    package var form = PlanForm.text
    package var loudness = Loudness.normal

    package init() {}
}

extension RecalibrateOptions {
    package var isOnline: Bool { connection.server != nil }

    /// The members of a marker that a server has computed again by the end of a job: details are asked for, and calibrated
    /// data is the server's own, unless its profile says that it is left as it is.
    var renewedMembers: Set<String> {
        guard isOnline else { return [] }
        return renewsCalibrated == false ? ["/details"] : ["/details", "/calibrated_data"]
    }

    /// Whether nothing is sent, whatever the plan says.
    package var onlyPlans: Bool {
        if case .explanation = form { true } else { isDryRun }
    }

    /// The corners to rewrite; throws if they are not stated.
    package var requiredMode: PushMode {
        get throws(Failure) {
            guard let mode else {
                throw .neededOption(
                    "--mode raw, --mode calibrated or --mode vector", "it says what is rewritten, and where")
            }
            return mode
        }
    }
}

package enum PlanForm {
    case text, json
    /// The explanation of one marker, by its id or its label.
    case explanation(String)
    /// No plan: the list of codes, or the explanation of one.
    case codes, codeExplanation(String)
}
