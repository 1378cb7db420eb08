import Foundation

/// The end of a command, and what it said.
struct CampaignRun: Sendable {
    let words: [String]
    /// The exit code; -1 if a signal ended it.
    let exit: Int32
    /// Whether it did not end by itself.
    let isLate: Bool
    let advice: String
    /// The report on the job; nil if there is none.
    let report: CampaignReport?
    /// The message of an error without a report.
    let message: String?

    init(words: [String], exit: Int32, isLate: Bool, output: Data, advice: String) {
        (self.words, self.exit, self.isLate, self.advice) = (words, exit, isLate, advice)
        let document = (try? JSONSerialization.jsonObject(with: output)) as? [String: Any]
        report = document.flatMap(CampaignReport.init)
        message = document?["message"] as? String
    }

    /// Whether it was refused since somebody has the lock of a session.
    var isLockedOut: Bool { report == nil && (message ?? advice).contains("lock") }

    /// A line for people.
    var summary: String {
        let action = words.first { ["--resume", "--undo", "--verify"].contains($0) } ?? "--apply"
        return "\(action) exit \(exit): " + (report?.summary ?? message ?? advice).prefix(300)
    }
}

/// The claims of a report on a job.
struct CampaignReport: Sendable {
    let isUndo: Bool
    let isComplete: Bool
    let counts: [String: Int]
    /// The state of each marker that the report lists as not being where the job wants it.
    let open: [String: String]
    /// The markers that the comparison with the server finds gone, and those that it finds different.
    let gone: Set<String>, different: Set<String>
    /// The markers that it names as changed by somebody else.
    let edited: Set<String>
    /// The markers that it names as unknown to the plan, as where the list was cut short of which that was made.
    let appeared: Set<String>
    /// Whether that comparison was made.
    let isCompared: Bool
    /// The state of the space's vector.
    let vector: String?
    /// The code of the reason for which the run stopped early.
    let stop: String?
    /// The command lines that it advises.
    let goOn: String?, undo: String?

    init?(_ document: [String: Any]) {
        guard let counts = document["counts"] as? [String: Int],
            let direction = document["direction"] as? String
        else { return nil }
        isUndo = direction == "undo"
        isComplete = document["complete"] as? Bool ?? false
        self.counts = counts.filter { $0.value > 0 }
        let open = (document["open"] as? [[String: Any]] ?? []).compactMap { marker in
            (marker["id"] as? String).map { ($0, marker["state"] as? String ?? "") }
        }
        self.open = Dictionary(open) { $1 }
        let comparison = document["comparison"] as? [String: Any] ?? [:]
        isCompared = comparison["asPlanned"] != nil
        gone = Set(comparison["gone"] as? [String] ?? [])
        edited = Set(comparison["edited"] as? [String] ?? [])
        appeared = Set(comparison["appeared"] as? [String] ?? [])
        let different = comparison["different"] as? [[String: Any]] ?? []
        self.different = Set(different.compactMap { $0["id"] as? String })
        vector = document["vector"] as? String
        stop = ((document["run"] as? [String: Any])?["stop"] as? [String: Any])?["code"] as? String
        let next = document["next"] as? [String: Any] ?? [:]
        (goOn, undo) = (next["goOn"] as? String, next["undo"] as? String)
    }

    var summary: String {
        let states = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        return [states, vector.map { "vector \($0)" }, stop, goOn.map { "advises \($0)" }].compactMap(\.self)
            .joined(separator: "; ")
    }
}
