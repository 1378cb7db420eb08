import QuadGeometry
import TestSupport
import Testing

@Suite("Checks of columns")
struct ColumnCheckTests {
    /// Markers as they are found, with every hundredth broken in some way.
    static func markers(_ count: Int, seed: UInt64) -> [Quad] {
        let sound = QuadStrategy.rectangle.quads(count, seed: seed)
        let skewed = QuadStrategy.ordinary.quads(count, seed: seed)
        let odd = QuadColumnsTests.batch(seed: seed)
        return (0..<count).map { $0 % 100 == 7 ? odd[$0 % odd.count] : $0 % 3 == 0 ? skewed[$0] : sound[$0] }
    }

    @Test("findings are those of each quad", arguments: KernelLevel.available, [QuadLimits.app, .strict])
    func findings(level: KernelLevel, limits: QuadLimits) throws {
        let check = try QuadCheck(limits)
        for seed in Seeds.few {
            for quads in [QuadColumnsTests.batch(seed: seed), ColumnCheckTests.markers(1000, seed: seed)] {
                let found = check.issues(in: QuadColumns(quads), on: level)
                let expected = quads.enumerated().map { IndexedIssues(index: $0, issues: check.issues($1)) }
                #expect(found.comparable == expected.filter { !$0.issues.isEmpty }.comparable, "seed \(seed)")
            }
        }
    }

    @Test("threads change nothing")
    func concurrent() async throws {
        let check = QuadCheck(.strict)
        let columns = QuadColumns(ColumnCheckTests.markers(30_000, seed: Seeds.first))
        #expect(
            await check.issuesConcurrently(in: columns).comparable == check.issues(in: columns).comparable)
    }

    @Test("a shuffled batch has the same findings per quad")
    func shuffled() throws {
        let check = QuadCheck(.app)
        var random = SeededGenerator(seed: Seeds.first)
        let quads = ColumnCheckTests.markers(500, seed: Seeds.first)
        let order = quads.indices.shuffled(using: &random)
        let straight = check.issues(in: QuadColumns(quads))
        let shuffled = check.issues(in: QuadColumns(order.map { quads[$0] }))
        let back = shuffled.map { IndexedIssues(index: order[$0.index], issues: $0.issues) }
        #expect(back.sorted { $0.index < $1.index }.comparable == straight.comparable)
    }
}

extension [IndexedIssues] {
    /// As text, in which NaN equals itself.
    var comparable: [String] { map { "\($0)" } }
}
