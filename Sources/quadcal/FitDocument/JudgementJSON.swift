import MarkerTables
import Markers
import RigidCalibration

extension FitJSON {
    /// A remark with its code, its numbers and its sentence.
    static func judgement(_ remark: FitRemark, _ report: FitReport, _ json: inout JSONWriter) {
        json.member("code", remark.code)
        json.member("severity", remark.severity)
        json.member("sentence", report.sentence(remark))
        switch remark {
        case .judged(let judgement): numbers(judgement, report, &json)
        case .checksMiss(let missed):
            json.key("checks")
            json.array { json in
                for place in missed { json.value(report.checkPairs?.table.ids[place] ?? "") }
            }
        case .toleranceExceeded(let error, let tolerance, let point):
            json.member("error95", error)
            json.member("tolerance", tolerance)
            json.member("point", point.flatMap { report.points?.ids[$0] })
        }
    }

    private static func numbers(_ judgement: FitJudgement, _ report: FitReport, _ json: inout JSONWriter) {
        switch judgement {
        case .scaleSlip(let factor, let deviation):
            json.member("factor", factor)
            json.member("deviation", deviation)
            let slip = UnitSlip(factor: factor)
            json.member("unit", slip?.unit.rawValue)
            json.member("side", slip.map { $0.side == .target ? "targets" : "sources" })
        case .mirrored(let rms, let mirroredRMS):
            json.member("rms", rms)
            json.member("mirroredRMS", mirroredRMS)
        case .upsideDown(let tilt): json.member("tiltDegrees", tilt)
        case .poorFit(let rms, let extent):
            json.member("rms", rms)
            json.member("extent", extent)
        case .outlyingPairs(let pairs, let probability):
            json.key("pairs")
            json.array { json in pairs.forEach { json.value(report.pairs.ids[$0]) } }
            json.member("probability", probability)
        case .ambiguousMotion(let support, let second):
            json.member("support", support)
            json.member("second", second)
        case .scanDrift(let bend, let rms, let length):
            json.member("millimetresPerTenMetres", bend)
            json.member("rms", rms)
            json.member("length", length)
        case .alreadyApplied(let probability): json.member("probability", probability)
        case .weakGeometry(let weakness, let reach):
            self.weakness(weakness, report, &json)
            json.member("errorAtFiveMetres", reach)
        case .tilted(let degrees, let expected):
            json.member("tiltDegrees", degrees)
            json.member("expectedDegrees", expected)
        case .noiseMisfit(let chiSquare, let freedom, let probability):
            json.member("chiSquare", chiSquare)
            json.member("freedom", freedom)
            json.member("probability", probability)
        case .noRedundancy: break
        }
    }

    private static func weakness(_ weakness: Weakness, _ report: FitReport, _ json: inout JSONWriter) {
        switch weakness {
        case .onePlace: json.member("weakness", "one-place")
        case .restsOn(let first):
            json.member("weakness", "rests-on")
            json.key("groups")
            json.array { json in first.forEach { json.value(report.pairs.name(ofGroupOf: $0)) } }
        case .turn(let axis, let ratio):
            json.member("weakness", "turn")
            json.member("axis", axis)
            json.member("ratio", ratio)
        case .noTurn: json.member("weakness", "no-turn")
        }
    }
}
