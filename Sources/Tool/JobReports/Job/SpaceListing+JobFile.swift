package import Markers
import MarkersJobs

extension SpaceListing {
    /// The file of a plan's job in the current folder, named after the space and the plan.
    package func jobFile(of plan: RecalibrationPlan) -> String {
        let key = String(
            space.key.map {
                $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "-"
            }.prefix(40))
        return "\(key.hasPrefix("-") ? "space" + key : key)-\(plan.digest.prefix(8)).job"
    }
}
