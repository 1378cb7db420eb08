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
        #expect(page.count(of: "<script") == 3 && page.count(of: "<style") == 1)
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
        let safe = PageText.safe(json.bytes)
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

    @Test("P5: a job's page says what was done, and draws no error of markers that stay")
    func doneJob() throws {
        func marker(_ name: String, _ x: Double, _ state: ReportMarker.State) -> ReportMarker {
            let quad = Quad.square(at: SIMD3(x, 0, 0))
            let step = state == .moved ? SIMD3<Double>(2, 0, 0) : .zero
            return ReportMarker(name: name, before: quad, after: quad.map { $0 + step }, state: state)
        }
        let page = ReportFixture.page(
            try ReportFixture.content(markers: [
                marker("went", 0, .moved), marker("left", 3, .moved), marker("stays", 6, .leftOut),
                marker("broken", 9, .refused),
            ]))
        #expect(page.contains("Done: 2 markers moved and read back, 1 not moved."))
        #expect(!page.contains("may be used") || page.contains("PASS: the motion may be used"))
        #expect(!page.contains("stays: in 95 of 100 cases"))
        let plan = ReportFixture.page(try ReportFixture.content(markers: [marker("goes", 0, .planned)]))
        #expect(!plan.contains("Done:"))
    }

    @Test("names a marker that cannot be drawn, with the reason")
    func withoutPlace() throws {
        let lost = ReportMarker(
            name: "lost", before: nil, after: nil, state: .refused, reason: "BAD_CORNER at /p1")
        let there = ReportMarker(
            name: "there", before: .square(at: .zero), after: .square(at: SIMD3(2, 0, 0)), state: .planned)
        for markers in [[lost], [there, lost]] {
            let page = ReportFixture.page(try ReportFixture.content(markers: markers))
            #expect(
                page.contains("<tr class=flag><th>lost<td>–") && page.contains("refused: BAD_CORNER at /p1"))
            #expect(!page.contains("nan"))
        }
    }

    @Test("what was said of markers decides, before what was said of the fit")
    func remarks() throws {
        let grave = ReportContent.Remark("MIXED_SPACE", fails: true, "One <stays>.")
        let light = ReportContent.Remark("STALE_MEMBERS", fails: false, "Some.")
        for (remarks, verdict) in [([light], "warn"), ([light, grave], "fail")] {
            let page = ReportFixture.page(try ReportFixture.content(markers: [], remarks: remarks))
            #expect(
                page.contains("class=\"verdict \(verdict)\"")
                    && page.contains("<title>\(verdict.uppercased()):"))
            let rule = verdict == "fail" ? "MIXED_SPACE: One &lt;stays&gt;." : "STALE_MEMBERS: Some."
            #expect(page.contains("<p class=\"rule\">\(rule)</p>"))
        }
    }

    @Test(
        "each mark says what it is, and those to be looked at have their names in any crowd",
        arguments: [30, 1400])
    func titles(count: Int) throws {
        let page = ReportFixture.page(try ReportFixture.content(names: (0..<count).map { "m\($0)." }))
        let attention = ReportMarker.State.allCases.indices.filter {
            ReportMarker.State.allCases[$0].needsAttention
        }
        for place in 0..<count where attention.contains(place % ReportMarker.State.allCases.count) {
            #expect(page.contains("<title>m\(place).: "), "m\(place)")
        }
        #expect(page.contains("<title>m0.: planned") == (count == 30))
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
