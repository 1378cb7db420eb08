import TestSupport

/// One question about an input, whose answer is every number of the result.
struct FuzzQuestion: Sendable {
    let name: String
    let ask: @Sendable (FuzzInput) -> [Double]
}

/// Asks questions about random inputs and counts them. A trap ends the process, and the last line printed says where.
struct FuzzHarness: Sendable {
    let questions: [FuzzQuestion]

    /// The questions asked, and the answers that should not have been given.
    struct Tally: Sendable {
        var inputs = 0
        var answers = 0
        var finiteInputs = 0
        /// NaN in an answer about finite numbers: the question, the sample and the input.
        var faults: [String] = []
    }

    /// A fault of one question is enough; of more, the first ones help.
    private static let faultsKept = 20

    func run(inputs: Int, seed: UInt64) -> Tally {
        var tally = Tally()
        let part = max(inputs / 10, 1)
        for sample in 0..<inputs {
            if sample % part == 0 { print("fuzz: seed \(seed), samples from \(sample)") }
            var random = SeededGenerator(seed: seed, sample: sample)
            let input = FuzzInput(using: &random), isFinite = input.isFinite
            tally.inputs += 1
            if isFinite { tally.finiteInputs += 1 }
            for question in questions {
                let numbers = question.ask(input)
                tally.answers += 1
                guard isFinite, numbers.contains(where: \.isNaN) else { continue }
                guard tally.faults.count < FuzzHarness.faultsKept else { continue }
                tally.faults.append("\(question.name): \(numbers), seed \(seed), sample \(sample): \(input)")
            }
        }
        return tally
    }
}
