/// The list of recorded runs.
package enum ResultsIndex {
    /// A row a run, the newest first.
    package static func text(_ runs: [(folder: String, run: RunRecord)]) -> String {
        let rows = runs.sorted { $0.folder > $1.folder }.map { folder, run in
            let broken = run.broken.isEmpty ? "all" : "all but \(run.broken.count)"
            return
                "| [\(folder)](\(folder)/summary.md) | \(run.machine.processor) | \(run.machine.kernels) | "
                + "`\(run.command)` | \(run.measurements.count) | \(broken) |"
        }
        let head = [
            "| run | processor | kernels | command | measurements | limits met |",
            "| --- | --- | --- | --- | --- | --- |",
        ]
        return (head + rows).joined(separator: "\n") + "\n"
    }

    /// The folder of a run: its date and its processor.
    package static func folder(_ run: RunRecord) -> String {
        let word = run.machine.processorClass.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
        return "\(run.date.prefix(10))-\(String(word))"
    }
}
