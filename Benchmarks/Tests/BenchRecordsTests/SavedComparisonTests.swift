import Testing

@testable import BenchRecords

@Suite("Comparison of saved runs")
struct SavedComparisonTests {
    private func code(_ base: [MeasuredValue], _ new: [MeasuredValue]) throws -> ComparisonCode {
        try SavedComparison.compare(MadeUp.run(base), MadeUp.run(new)).code
    }

    @Test("times are compared beyond the spread of their samples")
    func times() throws {
        let calm = MadeUp.time([99, 100, 101])
        #expect(try code([calm], [calm]) == .good)
        #expect(try code([calm], [MadeUp.time([119, 120, 121])]) == .slower)
        #expect(try code([calm], [MadeUp.time([107, 108, 109])]) == .good)
        #expect(try code([MadeUp.time([80, 100, 140])], [MadeUp.time([100, 115, 150])]) == .noisy)
    }

    @Test("digits, counts and limits are compared as they are")
    func exact() throws {
        #expect(try code([MadeUp.digits(16)], [MadeUp.digits(15.8)]) == .fewerDigits)
        #expect(try code([MadeUp.digits(15.8)], [MadeUp.digits(16)]) == .good)
        #expect(try code([MadeUp.count(0)], [MadeUp.count(1)]) == .slower)
    }

    @Test("on another class of processor only ratios to peers are compared")
    func otherProcessor() throws {
        func measured(_ time: Double, peer: Double?) -> MeasuredValue {
            MeasuredValue(
                name: "fit", area: "fits", unit: "ns", quantity: .cost, better: .lower, samples: [time],
                peer: peer.map { .init(name: "Eigen", value: $0) })
        }
        func compare(_ base: MeasuredValue, _ new: MeasuredValue) throws -> Comparison {
            var other = MadeUp.run([new])
            other.machine.processorClass = "Other-3-4"
            return try SavedComparison.compare(MadeUp.run([base]), other)
        }
        #expect(try compare(measured(100, peer: 200), measured(300, peer: 600)).code == .good)
        #expect(try compare(measured(100, peer: 200), measured(300, peer: 400)).code == .slower)
        #expect(try compare(measured(100, peer: nil), measured(300, peer: nil)).code == .broken)
    }
}
