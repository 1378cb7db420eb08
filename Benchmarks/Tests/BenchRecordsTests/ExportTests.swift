import Foundation
import Testing

@testable import BenchRecords

@Suite("Forms of a run for other programs")
struct ExportTests {
    private let run = MadeUp.run([
        MadeUp.digits(15.2), MadeUp.time([90, 100, 120], name: "read | a", better: .higher),
        MeasuredValue(
            name: "fit \"x\" <&>", area: "fits", unit: "ns", quantity: .cost, better: .lower,
            samples: [50, 60, 70],
            limit: 0.2, limitIsRatio: true, peer: .init(name: "Eigen", value: 240)),
    ])

    private func object(_ form: RunExport) throws -> Any {
        try JSONSerialization.jsonObject(with: form.text(run))
    }

    @Test("a run is read back as it was written, and nothing else is taken for one")
    func json() throws {
        #expect(try RunRecord(json: run.json, from: "a") == run)
        var other = run
        other.schema = "quadbench.run/2"
        #expect(throws: RecordError.self) { try RunRecord(json: other.json, from: "a") }
        #expect(throws: RecordError.self) { try RunRecord(json: Data("{}".utf8), from: "a") }
        #expect(throws: RecordError.self) { try RunRecord(json: MadeUp.run([]).json, from: "a") }
        let twice = MadeUp.run([MadeUp.digits(1), MadeUp.digits(2)])
        #expect(throws: RecordError.self) { try RunRecord(json: twice.json, from: "a") }
    }

    @Test("a limit holds for the value, or for the ratio to the peer")
    func limits() {
        #expect(run.broken.map(\.name) == ["digits", "fit \"x\" <&>"])
        #expect(run.measurements[2].ratio == 0.25)
        #expect(run.measurements[1].isWithinLimit == nil)
    }

    @Test("github-action-benchmark gets numbers of which smaller is better")
    func github() throws {
        let entries = try #require(object(.github) as? [[String: Any]])
        #expect(entries.count == 3)
        #expect(try abs(#require(entries[0]["value"] as? Double) - 0.8) < 1e-9)
        #expect(entries[1]["value"] as? Double == 0.01)
        #expect(entries[2]["range"] as? String == "± 10.0")
        #expect(entries.allSatisfy { $0["name"] is String && $0["unit"] is String })
    }

    @Test("Bencher gets a value with its spread for every name")
    func bencher() throws {
        let all = try #require(object(.bencher) as? [String: [String: [String: Double]]])
        #expect(all["fit \"x\" <&>"]?["latency"] == ["value": 60, "lower_value": 50, "upper_value": 70])
        #expect(all["read | a"]?["mb-per-s"]?["value"] == 100)
    }

    @Test("JUnit fails where a limit is broken, and is well-formed whatever names hold")
    func junit() throws {
        let data = try RunExport.junit.text(run), text = String(decoding: data, as: UTF8.self)
        #expect(text.contains("tests=\"3\" failures=\"2\""))
        #expect(text.contains("0.25 times Eigen, where at most 0.2 is allowed"))
        #expect(text.contains("fit &quot;x&quot; &lt;&amp;&gt;"))
    }

    @Test("Markdown tables survive bars in names")
    func markdown() throws {
        let text = String(decoding: try RunExport.markdown.text(run), as: UTF8.self)
        #expect(text.contains("| read \\| a | 100 MB/s |"))
        #expect(text.contains("| 60 ns | 240 (Eigen) | 0.25 | ≤ 0.2 times | **not met** |"))
    }

    @Test("a plot places values by their logarithms, digits evenly")
    func axis() {
        let axis = PlotAxis([1, 10, 1000], isLogarithmic: true)
        #expect(axis.ticks == [1, 10, 100, 1000])
        #expect(axis.share(10) * 3 == 1)
        #expect(PlotAxis([0, 5], isLogarithmic: true).isLogarithmic == false)
        let digits = PlotAxis([15, 16], isLogarithmic: false)
        #expect(digits.share(15) < digits.share(15.5) && digits.share(16) <= 1)
        #expect(PlotAxis([3, 3], isLogarithmic: false).share(3) >= 0)
        #expect(PlotAxis([], isLogarithmic: true).ticks.count >= 2)
    }

    @Test("the page has a plot for every area and unit, with error bars, peers and limits")
    func page() {
        let html = PlotPage.html(run)
        #expect(html.components(separatedBy: "<svg").count == 4)
        #expect(html.contains("class=\"peer\"") && html.contains("class=\"limit\""))
        #expect(html.contains("A &lt;processor&gt; &amp; co"))
        #expect(!html.contains("<&>"))
    }
}
