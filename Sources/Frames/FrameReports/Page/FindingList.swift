package import MarkersReport

/// The remarks on a result as a section of a page; nothing where there are none.
package struct FindingList {
    private let remarks: [FrameRemark]

    package init(_ remarks: [FrameRemark]) { self.remarks = remarks }

    package func write(to page: inout PageText) {
        guard !remarks.isEmpty else { return }
        page.raw("<section id=\"findings\">")
        page.element("h2", "Findings")
        page.raw("<ul>")
        for remark in remarks {
            page.raw("<li><b>")
            page.text(remark.code)
            page.raw("</b> ")
            page.text(remark.sentence)
            page.raw("</li>")
        }
        page.raw("</ul></section>\n")
    }
}
