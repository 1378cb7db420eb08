import Markers
import QuadGeometry

/// A check for programs: one document, or a line for each finding and one for the rest.
enum CheckJSON {
    private static let schema = "quadcal.check/1"

    static func write(_ report: CheckReport, to streams: inout Streams) throws(Failure) {
        var json = JSONWriter(openDepth: 2)
        json.object { json in
            head(report, &json)
            json.key("findings")
            json.array { json in
                for finding in report.findings { json.object { members(finding, &$0) } }
            }
            tail(report, &json)
        }
        json.endLine()
        try streams.print(json.bytes)
    }

    static func writeLines(_ report: CheckReport, to streams: inout Streams) throws(Failure) {
        for finding in report.findings {
            var json = JSONWriter()
            json.object { json in
                json.member("type", "finding")
                members(finding, &json)
            }
            json.endLine()
            try streams.print(json.bytes)
        }
        var json = JSONWriter()
        json.object { json in
            json.member("type", "summary")
            head(report, &json)
            tail(report, &json)
        }
        json.endLine()
        try streams.print(json.bytes)
    }

    private static func head(_ report: CheckReport, _ json: inout JSONWriter) {
        json.head(schema, report.verdict, report.exitCode)
        json.key("inputs")
        json.array { json in
            for file in report.files { json.object { input(file, &$0) } }
        }
        json.member("profile", report.options.profile.rawValue)
        json.key("limits")
        json.object { json in
            for limit in LimitOption.all { self.limit(limit, report.options.limits, &json) }
        }
        json.key("settings")
        json.object { settings(report.options, &$0) }
    }

    private static func input(_ checked: CheckedFile, _ json: inout JSONWriter) {
        let file = checked.file
        json.member("file", file.name)
        json.member("sha256", file.sha256)
        json.member("format", file.format.rawValue)
        json.member("separator", file.separator)
        json.member("quads", file.quads.count)
        json.member("rowsWithoutQuad", file.faultCount)
        json.member("error", file.failure?.text)
        json.key("counts")
        json.object { counts(checked.counts, &$0) }
    }

    private static func limit(_ limit: LimitOption, _ limits: QuadLimits, _ json: inout JSONWriter) {
        let value = limits[keyPath: limit.path]
        json.key(limit.name)
        json.object { json in
            switch limit.scale {
            case .millimetres, .metres: json.member("value", value)
            case .degrees, .ratio: json.member("value", limit.scale.shown(value))
            }
            json.member("unit", limit.scale.reportUnit)
            json.member("option", limit.flag)
        }
    }

    private static func settings(_ options: CheckOptions, _ json: inout JSONWriter) {
        json.member("format", options.format?.rawValue)
        json.member("coordinates", options.coordinates.rawValue)
        json.member("facing", options.facing)
        json.key("only")
        if let only = options.only {
            json.array { json in only.forEach { json.value($0.word) } }
        } else {
            json.null()
        }
        json.key("ignore")
        json.array { json in options.ignored.forEach { json.value($0.word) } }
        json.key("severity")
        json.object { json in
            for code in CheckCode.all {
                if let severity = options.severities[code] { json.member(code.word, severity.rawValue) }
            }
        }
        json.member("failOn", options.failsOn.rawValue)
        json.member("maxFindings", options.mostFindings)
        json.member("fix", options.fixedFile)
    }

    private static func tail(_ report: CheckReport, _ json: inout JSONWriter) {
        json.key("counts")
        json.object { counts(report.counts, &$0) }
        json.member("truncated", report.leftOut.total > 0)
        json.member("leftOut", report.leftOut.total)
        guard report.options.fixedFile != nil else { return }
        json.key("repairs")
        json.array { json in
            for repair in report.files.flatMap(\.repairs) { json.object { members(repair, &$0) } }
        }
    }

    private static func counts(_ counts: FindingCounts, _ json: inout JSONWriter) {
        for severity in Severity.allCases { json.member(severity.rawValue, counts[severity]) }
    }
}
