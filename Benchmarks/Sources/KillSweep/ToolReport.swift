internal import Foundation

/// The part of the tool's report on a run by which it is judged.
struct ToolReport {
    let exit: Int32
    /// The markers that it reports not to be where the job moves them.
    let problems: Set<String>
    /// The number of markers it accounts for, and of those that it reports as done.
    let total, ended: Int
    let vector: String?

    /// Refused if the tool did not end by itself with a document.
    init(_ ending: Program.Ending) throws {
        guard let exit = ending.exit,
            let document = try? JSONSerialization.jsonObject(with: Data(ending.output.utf8)),
            let report = document as? [String: Any], let counts = report["counts"] as? [String: Int],
            let direction = report["direction"] as? String
        else {
            throw KillError.unexpected(
                "no report (exit \(ending.exit ?? -1), signal \(ending.signal ?? 0)): \(ending.advice)\(ending.output)"
            )
        }
        self.exit = exit
        total = counts.filter { $0.key != "refused" }.values.reduce(0, +)
        ended = counts[direction == "apply" ? "done" : "undone"] ?? 0
        vector = report["vector"] as? String
        let comparison = report["comparison"] as? [String: Any] ?? [:]
        let lists = [report["open"], comparison["different"]].compactMap { $0 as? [[String: Any]] }
        let ids = [comparison["gone"], comparison["appeared"]].compactMap { $0 as? [String] }
        problems = Set(
            (lists.joined().compactMap { $0["id"] as? String } + ids.joined()).map { $0.lowercased() })
    }
}
