import Foundation
import Markers
import TestSupport
import Testing

@testable import MarkersReport

@Suite("Reports of fits that somebody changed")
struct ReportDamageTests {
    private static let numbers = [
        "0", "-1", "1e300", "-1e300", "5e-324", "1e15", "1e9", "0.5", "123456789012345678", "null",
    ]
    private static let documents = 150

    @Test("are pages and scenes all the same, as long as they are fits", arguments: Seeds.few)
    func changed(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var accepted = 0
        for fit in ReportFixture.fits {
            let text = String(decoding: try ReportFixture.document(fit), as: UTF8.self)
            let places = text.matches(of: #/-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?/#).map(\.range)
            for _ in 0..<ReportDamageTests.documents {
                var changed = text
                let chosen = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in
                    places.randomElement(using: &random)
                }
                for range in Set(chosen.map(\.lowerBound)).sorted(by: >) {
                    guard let place = places.first(where: { $0.lowerBound == range }) else { continue }
                    changed.replaceSubrange(place, with: Self.numbers.randomElement(using: &random) ?? "0")
                }
                let bytes = Array(changed.utf8)
                guard let content = try? ReportContent(fit: bytes, subject: "a") else { continue }
                accepted += 1
                let page = ReportFixture.page(content)
                #expect(page.hasSuffix("</html>\n"), "seed \(seed)")
                // Packed data may spell anything.
                let shown = page.replacing(#/<script type="application\/gzip"[^<]*/#, with: "")
                #expect(!shown.contains("nan") && !shown.contains(">inf"), "seed \(seed)")
                _ = ReportScene.usdz(content)
            }
        }
        #expect(accepted > ReportDamageTests.documents / 2, "seed \(seed)")
    }
}
