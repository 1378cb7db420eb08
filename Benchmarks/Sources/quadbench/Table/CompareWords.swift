/// The arguments of a comparison.
struct CompareWords {
    private(set) var base: String?
    private(set) var new: String?
    private(set) var commands: ([String], [String])?
    private(set) var pairs: Int?
    private(set) var core: Int?
    private(set) var out: String?
    private(set) var countsInstructions = false
    private var only: String?
    private var effort = Effort.short

    init(_ arguments: [String]) throws {
        let parts = arguments.split(separator: "--", omittingEmptySubsequences: false).map(Array.init)
        guard parts.count == 1 || parts.count == 3 && !parts[1].isEmpty && !parts[2].isEmpty else {
            throw BenchError.usage("quadbench " + CompareCommand.usage)
        }
        if parts.count == 3 { commands = (parts[1], parts[2]) }
        var rest = parts[0][...], operands: [String] = []
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                operands.append(word)
                continue
            }
            if word == "--instructions" {
                countsInstructions = true
                continue
            }
            guard let value = rest.popFirst() else {
                throw BenchError.missingOption("\(word.dropFirst(2)) VALUE")
            }
            try take(word, value)
        }
        guard operands.count == (commands == nil ? 2 : 0) else {
            throw BenchError.usage("quadbench " + CompareCommand.usage)
        }
        (base, new) = (operands.first, operands.last)
    }

    private mutating func take(_ word: String, _ value: String) throws {
        let given = [String(word.dropFirst(2)): value]
        switch word {
        case "--pairs": pairs = try given.count("pairs", default: 1)
        case "--core":
            guard let number = Int(value), number >= 0 else {
                throw BenchError.usage("--core \(value): not the number of a processor")
            }
            core = number
        case "--out": out = value
        case "--only": only = value
        case "--effort":
            guard let chosen = Effort(rawValue: value) else {
                throw BenchError.usage("--effort \(value): not one of short, usual and full")
            }
            effort = chosen
        default: throw BenchError.usage("\(word) is not an option of: quadbench \(CompareCommand.usage)")
        }
    }

    /// The command of one batch of a bench.
    func batch(of program: CompareSide.Program) -> BatchCommand {
        let area = only.map { ["--only", $0] } ?? []
        return BatchCommand(
            [program.executable, "run", "--effort", effort.rawValue, "--repeats", "1", "--out", "-"] + area,
            core: core, folder: program.folder)
    }
}
