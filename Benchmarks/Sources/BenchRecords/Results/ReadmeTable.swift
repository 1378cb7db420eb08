import Foundation

/// The table of the README, taken from a recorded run.
package enum ReadmeTable {
    /// The measurements that are shown, in this order; those that the run does not have are left out.
    private static let shown = [
        "full verdict, one at a time, beside GEOS", "measures of a quad, from memory",
        "digits of the rotation, line-1e-6", "fit of a quad, default",
        "markers read", "versioned updates, whole jobs",
    ]

    /// The date, the machine, and a row a measurement.
    package static func text(_ run: RunRecord, folder: String) -> String {
        let known = Dictionary(run.measurements.map { ($0.name, $0) }) { first, _ in first }
        let rows = shown.compactMap { known[$0] }.map(row)
        let head = """
            \(run.date.prefix(10)), one core: \(MarkdownRun.heading(run.machine)) Ratios decide, since machines differ by four: \
            `make bench` measures on yours. [All \(run.measurements.count)](Benchmarks/Results/\(folder)/summary.md).

            | what | quadcal | peer, same run | ratio | to reach |
            | --- | --- | --- | --- | --- |

            """
        return head + rows.map { $0 + "\n" }.joined()
    }

    private static func row(_ one: MeasuredValue) -> String {
        let peer = one.peer.map { "\(MarkdownRun.number($0.value)) (\($0.name))" } ?? ""
        let limit = one.limit.map { limit in
            (one.better == .lower ? "≤ " : "≥ ") + MarkdownRun.number(limit)
                + (one.isWithinLimit == false ? ", not met" : one.isWithinLimit == nil ? "" : ", met")
        }
        let ratio = one.quantity == .cost ? one.ratio.map(MarkdownRun.number) ?? "" : ""
        return
            "| \(one.name) | \(MarkdownRun.number(one.value)) \(one.unit) | \(peer) | \(ratio) | \(limit ?? "") |"
    }
}
