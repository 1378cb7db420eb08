internal import Markers
internal import RigidCalibration

/// The acceptance: whether the motion is accepted and by what, what was required, what was measured against it, and room for signatures.
struct PageAcceptance {
    let content: ReportContent
    private var document: FitDocument { content.fit.document }

    func write(to page: inout PageText) {
        page.section("acceptance", "Acceptance")
        page.element("p", answer)
        page.scrolling("Table of the checks") { page in
            page.table(
                [("check", false), ("required", true), ("measured", true), ("result", false)],
                caption: "Errors are those to expect in 95 of 100 cases.", isSortable: false
            ) { page in
                for check in checks {
                    page.row([check.name], isFlagged: check.isMet == false, [check.required, check.measured])
                    page.element(
                        "td class=\"t\"", check.isMet.map { $0 ? "met" : "not met" } ?? "for information")
                }
            }
        }
        page.raw("<div class=\"signatures\">")
        for part in ["Prepared by", "Checked by", "Accepted by"] {
            page.raw("<div><p class=\"line\"></p>")
            page.element("p class=\"note\"", "\(part): name, date, signature")
            page.raw("</div>")
        }
        page.raw("</div></section>\n")
    }

    private var answer: String {
        switch content.verdict {
        case .pass:
            "Accepted: the verdict is PASS, and no check below fails"
                + (document.options.tolerance == nil ? "; no tolerance was requested for the errors." : ".")
        case .warn:
            "Not accepted by itself: the verdict is WARN. Whoever signs accepts \(content.burden)."
        case .fail: "Not accepted: the verdict is FAIL."
        }
    }

    /// A requirement with what was measured; `isMet` is `nil` if nothing is required.
    private struct Check {
        let name, required, measured: String
        let isMet: Bool?
    }

    private var checks: [Check] {
        var checks: [Check] = []
        if let worst = content.worstError {
            let tolerance = document.options.tolerance
            checks.append(
                Check(
                    name: "Error to expect, at worst",
                    required: tolerance.map { "at most \(ReportText.length($0))" } ?? "–",
                    measured:
                        "\(ReportText.length(worst.error)) at \(ReportText.name(worst.name, atMost: 40))",
                    isMet: tolerance.map { worst.error <= $0 }))
        }
        let pairs = content.pairs.count
        if pairs > 0 {
            checks.append(
                Check(
                    name: "Pairs rejected", required: "–", measured: content.shareRejected, isMet: nil))
        }
        if let all = document.checks, !all.isEmpty {
            let missing = all.count(where: \.misses)
            checks.append(
                Check(
                    name: "Check pairs within their bounds", required: "\(all.count) of \(all.count)",
                    measured: "\(all.count - missing) of \(all.count)",
                    isMet: !content.allRemarks.contains { $0.code == "CHECKS_MISS" }))
        }
        let warnings = content.allRemarks.filter { !$0.fails && !$0.isInfo }.map(\.code)
        checks.append(
            Check(
                name: "Remarks to accept", required: "none",
                measured: warnings.isEmpty ? "none" : warnings.joined(separator: ", "),
                isMet: warnings.isEmpty))
        let failed = content.allRemarks.filter(\.fails).count
        checks.append(
            Check(
                name: "Findings that forbid its use", required: "none",
                measured: failed == 0 ? "none" : "\(failed)", isMet: failed == 0))
        return checks
    }
}
