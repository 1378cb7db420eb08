internal import Markers

/// The errors that would not be noticed, marker by marker.
struct PageReliability {
    private let reliability: FitDocument.Reliability
    private let areMarkers: Bool
    /// `nil` where the document does not tell.
    init?(_ content: ReportContent) {
        guard let reliability = content.fit.document.reliability, !reliability.markers.isEmpty else {
            return nil
        }
        self.reliability = reliability
        areMarkers = content.pairs.contains { $0.group != nil }
    }

    func write(to page: inout PageText) {
        let kind = areMarkers ? "marker" : "pair"
        page.section("reliability", "What could hide")
        page.element("p", sentence(kind))
        page.element(
            "p class=\"note\"",
            "Found are \(ReportText.digits(3, 100 * reliability.power)) of 100 shifts of the stated size, in the direction in which "
                + "they hide best, by a test that calls \(ReportText.digits(2, 1000 * reliability.falseAlarm)) of 1000 sound "
                + "\(kind)s wrong.")
        page.scrolling("Table of what could hide") { page in
            page.table(
                [
                    (kind, false), ("checked of 3", true), ("chance", true), ("hides", true),
                    ("which moves", false), ("by", true),
                ],
                caption: "Lengths in mm. Chance: the probability of as large a residual without an error.",
                isSortable: true
            ) { page in
                for one in reliability.markers {
                    page.raw("<tr>")
                    page.element("th scope=\"row\"", ReportText.name(one.name))
                    page.element("td", ReportText.fixed(2, one.redundancy))
                    page.element("td", one.probability.map { ReportText.digits(2, $0) } ?? "–")
                    page.element("td", one.hidden.map { ReportText.digits(3, 1000 * $0.size) } ?? "any")
                    page.element("td", one.hidden?.point.map { ReportText.name($0) } ?? "–")
                    page.element("td", one.hidden?.effect.map { ReportText.digits(3, 1000 * $0) } ?? "–")
                    page.raw("</tr>")
                }
            }
        }
        if reliability.markers.count >= FitDocument.Reliability.mostListed {
            page.element("p class=\"note\"", "The \(reliability.markers.count) in which most could hide.")
        }
        page.raw("</section>\n")
    }

    private func sentence(_ kind: String) -> String {
        guard let worst = reliability.worst else { return "" }
        let name = ReportText.name(worst.name)
        guard let hidden = worst.hidden else {
            return
                "An error of any size in \(kind) \(name) in some direction would go unnoticed: no other one checks it."
        }
        var sentence =
            "An error of up to \(ReportText.length(hidden.size)) in \(kind) \(name) would go unnoticed"
        if let point = hidden.point, let effect = hidden.effect {
            sentence += " and could move \(ReportText.name(point)) by \(ReportText.length(effect))"
        }
        return sentence + "."
    }
}
