import Foundation
import Markers
import QuadGeometry
import Testing

@testable import MarkersReport

@Suite("A report as a page")
struct ReportPageTests {
    @Test("has its parts in the order of reading", arguments: ReportFixture.fits)
    func order(fit: String) throws {
        let page = ReportFixture.page(try ReportFixture.content(fit, names: ["a", "b"]))
        let parts = ["verdict", "figures", "views", "residuals", "pairs", "errors", "motion", "data"]
        let places = try parts.map { part in
            try #require(page.range(of: "<section id=\"\(part)\"")?.lowerBound, "\(part)")
        }
        #expect(places == places.sorted())
        #expect(page.count(of: "<svg ") >= 8 && page.count(of: "role=\"img\"") >= 7)
    }

    @Test("is the same for the same content")
    func repeated() throws {
        let (first, second) = (
            try ReportFixture.content(names: ["a"]), try ReportFixture.content(names: ["a"])
        )
        #expect(ReportPage.html(first) == ReportPage.html(second))
    }

    @Test("refers to nothing outside, and allows nothing but its own style and script")
    func alone() throws {
        let page = ReportFixture.page(try ReportFixture.content(names: ["a"]))
        for word in [
            "http:", "https:", "src=", "href=", "url(", "@import", "innerHTML", "eval(", " style=", " on",
        ] {
            let found = page.range(of: word).map { page[$0.lowerBound...].prefix(60) }
            #expect(
                word == " on" ? !page.contains(/<[^>]* on[a-z]+=/) : found == nil, "\(word): \(found ?? "")")
        }
        #expect(page.contains("default-src 'none'; style-src 'sha256-"))
        #expect(page.count(of: "<script") == 2 && page.count(of: "<style") == 1)
    }

    @Test("holds the whole fit as JSON", arguments: ReportFixture.fits)
    func data(fit: String) throws {
        let document = try ReportFixture.document(fit)
        let page = ReportFixture.page(try ReportFixture.content(fit))
        let start = try #require(page.range(of: "id=\"quadcal-fit\">")?.upperBound)
        let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)?.lowerBound)
        #expect(try JSONValue(String(page[start..<end])) == JSONValue(document))
    }

    @Test("no name becomes anything but text", arguments: HostileText.all)
    func hostile(text: String) throws {
        let plain = ReportFixture.page(try ReportFixture.content(names: ["a"], subject: "a"))
        let page = ReportFixture.page(try ReportFixture.content(names: [text], subject: text))
        // The same elements, whatever the name is.
        #expect(tags(page) == tags(plain))
        #expect(
            !page.unicodeScalars.contains { $0.properties.isBidiControl || $0.value < 9 || $0.value == 27 })
    }

    private func tags(_ page: String) -> [Substring] {
        page.matches(of: #/<\/?[a-zA-Z!][a-zA-Z0-9]*/#).map(\.output)
    }

    @Test("what is escaped cannot end where it stands", arguments: HostileText.all)
    func escaped(text: String) {
        #expect(HostileText.isSafe(PageText.escaped(text)))
    }

    @Test("data mean the same and end no element", arguments: HostileText.all)
    func safe(text: String) throws {
        var json = JSONWriter()
        json.array { json in json.value(text) }
        let safe = PageData.safe(json.bytes)
        #expect(!safe.contains("<") && !safe.unicodeScalars.contains { $0.properties.isBidiControl })
        #expect(try JSONValue(safe).elements.first?.string == text)
    }

    @Test("says of every state what became of a marker")
    func states() throws {
        let states = ReportMarker.State.allCases
        let page = ReportFixture.page(
            try ReportFixture.content(names: states.map { "marker \($0.rawValue)" }))
        for state in states { #expect(page.contains("marker \(state.rawValue): \(state.rawValue)")) }
    }

    @Test("stays below a megabyte with a thousand markers")
    func size() throws {
        let names = (0..<1000).map { "Hall 3, row \($0 / 40), place \($0 % 40)" }
        let page = ReportPage.html(try ReportFixture.content(names: names))
        #expect(page.count < 1_000_000, "\(page.count) bytes")
    }
}

extension String {
    func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
