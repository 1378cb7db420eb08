import Foundation
import Markers
import MarkersClient

/// What became of a job, for programs.
enum JobJSON {
    static let schema = "quadcal.run/1"

    static func document(_ report: JobReport) -> [UInt8] {
        let head = report.head
        var json = JSONWriter(openDepth: 2)
        json.object { json in
            json.head(schema, report.verdict, report.exitCode)
            json.member("action", report.action.rawValue)
            json.member("job", report.commands.file)
            json.member("server", head.server)
            json.key("space")
            json.object { json in
                json.member("id", head.space.text)
                json.member("key", report.space)
            }
            json.member("mode", head.mode.rawValue)
            json.member("plan", head.digest)
            json.member("created", head.created)
            json.key("sessions")
            json.array { json in head.sessions.forEach { json.value($0.wireText) } }
            json.key("inputs")
            json.array { json in
                for input in head.inputs {
                    json.object { json in
                        json.member("name", input.name)
                        json.member("sha256", input.sha256)
                    }
                }
            }
            json.member("direction", report.direction == .apply ? "apply" : "undo")
            json.member("complete", report.isComplete)
            json.key("counts")
            json.object { json in
                for word in JobState.Word.allCases {
                    json.member(word.rawValue, report.counts[word, default: 0])
                }
                json.member("refused", report.refused)
            }
            json.member("vector", report.vector?.word.rawValue)
            json.key("run")
            run(report, &json)
            json.key("warnings")
            json.array { json in
                for warning in report.warnings {
                    json.object { json in
                        json.member("code", warning.code)
                        json.member("sentence", warning.sentence)
                    }
                }
            }
            json.key("open")
            json.array { json in report.open.forEach { open($0, &json) } }
            json.key("comparison")
            comparison(report.comparison, &json)
            json.key("next")
            json.object { json in
                json.member("goOn", report.next.map { report.commands.line($0) })
                json.member("undo", report.canBeUndone ? report.commands.line(.undo) : nil)
            }
        }
        json.endLine()
        return json.bytes
    }

    private static func run(_ report: JobReport, _ json: inout JSONWriter) {
        guard let run = report.run else { return json.null() }
        json.object { json in
            json.member("requests", run.requests)
            json.key("stop")
            if let stop = run.stop {
                json.object { json in
                    json.member("code", stop.code)
                    json.member("sentence", stop.sentence(report.head))
                }
            } else {
                json.null()
            }
            json.member("sessionsWithDetails", report.details?.sessions)
            json.member("detailsProblem", report.details?.problem?.code)
        }
    }

    private static func open(_ marker: JobReport.OpenMarker, _ json: inout JSONWriter) {
        json.object { json in
            json.member("id", marker.id.wireText)
            json.member("label", marker.label)
            json.member("state", marker.state.word.rawValue)
            json.member("code", marker.state.code)
        }
    }

    private static func comparison(_ comparison: JobReport.Comparison?, _ json: inout JSONWriter) {
        guard let comparison else { return json.null() }
        json.object { json in
            switch comparison {
            case .failed(let error):
                json.member("problem", error.code)
                json.member("sentence", error.text)
            case .made(let report):
                json.member("asPlanned", report.asPlanned)
                json.key("different")
                json.array { json in
                    for (id, code) in report.different.sorted(by: { $0.key.wireText < $1.key.wireText }) {
                        json.object { json in
                            json.member("id", id.wireText)
                            json.member("code", code)
                        }
                    }
                }
                for (name, ids) in [("gone", report.gone), ("appeared", report.appeared)] {
                    json.key(name)
                    json.array { json in ids.forEach { json.value($0.wireText) } }
                }
                json.key("vectorIsThere")
                if let isThere = report.vectorIsThere { json.value(isThere) } else { json.null() }
            }
        }
    }
}
