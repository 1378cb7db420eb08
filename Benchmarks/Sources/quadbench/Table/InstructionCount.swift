import BenchRecords
import Foundation

/// The instructions that a batch executes, which no other process and no clock changes: by perf where the processor counts
/// them for this system, else by callgrind, which takes fifty times as long and sees no kernels of v4.
enum InstructionCount {
    /// Runs of each side; their spread is the floor.
    private static let runs = 3
    /// The share of the instructions below which a difference is nothing: starting a program takes a few more or less.
    private static let least = 1e-3

    /// The comparison of two batches; throws where neither tool can count.
    static func compare(_ base: BatchCommand, _ new: BatchCommand) throws -> Comparison.Row {
        let tool = try Tool.installed()
        var counts = (base: [Double](), new: [Double](), copy: [Double]())
        for _ in 0..<runs {
            counts.base.append(try tool.count(base))
            counts.new.append(try tool.count(new))
            counts.copy.append(try tool.count(base))
        }
        return row(counts.base, counts.new, counts.copy, tool: tool.name)
    }

    static func row(_ base: [Double], _ new: [Double], _ copy: [Double], tool: String) -> Comparison.Row {
        let own = base + copy, most = own.max() ?? 0, fewest = own.min() ?? 0
        let floor = max(most - fewest, least * own.median)
        let outcome: Outcome =
            (new.min() ?? .infinity) > most + floor
            ? .worse : (new.max() ?? 0) < fewest - floor ? .better : .same
        return Comparison.Row(
            name: "instructions of a batch, by \(tool)", unit: "instructions", quantity: .judged,
            base: base.median, new: new.median, times: new.median / base.median,
            floor: 1 + floor / own.median, pairs: base.count, outcome: outcome)
    }

    private enum Tool {
        case perf, callgrind

        var name: String { self == .perf ? "perf" : "callgrind" }

        /// The first tool that counts the instructions of a program that does nothing.
        static func installed() throws -> Tool {
            let nothing = BatchCommand(["/bin/true"])
            for tool in [Tool.perf, .callgrind] where (try? tool.count(nothing)) ?? 0 > 0 { return tool }
            throw BenchError.peer("perf and callgrind", "neither can count instructions here")
        }

        func count(_ batch: BatchCommand) throws -> Double {
            let file = FileManager.default.temporaryDirectory.appending(path: "count-\(UUID().uuidString)")
                .path
            defer { try? FileManager.default.removeItem(atPath: file) }
            switch self {
            case .perf:
                try batch.runs(under: ["perf", "stat", "-x,", "-e", "instructions:u", "-o", file])
            case .callgrind:
                // Valgrind 3.19 gives up on the debug information of today's compilers.
                let program = file + "-program"
                defer { try? FileManager.default.removeItem(atPath: program) }
                try batch.withoutDebugInformation(in: program).runs(under: [
                    "valgrind", "--tool=callgrind", "--callgrind-out-file=\(file)",
                ])
            }
            let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
            guard let count = number(in: text) else { throw BenchError.peer(name, "counted nothing") }
            return count
        }

        /// Of perf the first field of the line of the event, of callgrind what follows `summary:` or `totals:`.
        private func number(in text: String) -> Double? {
            let lines = text.split(separator: "\n")
            if self == .perf {
                let line = lines.first { $0.contains("instructions:u") }
                return line?.split(separator: ",").first.flatMap { Double($0) }
            }
            let line = lines.first { $0.hasPrefix("summary:") || $0.hasPrefix("totals:") }
            return line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
        }
    }
}
