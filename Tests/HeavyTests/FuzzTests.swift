import QuadGeometry
import TestSupport
import Testing

@Suite("Random bit patterns", .heavy)
struct FuzzTests {
    /// Inputs of a short run; each is asked every question.
    static let inputs = 10_000

    @Test("nothing traps on any numbers, and no answer about finite numbers is NaN")
    func noTrapAndNoNaN() {
        let tally = FuzzHarness(questions: FuzzQuestion.all).run(
            inputs: Effort.count(Self.inputs, night: 80), seed: Seeds.first)
        print(
            "fuzz: \(tally.answers) answers about \(tally.inputs) inputs, \(tally.finiteInputs) of them finite, seed \(Seeds.first)"
        )
        #expect(tally.faults == [])
        // Finite inputs must not be rare, nor the others.
        #expect(tally.finiteInputs * 4 > tally.inputs)
        #expect(tally.finiteInputs < tally.inputs)
    }

    @Test(
        "a batch of such quads is measured and checked as each of them is", arguments: KernelLevel.available)
    func columns(level: KernelLevel) throws {
        let check = QuadCheck(.strict)
        for batch in 0..<Effort.count(10, night: 80) {
            let quads = (0..<500).map { row in
                var random = SeededGenerator(seed: Seeds.first &+ 1, sample: 500 * batch + row)
                return FuzzInput(using: &random).quad
            }
            let columns = QuadColumns(quads)
            var measures = QuadMeasureColumns(count: quads.count)
            columns.measure(into: &measures, on: level)
            let found = check.issues(in: columns, on: level)
            let expected = quads.indices.filter { !check.issues(quads[$0]).isEmpty }
            #expect(found.map(\.index) == expected, "batch \(batch)")
            let differing = quads.indices.filter { row in
                quads[row].isFinite
                    && (measures.center(row) != quads[row].center || measures.normal(row) != quads[row].normal
                        || measures.area(row) != quads[row].area)
            }
            #expect(differing == [], "batch \(batch)")
        }
    }
}
