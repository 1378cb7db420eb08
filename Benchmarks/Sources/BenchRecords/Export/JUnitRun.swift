/// A run as test results: a case a measurement, failed where it breaks its limit.
package enum JUnitRun {
    package static func text(_ run: RunRecord) -> String {
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
        let judged = run.measurements
        lines.append("<testsuites tests=\"\(judged.count)\" failures=\"\(run.broken.count)\">")
        for area in run.areas {
            let cases = judged.filter { $0.area == area }
            let failures = cases.count { $0.isWithinLimit == false }
            lines.append(
                "  <testsuite name=\"\(escaped(area))\" tests=\"\(cases.count)\" failures=\"\(failures)\" "
                    + "errors=\"0\" skipped=\"0\">")
            lines += cases.map(element)
            lines.append("  </testsuite>")
        }
        return (lines + ["</testsuites>"]).joined(separator: "\n") + "\n"
    }

    private static func element(_ one: MeasuredValue) -> String {
        let head = "    <testcase classname=\"\(escaped(one.area))\" name=\"\(escaped(one.name))\""
        guard one.isWithinLimit == false, let limit = one.limit else { return head + "/>" }
        let what = one.limitIsRatio == true ? "times \(one.peer?.name ?? "the peer")" : one.unit
        let found = one.limitIsRatio == true ? one.ratio ?? .nan : one.value
        let sentence =
            "\(MarkdownRun.number(found)) \(what), where \(one.better == .lower ? "at most" : "at least") "
            + "\(MarkdownRun.number(limit)) is allowed"
        return head + "><failure message=\"\(escaped(sentence))\"/></testcase>"
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("\n", with: "&#10;")
    }
}
