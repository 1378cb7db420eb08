import BenchRecords
import Foundation

/// Measures everything in the table, or one area of it, and writes one document.
enum RunCommand {
    static let usage =
        "run [--only AREA] [--effort short|usual|full] [--repeats N] [--out FILE] [--format json|markdown|…]"

    @Sendable
    static func run(_ arguments: [String]) throws -> Int32 {
        let options = try QuadBench.options(arguments, for: usage)
        guard let effort = Effort(rawValue: options["effort"] ?? "usual") else {
            throw BenchError.usage("--effort \(options["effort"] ?? ""): not one of short, usual and full")
        }
        guard let format = RunExport(rawValue: options["format"] ?? "json") else {
            throw BenchError.usage(
                "--format \(options["format"] ?? ""): not one of "
                    + RunExport.allCases.map(\.rawValue).joined(separator: ", "))
        }
        let repeats = try options["repeats"].map { _ in try options.count("repeats", default: 1) }
        // Where the result went is nobody else's business.
        let words = arguments.filter { $0 != "--out" && $0 != options["out"] }
        let run = try record(effort, only: options["only"], repeats: repeats, words)
        let data = try format.text(run)
        if let file = options["out"], file != "-" {
            do { try data.write(to: URL(fileURLWithPath: file), options: .atomic) } catch {
                throw BenchError.badFile(file, "cannot be written")
            }
        } else {
            FileHandle.standardOutput.write(data)
        }
        for one in run.broken { say("not met: \(one.name), \(one.value) \(one.unit)") }
        return run.broken.isEmpty ? 0 : 1
    }

    private static func record(
        _ effort: Effort, only area: String?, repeats: Int?, _ arguments: [String]
    ) throws -> RunRecord {
        let sources = MeasurementTable.sources.filter {
            $0.from <= effort && (area == nil || $0.area == area)
        }
        guard !sources.isEmpty else {
            let areas = Set(MeasurementTable.sources.map(\.area)).sorted().joined(separator: ", ")
            throw BenchError.usage("--only \(area ?? ""): nothing at this effort; areas are \(areas)")
        }
        let files = try RunFiles(effort)
        defer { files.remove() }
        let began = RunDate.now
        var machine = MachineRecord.current(isBrief: effort == .short)
        var measurements: [MeasuredValue] = [], notes: [String] = []
        if !files.hasPeers, sources.contains(where: { !$0.peerOptions.isEmpty }) {
            notes.append("without the peers of scripts/setup/peers, which are not installed")
        }
        for source in sources {
            if effort > .short { say("\(source.area): \(source.command)") }
            let count = repeats ?? source.repeats ?? effort.repeats
            measurements += try values(source, effort, files, repeats: source.repeats == 1 ? 1 : count)
        }
        machine.loadAfter = MachineRecord.load
        return RunRecord(
            date: began, command: (["quadbench", "run"] + arguments).joined(separator: " "),
            machine: machine, measurements: measurements, notes: notes)
    }

    /// The measurements of a source, each with a sample a repetition.
    private static func values(
        _ source: MeasurementSource, _ effort: Effort, _ files: RunFiles, repeats: Int
    ) throws -> [MeasuredValue] {
        guard let command = QuadBench.commands.first(where: { $0.name == source.command }) else {
            throw BenchError.usage("\(source.command) of the table is no command")
        }
        let options = try files.options(of: source, effort)
        var found: [String: (row: MeasurementRow, samples: [Double], peers: [Double])] = [:],
            order: [String] = []
        for _ in 0..<repeats {
            for (name, row, value, peer) in source.values(in: try command.run(options)) {
                if found[name] == nil {
                    found[name] = (row, [], [])
                    order.append(name)
                }
                found[name]?.samples.append(value)
                if let peer { found[name]?.peers.append(peer) }
            }
        }
        guard !order.isEmpty else {
            throw BenchError.violated("\(source.command) gives none of the numbers that the table wants")
        }
        return order.compactMap { name in
            found[name].map { row, samples, peers in
                MeasuredValue(
                    name: name, area: source.area, unit: row.unit, quantity: row.quantity, better: row.better,
                    samples: samples, limit: row.limit, limitIsRatio: row.limitIsRatio,
                    peer: peers.isEmpty ? nil : row.peer.map { .init(name: $0.name, value: peers.median) })
            }
        }
    }

    static func say(_ text: String) { FileHandle.standardError.write(Data("quadbench: \(text)\n".utf8)) }
}
