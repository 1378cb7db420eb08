internal import Markers
internal import QuadGeometry
internal import RigidCalibration

/// The motion to copy, how to read the report, and its data.
struct PageMotion {
    let content: ReportContent

    func write(to page: inout PageText) {
        page.section("motion", "The motion")
        page.element("p", "It leads from source to target: p′ = R p + t, lengths in metres, +Y up.")
        if content.fit.straightened != nil {
            page.element(
                "p",
                "It is not all: each marker is shifted on top of it, and without that it ends in a wrong place."
            )
        }
        let rotation = content.fit.targetFromSource.rotation
        if let rows = content.fit.document.motion.matrix?.rowMajor {
            copied("Matrix, row by row (as on paper)", lines(rows), &page)
            let columns = (0..<16).map { (place: Int) -> Double in rows[place % 4 * 4 + place / 4] }
            copied("Matrix, column by column (simd_float4x4, ARKit)", lines(columns), &page)
        }
        let (q, r) = (rotation.quaternionXYZW, rotation.quaternionWXYZ)
        copied("Quaternion x, y, z, w", [line([q.x, q.y, q.z, q.w])], &page)
        copied("Quaternion w, x, y, z", [line([r.x, r.y, r.z, r.w])], &page)
        guide(&page)
        page.raw("</section>\n")
    }

    private func line(_ numbers: [Double]) -> String {
        numbers.map(ReportText.exact).joined(separator: ", ")
    }

    private func lines(_ numbers: [Double]) -> [String] {
        stride(from: 0, to: 16, by: 4).map { start in
            line(Array(numbers[start..<(start + 4)])) + (start < 12 ? "," : "")
        }
    }

    private func copied(_ title: String, _ lines: [String], _ page: inout PageText) {
        page.raw("<div class=\"copied\"><h3>")
        page.text(title)
        page.raw("</h3><button type=\"button\" class=\"copy\" hidden>Copy</button><pre tabindex=\"0\">")
        page.lines(lines)
        page.raw("</pre></div>\n")
    }

    private func guide(_ page: inout PageText) {
        page.raw("<details class=\"guide\"><summary>How to read this</summary><dl>")
        for (term, text) in PageMotion.terms {
            page.element("dt", term)
            page.element("dd", text)
        }
        page.raw("</dl></details>\n")
    }

    private static let terms = [
        (
            "Verdict",
            "PASS: the motion may be used. WARN: it may be used by whoever accepts the remarks. FAIL: it must not be used. The code "
                + "beside it names the rule that decided."
        ),
        (
            "Residual",
            "What is left between a target and its moved source. It tells how well the pairs agree, not how far off a marker may be."
        ),
        (
            "Error to expect",
            "How far a moved marker may be off in 95 of 100 cases; it grows with the distance from the pairs."
        ),
        ("Standardised", "A residual in units of what is expected of it: below 2.8 for 95 of 100 pairs."),
        (
            "Leverage",
            "How much of a pair's three coordinates was spent on the motion; near 3 it cannot be checked by the others."
        ),
        (
            "LOO, shift",
            "Leave-one-out: the residual of a pair if only the others predict it, and how far omitting it moves the pairs."
        ),
        (
            "Degrees of freedom",
            "How many numbers the pairs have beyond those that the motion needs. With few, errors are not well known."
        ),
        (
            "χ²",
            "The squares of the residuals in units of a stated noise; its probability is how often chance makes it as large."
        ),
        (
            "Strength",
            "How well the turn about an axis is known: pairs near a line leave the turn about that line weak."
        ),
    ]
}
