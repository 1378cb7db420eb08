import Markers
import RigidCalibration

extension FitJSON {
    /// Which pairs a robust fit believed, and why not the others; null where all were.
    static func selection(_ report: FitReport, _ json: inout JSONWriter) {
        guard let selection = report.calibration.selection else { return json.null() }
        json.object { json in
            json.member("bound", selection.bound)
            json.member("boundIsEstimated", selection.boundWasEstimated)
            json.member("follow", selection.inliers.count { $0 })
            json.member("support", selection.support)
            json.member("neededSupport", selection.neededSupport)
            json.member("rivalSupport", selection.rival?.support)
            json.key("rejected")
            json.array { json in
                for one in report.rejectionsByDistance {
                    json.object { json in
                        json.member("id", report.pairs.ids[one.pair])
                        json.member("line", report.pairs.lines[one.pair])
                        json.member("distance", one.distance)
                        json.member("reason", one.reason.rawValue)
                        json.member("sentence", one.reason.text)
                    }
                }
            }
        }
    }
}

extension RejectionReason {
    /// The reason in words.
    var text: String {
        switch self {
        case .badCorner: "the other corners of its marker follow: this one was mistaken"
        case .movedGroup: "its marker kept its shape but not its place: moved, or another one"
        case .duplicateSource: "its source follows with another target"
        case .followsRival: "it follows the other motion"
        case .farFromPlace: "it is far from its place"
        }
    }
}
