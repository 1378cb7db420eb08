import QuadGeometry
import Testing

/// The harness that proves that nothing traps must find a trap that is there.
@Suite("A planted trap", .heavy)
struct PlantedTrapTests {
    /// In this many inputs a trap on one in many thousands must have been found.
    private static let inputs = 200_000
    private static let message = "the planted trap"

    /// Traps on a bit pattern that one input in thousands has: the least subnormal beside the largest number.
    private static let planted = FuzzQuestion(name: "planted") { input in
        if input.quad.p2.y.magnitude == .leastNonzeroMagnitude, input.quad.p4.x == .greatestFiniteMagnitude {
            fatalError(message)
        }
        return []
    }

    @Test("the harness finds it")
    func found() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = FuzzHarness(questions: FuzzQuestion.measures + [PlantedTrapTests.planted])
                .run(inputs: PlantedTrapTests.inputs, seed: 1)
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains(Self.message))
    }

    @Test("without it the same run ends well")
    func control() async {
        await #expect(processExitsWith: .success) {
            _ = FuzzHarness(questions: FuzzQuestion.measures).run(
                inputs: PlantedTrapTests.inputs / 10, seed: 1)
        }
    }
}
