import Foundation
import Markers
import TestSupport
import Testing

@testable import MarkersReport

@Suite("The title block of a report")
struct ReportHeadingTests {
    /// A white pixel.
    private static let png = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        ) ?? Data())
    /// The segments of a JPEG file of 3 by 2 pixels, without any of them.
    private static let jpeg: [UInt8] = [
        0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, 0, 2, 0, 3, 1, 1, 0x11, 0, 0xff, 0xd9,
    ]

    @Test("has the fields that were given, and blank ones for the usual others")
    func fields() throws {
        var content = try ReportFixture.content()
        content.heading = ReportHeading(
            title: "Rescan", fields: [.init("project", "P7"), .init("Weather", "<dry>")])
        let page = ReportFixture.page(content)
        #expect(page.contains(">Rescan</h1>") && page.contains("<dt>project</dt><dd>P7</dd>"))
        #expect(
            page.contains("<dt>Weather</dt><dd>&lt;dry&gt;</dd>")
                && page.contains("<dt>Subject</dt><dd>Hall</dd>"))
        for name in ["Site", "Operator", "Device"] {
            #expect(page.contains("<dt>\(name)</dt><dd class=\"blank\"></dd>"), "\(name)")
        }
        #expect(page.count(of: "name, date, signature") == 3 && page.contains("counter(pages)"))
    }

    @Test("no name becomes markup or a style", arguments: HostileText.all)
    func hostile(text: String) throws {
        var content = try ReportFixture.content(), plain = content
        content.heading = ReportHeading(title: text, fields: [.init(text, text)])
        plain.heading = ReportHeading(title: "a", fields: [.init("a", "a")])
        let pages = [content, plain].map(ReportFixture.page)
        #expect(pages[0].matches(of: #/<[a-z]/#).count == pages[1].matches(of: #/<[a-z]/#).count)
        let style = try #require(pages[0].firstMatch(of: #/<style>([^<]*)<\/style>/#)).1
        let margin = try #require(style.firstMatch(of: #/@top-left{content:"([^"]*)"}/#)).1
        #expect(margin.unicodeScalars.allSatisfy { !["<", ">", "'", "\n", "{", "}"].contains($0) })
    }

    @Test("holds a logo, which only then the policy allows")
    func logo() throws {
        var content = try ReportFixture.content()
        #expect(!ReportFixture.page(content).contains("img-src"))
        for bytes in [Self.png, Self.jpeg] {
            let logo = try ReportLogo(bytes)
            content.heading.logo = logo
            let page = ReportFixture.page(content)
            #expect(page.contains("img-src data:; ") && page.contains("width=\"\(logo.width)\""))
            #expect(page.contains("src=\"data:\(logo.kind);base64,\(Data(bytes).base64EncodedString())\""))
        }
        #expect(try ReportLogo(Self.jpeg).width == 3 && ReportLogo(Self.jpeg).height == 2)
    }

    @Test("a logo that is something else, damaged or too large is refused", arguments: Seeds.few)
    func refused(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func fault(_ bytes: [UInt8]) -> ReportLogoError? {
            do throws(ReportLogoError) { _ = try ReportLogo(bytes) } catch { return error }
            return nil
        }
        for place in Self.png.indices {
            var damaged = Self.png
            damaged[place] ^= UInt8.random(in: 1...255, using: &random)
            #expect(fault(damaged) != nil, "byte \(place), seed \(seed)")
            #expect(fault(Array(Self.png[..<place])) != nil, "\(place) bytes")
        }
        for place in Self.jpeg.indices { #expect(fault(Array(Self.jpeg[..<place])) != nil, "\(place) bytes") }
        #expect(fault([]) == .notAPicture && fault(Array("<svg>".utf8)) == .notAPicture)
        #expect(fault(Self.png + [0]) == .damaged(at: Self.png.count))
        #expect(
            fault([UInt8](repeating: 0, count: ReportLogo.mostBytes + 1))
                == .tooLarge(bytes: ReportLogo.mostBytes + 1, most: ReportLogo.mostBytes))
        var wide = Self.jpeg
        wide[15] = 0x20
        #expect(fault(wide) == .tooWide(width: 0x2003, height: 2, most: ReportLogo.longestSide))
    }

    @Test("names what was rejected in the verdict, and says whether each requirement is met")
    func acceptance() throws {
        let content = try ReportFixture.content()
        let page = ReportFixture.page(content)
        let share =
            content.rejected.isEmpty
            ? "none of \(ReportText.counted(content.pairs.count, "pair")) was rejected"
            : content.shareRejected
        #expect(page.contains(share) && page.contains("Findings that forbid its use"))
    }
}
