import Markers
import QuadGeometry
import RigidCalibration

/// A fit for programs: one document, which a later command can use again.
enum FitJSON {
    static func document(_ report: FitReport) -> [UInt8] {
        var json = JSONWriter(openDepth: 2)
        json.object { json in
            head(report.verdict, report.exitCode, report.remarks.first?.code, &json)
            json.key("inputs")
            json.array { json in
                report.pairs.source.inputs(&json)
                if let points = report.points { json.object { $0.input("at", points) } }
                if let checks = report.checkPairs {
                    json.object { $0.input("check-points", checks.table, checks.assumptions) }
                }
            }
            json.key("options")
            json.object { options(report.options, &$0) }
            json.key("judgements")
            json.array { json in
                for remark in report.remarks { json.object { judgement(remark, report, &$0) } }
            }
            report.pairs.source.join(&json)
            json.key("motion")
            json.object { motion(report, &$0) }
            json.key("selection")
            selection(report, &json)
            json.key("evidence")
            json.object { evidence(report, &$0) }
            json.key("pairs")
            json.array { json in
                for pair in 0..<report.pairs.count { json.object { self.pair(pair, report, &$0) } }
            }
            results(report.points, report.predictions, report.checkPairs, report.checks, &json)
        }
        json.endLine()
        return json.bytes
    }

    /// What a document is, and what it comes to.
    static func head(_ verdict: Verdict, _ exit: ExitCode, _ code: String?, _ json: inout JSONWriter) {
        json.head(SavedFit.schema, verdict, exit)
        json.member("decidedBy", code)
    }

    private static func options(_ options: FitOptions, _ json: inout JSONWriter) {
        json.member("model", options.model.rawValue)
        json.member("gravityDegrees", options.calibration.tilt)
        json.member("noise", options.noise)
        json.member("robust", options.isRobust)
        json.member("bound", options.bound)
        json.member("tolerance", options.tolerance)
        json.member("failOn", options.failsOn.rawValue)
        json.member("lengths", "m")
    }
}
