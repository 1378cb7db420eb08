import FrameGraph
import FrameReports
import MarkersReport
import Testing

@Suite("A fusion as a page")
struct FusionPageTests {
    private static func page(_ report: FusionReport, subject: String = "demo") -> String {
        let stamp = PageStamp(version: "1", date: "2026-01-01", document: Array("{}".utf8))
        let page = FusionPage.html(report, verdict: "warn", subject: subject, stamp)
        return String(decoding: page, as: UTF8.self)
    }

    @Test("draws every marker and every sighting that was left out, and has the tables")
    func parts() throws {
        let report = try DemoFusion(seed: 1).report, page = Self.page(report)
        let fusion = report.fusion
        let out = fusion.markers.reduce(0) { $0 + $1.leftOut.count }
        #expect(page.matches(of: #/<title>[^<]*, seen by /#).count == fusion.markers.count)
        #expect(out > 0 && page.matches(of: #/stroke-dasharray="5 4"/#).count == out)
        for title in ["Sessions", "Undecided corners", "Sightings left out", "Markers", "Findings"] {
            #expect(page.contains("<h2>\(title)</h2>"), "\(title)")
        }
        #expect(!page.contains("nan") && !page.contains("inf"))
    }

    @Test("loads nothing, and is the same for the same fusion")
    func alone() throws {
        let report = try DemoFusion(seed: 1).report, page = Self.page(report)
        for word in ["http:", "https:", "src=", "href=", "url(", "@import", " style="] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(Self.page(report) == page)
    }

    @Test("no name becomes anything but text", arguments: ["</script><script>", "\"'&<b>", "\u{202E}hall"])
    func hostile(text: String) throws {
        let report = try DemoFusion(seed: 1).report
        func tags(_ page: String) -> [String] {
            page.matches(of: #/<[a-z\/!][^ >]*/#).map { String($0.output) }
        }
        let page = Self.page(report, subject: text)
        #expect(tags(page) == tags(Self.page(report)))
        #expect(!page.unicodeScalars.contains { $0.properties.isBidiControl })
    }
}
