import StrictJSON
import ToolCommands
import ToolTerminal

extension Command {
    static let doctor = Command(
        "doctor", "show versions and libraries, and run self-tests", operands: "",
        notes: """
            Shows the processor's kernels and the loaded libraries, and solves problems with known answers.
            Nothing is written or sent. Of settings in the environment only the names are shown.

            Exit codes: 0 success, 1 a self-test failed, 2 usage error.
            """,
        settings: DoctorOptions(),
        options: [OptionGroup(heading: "report", options: [DoctorOptions.json])],
        examples: [
            ("quadcal doctor", "what to include in a bug report"),
            ("quadcal doctor --json", "the same as JSON"),
        ],
        work: { (options, operands, streams) throws(Failure) in
            if let extra = operands.first { throw .unwantedOperand(extra, command: "doctor") }
            let report = DoctorReport()
            try streams.finish(options.printsJSON ? report.document(openDepth: 2) : nil) { _ in report.text }
            return report.exitCode
        })
}

struct DoctorOptions: Sendable {
    var printsJSON = false

    static let json = Option<DoctorOptions>(switch: "--json", "one JSON document") { $0.printsJSON = true }
}

extension DoctorReport {
    fileprivate var text: String {
        let text = TextTable.list(
            facts.map { ($0.name, visible($0.text)) }
                + checks.map { ($0.name, "\($0.holds ? "ok" : "WRONG"), \($0.text)") }, indent: "")
        guard verdict == .fail else { return text + "PASS  all self-tests passed\n" }
        return text
            + "FAIL  do not use this installation, and send this output to the developers of quadcal\n"
    }
}

extension SchemaDocument {
    static let doctor = SchemaDocument(
        name: "doctor", about: "what quadcal doctor --json prints", schema: DoctorReport.schema)
}

extension DoctorReport: RunDocument {
    static let members: [DocumentMember<DoctorReport>] =
        .head("quadcal.doctor/1", verdict: "Whether every self-test passed.") + [
            .always("facts", \.factTable, "The versions, libraries and processor features in use, by name."),
            .always("checks", \.checks, "The self-tests: problems whose answers are known."),
        ]

    private var factTable: DocumentTable<String> { DocumentTable(facts.map { ($0.name, $0.text) }) }
}

extension DoctorReport.Check: WrittenObject {
    static let members: [DocumentMember<DoctorReport.Check>] = [
        .always("name", \.name, "The name of the self-test."),
        .always("holds", \.holds, "Whether it passed."),
        .always("sentence", \.text, "The result in words."),
    ]
}
