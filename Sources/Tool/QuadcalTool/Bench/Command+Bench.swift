import Foundation
import StrictJSON
import ToolCommands
import ToolTerminal

extension Command {
    static let bench = Command(
        "bench", "measure digits and speeds of this installation", operands: "",
        notes: """
            Fits problems whose answers are known exactly, and times the checks, fits and readers, in a few
            seconds. Speeds are processor time, beside those recorded for this class of processor where there
            are any. Nothing is written or sent.

            Exit codes: 0 success, 1 digits are missing, or a speed is beyond --slower-times, 2 usage error.
            """,
        settings: BenchOptions(),
        options: [OptionGroup(heading: "report", options: [BenchOptions.slower, BenchOptions.json])],
        examples: [
            ("quadcal bench", "what this machine computes, and how fast"),
            ("quadcal bench --slower-times 2 --json", "a gate of a CI service"),
        ],
        work: { (options, operands, streams) throws(Failure) in
            if let extra = operands.first { throw .unwantedOperand(extra, command: "bench") }
            let report = BenchReport(slowerTimes: options.slowerTimes)
            try streams.finish(options.printsJSON ? report.document(openDepth: 2) : nil) {
                report.text(on: $0)
            }
            if options.slowerTimes != nil, !report.unrecorded.isEmpty {
                streams.advise(
                    "--slower-times cannot judge \(listed(report.unrecorded)): nothing is recorded for processors of class "
                        + visible(report.processorClass))
            }
            return report.exitCode
        })
}

struct BenchOptions: Sendable {
    var slowerTimes: Double?
    var printsJSON = false

    static let slower = Option<BenchOptions>(
        "--slower-times", "N", "fail if a speed takes over N times what is recorded (never)"
    ) { (options, text) throws(BadValue) in
        options.slowerTimes = try OptionValue.positive(text, in: "a ratio")
    }
    static let json = Option<BenchOptions>(switch: "--json", "one JSON document") { $0.printsJSON = true }
}

extension BenchReport {
    fileprivate func text(on screen: Screen) -> String {
        var digits = TextTable(["rotation", "digits", "promised"]),
            speeds = TextTable(["speed", "ns", "recorded", "times"])
        for one in self.digits {
            digits.add([one.name, String(format: "%.1f", one.digits), String(format: "%.1f", one.floor)])
        }
        for one in self.speeds {
            let known = one.recorded.map { String(format: "%.3g", $0) } ?? "none"
            let times = one.times.map { String(format: "%.2f", $0) } ?? ""
            speeds.add([one.name, String(format: "%.3g", one.nanoseconds), known, times])
        }
        let word = verdict == .fail ? "FAIL  " : "PASS  "
        let sentence = faults.isEmpty ? "all promised digits" : faults.joined(separator: ", ")
        return "processor class \(visible(processorClass))\n\n" + digits.text(on: screen) + "\n"
            + speeds.text(on: screen)
            + "\n\(word)\(sentence)\n"
    }
}

extension SchemaDocument {
    static let bench = SchemaDocument(
        name: "bench", about: "what quadcal bench --json prints", schema: BenchReport.schema)
}
