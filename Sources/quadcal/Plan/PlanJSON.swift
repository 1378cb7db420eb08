import Markers
import QuadGeometry
import RigidCalibration

/// A plan for programs: one document in which every marker is in exactly one list.
enum PlanJSON {
    static let schema = "quadcal.plan/1"

    static func document(_ report: PlanReport) -> [UInt8] {
        let plan = report.plan
        var json = JSONWriter(openDepth: 2)
        json.object { json in
            json.head(schema, report.verdict, report.exitCode)
            json.member("decidedBy", report.remarks.first?.code)
            json.key("inputs")
            json.array { inputs(report, &$0) }
            json.key("fit")
            json.object { fit(report, &$0) }
            json.key("request")
            json.object { request(report, &$0) }
            json.key("notes")
            json.array { json in
                for remark in report.remarks {
                    json.object { json in
                        json.member("code", remark.code)
                        json.member("severity", remark.severity)
                        json.member("sentence", remark.sentence)
                    }
                }
            }
            json.key("totals")
            json.object { json in
                json.member("markers", plan.count)
                json.member("updates", plan.updates.count)
                json.member("unchanged", plan.unchanged.count)
                json.member("refused", plan.refused.count)
                json.member("leftOut", plan.leftOut.count)
                json.member("noMarkers", report.markers.refused.count)
            }
            json.key("vectorUpdate")
            vector(plan.vectorUpdate, &json)
            PlanListJSON.write(report, &json)
            json.member("digest", plan.digest)
        }
        json.endLine()
        return json.bytes
    }

    private static func inputs(_ report: PlanReport, _ json: inout JSONWriter) {
        func input(
            _ role: String, _ file: String, _ sha256: String, _ more: (inout JSONWriter) -> Void = { _ in }
        ) {
            json.object { json in
                json.input(role, file, sha256)
                more(&json)
            }
        }
        if report.options.fitFile != nil { input("fit", report.fit.file, report.fit.fit.sha256) }
        for one in report.fit.fit.inputs where report.options.fitFile == nil {
            input(one.role, one.file, one.sha256)
        }
        for one in report.markers.files {
            input("markers", one.file.file, one.file.sha256) { $0.member("markers", one.count) }
        }
        if let sessions = report.sessions { input("sessions", sessions.file, sessions.sha256) }
        if let space = report.space.file { input("space", space.file, space.sha256) }
    }

    private static func fit(_ report: PlanReport, _ json: inout JSONWriter) {
        let fit = report.fit.fit
        json.member("sha256", fit.sha256)
        json.member("verdict", fit.verdict.rawValue.lowercased())
        json.member("model", fit.model)
        json.key("judgements")
        json.array { json in fit.judgements.forEach { json.value($0.code) } }
        json.key("inputs")
        json.array { json in
            for input in fit.inputs {
                json.object { json in
                    json.input(input.role, input.file, input.sha256)
                }
            }
        }
        json.key("fitted")
        json.array { json in fit.fitted.forEach { json.value($0.id.wireText) } }
    }

    private static func request(_ report: PlanReport, _ json: inout JSONWriter) {
        let request = report.plan.request, map = request.motion.targetFromSource
        json.member("mode", request.mode.rawValue)
        json.member("from", request.motion.source.rawValue)
        json.member("to", request.motion.target.rawValue)
        json.key("motion")
        json.object { json in
            json.member("sourceCenter", map.sourceCenter)
            json.member("targetCenter", map.targetCenter)
            json.member("rest", map.rest)
            json.key("rotationColumns")
            json.array { json in
                for column in [map.rotation.x, map.rotation.y, map.rotation.z] { json.value(column) }
            }
            json.member("angleDegrees", MeasureText.rounded(map.rotation.angle / QuadLimits.degree))
        }
        json.key("frames")
        json.object { frames(request.frames, &$0) }
        json.key("space")
        json.object { json in
            json.member("vector", request.space.vector?.numbers)
            json.member("sign", request.space.sign == .added ? "added" : "subtracted")
            json.member("signBasis", report.space.basis.rawValue)
        }
        json.member("strict", request.isStrict)
        json.key("limits")
        json.object { json in
            for limit in QuadLimits.all { json.member(limit.name, request.limits[keyPath: limit.path]) }
        }
    }

    private static func frames(_ frames: FrameMembership, _ json: inout JSONWriter) {
        let (rule, date): (String, String?) =
            switch frames.rule {
            case .onlyChosen: ("chosen", nil)
            case .before(let date): ("before", date.text)
            default: ("all", nil)
            }
        json.member("rule", rule)
        json.member("before", date)
        for (name, ids) in [("chosen", frames.chosen), ("targets", frames.targets)] {
            json.key(name)
            json.array { json in ids.map(\.wireText).sorted().forEach { json.value($0) } }
        }
    }

    private static func vector(_ update: VectorUpdate?, _ json: inout JSONWriter) {
        guard let update else { return json.null() }
        json.object { json in
            json.member("before", update.before?.numbers)
            json.member("after", update.after.numbers)
            json.member("largestLoss", update.loss.largest)
            json.member("rmsLoss", update.loss.rms)
            json.key("body")
            PlanListJSON.body(update.body, &json)
        }
    }
}
