import Markers
import QuadGeometry
import RigidCalibration

/// What was moved, for programs.
enum ApplyJSON {
    private static let schema = "quadcal.apply/1"

    static func document(_ report: ApplyReport) -> [UInt8] {
        var json = JSONWriter(openDepth: 2)
        json.object { json in
            json.head(schema, report.verdict, report.exitCode)
            json.member("isMixed", report.isMixed)
            json.key("inputs")
            json.array { json in
                let files: [(String, String, String?)] = [
                    ("fit", report.saved.file, report.saved.fit.sha256),
                    ("markers", report.file, report.sha256),
                ]
                for (role, file, sha256) in files {
                    json.object { json in
                        json.input(role, file, sha256)
                    }
                }
            }
            json.member("output", report.options.output)
            json.member("fitVerdict", report.saved.fit.verdict.rawValue.lowercased())
            json.key("options")
            json.object { options(report, &$0) }
            tally(report.tally, &json)
            json.key("fitted")
            fitted(report.fitted, &json)
        }
        json.endLine()
        return json.bytes
    }

    private static func options(_ report: ApplyReport, _ json: inout JSONWriter) {
        let (request, options) = (report.request, report.options)
        json.member("mode", request.mode.rawValue)
        json.member("from", request.motion.source.rawValue)
        json.member("to", request.motion.target.rawValue)
        json.member("kindsAreStated", report.saved.fit.kinds != nil)
        json.member("vector", options.vector)
        json.member("vectorSign", options.sign == .added ? "added" : "subtracted")
        json.key("sessions")
        json.array { json in
            for session in options.sessions.map(\.wireText).sorted() { json.value(session) }
        }
        json.member("strict", options.isStrict)
        json.member("lengths", "m")
    }

    private static func tally(_ tally: MoveTally, _ json: inout JSONWriter) {
        json.key("counts")
        json.object { json in
            json.member("markers", tally.count)
            json.member("moved", tally.moved)
            json.member("unchanged", tally.unchanged)
            json.member("refused", tally.refusedCount)
            json.member("leftOut", tally.leftOutCount)
        }
        json.member("largestShift", tally.largestShift)
        for (name, counts) in [
            ("leftOut", tally.leftOut), ("stale", tally.stale), ("findings", tally.findings),
        ] {
            json.key(name)
            json.object { json in
                for (key, count) in counts.sorted(by: { $0.key < $1.key }) { json.member(key, count) }
            }
        }
        json.key("refused")
        json.array { json in
            for one in tally.refused {
                json.object { json in
                    json.member("line", one.line)
                    json.member("pointer", one.pointer)
                    json.member("code", one.code)
                    json.member("sentence", one.sentence)
                }
            }
        }
        json.member("truncated", tally.refused.count < tally.refusedCount)
    }

    private static func fitted(_ state: FittedState?, _ json: inout JSONWriter) {
        guard let state else { return json.null() }
        json.object { json in
            json.member("onSource", state.onSource.count)
            json.member("elsewhere", state.elsewhere.count)
            json.member("missing", state.missing.count)
        }
    }
}
