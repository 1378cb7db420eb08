import Markers
import RigidCalibration

extension FitRefusal {
    /// The code, the numbers and the rows.
    func members(_ json: inout JSONWriter) {
        json.member("code", error.code)
        switch error {
        case .tooFewPairs(let found, let needed):
            json.member("found", found)
            json.member("needed", needed)
        case .coincidentPoints(let side, let extent, let resolution):
            json.member("side", side.word)
            json.member("extent", extent)
            json.member("resolution", resolution)
        case .pointsOnLine(let side, let axis, let thickness, let resolution):
            json.member("side", side.word)
            json.member("axis", axis)
            json.member("thickness", thickness)
            json.member("resolution", resolution)
        case .turnNotDetermined(let axis, let gain, let rounding):
            json.member("axis", axis)
            json.member("gain", gain)
            json.member("rounding", rounding)
        case .motionNotFixed(let model): json.member("model", model.name)
        case .badWeight(_, let weight): json.member("weight", weight)
        case .outOfRange(_, let side), .badCovariance(_, let side), .nonFinitePoint(_, let side):
            json.member("side", side.word)
        case .badOption(let option, let value):
            json.member("option", option.rawValue)
            json.member("value", value)
        case .solverFailed(let status): json.member("status", status)
        case .badBound(_, let bound): json.member("bound", bound)
        case .motionNotDetermined(let support, let needed):
            json.member("support", support)
            json.member("needed", needed)
        case .ambiguousMotion(_, let support, _, let rivalSupport):
            json.member("support", support)
            json.member("second", rivalSupport)
        case .scaleSlip(let factor, let spread):
            json.member("factor", factor)
            json.member("deviation", spread)
        case .mirrored(let support): json.member("support", support)
        case .noSuchPoint, .noNoise, .badInterest, .unpairedPoints, .unpairedColumn: break
        }
        json.key("rows")
        json.array { json in
            for row in rowsInvolved {
                json.object { json in
                    json.member("id", ids[row])
                    json.member("line", lines[row])
                }
            }
        }
    }
}
