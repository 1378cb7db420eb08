import Markers
import QuadGeometry

/// The lists of a plan for programs, marker by marker.
enum PlanListJSON {
    static func write(_ report: PlanReport, _ json: inout JSONWriter) {
        let meets = Dictionary(grouping: report.neighbors, by: \.moved)
        list("updates", report.plan.updates, \.index, report, &json) { update, json in
            json.member("version", update.version.map { Int($0) })
            json.member("displacement", update.displacement)
            json.member("error95", update.predictedError)
            findings(update.findings, &json)
            json.key("neighbors")
            json.array { json in
                for one in meets[update.index] ?? [] {
                    json.object { json in
                        json.member("other", report.markers.markers[one.unmoved].id.wireText)
                        json.member("otherIndex", one.unmoved)
                        members(one.issue, &json)
                    }
                }
            }
            json.key("stale")
            json.array { json in update.staleMembers.forEach { json.value($0) } }
            json.key("body")
            body(update.body(), &json)
        }
        list("unchanged", report.plan.unchanged, \.index, report, &json) { marker, json in
            json.member("displacement", marker.displacement)
            findings(marker.findings, &json)
        }
        list("refused", report.plan.refused, \.index, report, &json) { marker, json in
            json.member("reason", marker.reason.code)
            json.member("sentence", marker.reason.text)
        }
        list("leftOut", report.plan.leftOut, \.index, report, &json) { marker, json in
            json.member("reason", marker.reason.code)
            json.member("sentence", marker.reason.text(report.markers))
        }
        json.key("noMarkers")
        json.array { json in
            for (file, error) in report.markers.refused {
                json.object { json in
                    json.member("file", file)
                    json.member("line", error.line)
                    json.member("pointer", error.pointer)
                    json.member("reason", error.code.rawValue)
                    json.member("sentence", error.text)
                }
            }
        }
    }

    /// A request's body as it is sent; null where nothing is.
    static func body(_ bytes: [UInt8]?, _ json: inout JSONWriter) {
        guard let bytes, let body = try? JSONValue(bytes) else { return json.null() }
        json.value(body)
    }

    private static func list<Item>(
        _ name: String, _ items: [Item], _ index: (Item) -> Int, _ report: PlanReport,
        _ json: inout JSONWriter, _ more: (Item, inout JSONWriter) -> Void
    ) {
        json.key(name)
        json.array { json in
            for item in items {
                json.object { json in
                    head(index(item), report, &json)
                    more(item, &json)
                }
            }
        }
    }

    /// Which marker it is, where it stands, and the digest of its bytes before.
    private static func head(_ index: Int, _ report: PlanReport, _ json: inout JSONWriter) {
        let marker = report.markers.markers[index]
        json.member("index", index)
        json.member("id", marker.id.wireText)
        json.member("session", marker.workSessionID.wireText)
        json.member("label", marker.label)
        json.member("file", report.markers.file(of: index))
        json.member("line", marker.place.line)
        json.member("pointer", marker.place.pointer)
        json.member("before", SHA256.hex(of: marker.text[...]))
    }

    private static func findings(_ issues: [QuadIssue], _ json: inout JSONWriter) {
        json.key("findings")
        json.array { json in
            for issue in issues { json.object { members(issue, &$0) } }
        }
    }

    private static func members(_ issue: QuadIssue, _ json: inout JSONWriter) {
        json.member("code", issue.code.rawValue)
        json.member("severity", issue.severity.rawValue)
        json.member("message", issue.short)
    }
}
