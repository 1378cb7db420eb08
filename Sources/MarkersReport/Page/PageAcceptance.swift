internal import Markers
internal import RigidCalibration

/// The rule of acceptance: what was required, what was measured against it, and room for signatures.
struct PageAcceptance {
    let content: ReportContent
    private var document: FitDocument { content.fit.document }

    func write(to page: inout PageText) {
        page.raw("<section id=\"acceptance\">")
        page.element("h2", "Acceptance")
        page.element(
            "p",
            "The motion is accepted if the verdict is PASS, which requires that no check below fails"
                + (document.options.tolerance == nil
                    ? "; no tolerance was requested for the errors." : "."))
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
        let failed = content.allRemarks.filter(\.fails).count
        checks.append(
            Check(
                name: "Findings that forbid its use", required: "none",
                measured: failed == 0 ? "none" : "\(failed)", isMet: failed == 0))
        return checks
    }
}
