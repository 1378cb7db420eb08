import Markers

extension Command {
    /// `quadcal doctor`.
    static let doctor = Command(
        "doctor", "say what this installation is made of, and whether it computes rightly", operands: "",
        notes: """
            Names the processor's kernels and the libraries that are loaded, and solves problems whose
            answers are known. Nothing is written, and nothing is sent. Of settings in the environment only
            the names are shown.

            Exit codes: 0 good, 1 something computes wrongly, 2 wrong usage.
            """,
        settings: DoctorOptions(),
        options: [OptionGroup(heading: "report", options: [DoctorOptions.json])],
        examples: [
            ("quadcal doctor", "what to send along with a question"),
            ("quadcal doctor --json", "the same for programs"),
        ],
        work: { (options, operands, streams) throws(Failure) in
            if let extra = operands.first { throw .unwantedOperand(extra, command: "doctor") }
            let report = DoctorReport()
            try streams.print(options.printsJSON ? report.document : Array(report.text.utf8))
            return report.exitCode
        })
}

/// What `quadcal doctor` was asked for.
struct DoctorOptions: Sendable {
    var printsJSON = false

    static let json = Option<DoctorOptions>(switch: "--json", "one JSON document") { $0.printsJSON = true }
}

extension DoctorReport {
    /// What people read.
    fileprivate var text: String {
        let text = TextTable.list(
            facts.map { ($0.name, visible($0.text)) }
                + checks.map { ($0.name, "\($0.holds ? "right" : "WRONG"), \($0.text)") }, indent: "")
        guard verdict == .fail else { return text + "PASS  what was tried computes rightly\n" }
        return text + "FAIL  do not use this installation, and send these lines to those who make quadcal\n"
    }

    /// What programs read.
    fileprivate var document: [UInt8] {
        var json = JSONWriter(openDepth: 2)
        json.object { json in
            json.head("quadcal.doctor/1", verdict, exitCode)
            json.key("facts")
            json.object { json in
                for fact in facts { json.member(fact.name, fact.text) }
            }
            json.key("checks")
            json.array { json in
                for check in checks {
                    json.object { json in
                        json.member("name", check.name)
                        json.member("holds", check.holds)
                        json.member("sentence", check.text)
                    }
                }
            }
        }
        json.endLine()
        return json.bytes
    }
}

extension SchemaDocument {
    static let doctor = SchemaDocument(
        name: "doctor", about: "what quadcal doctor --json prints",
        schema: .object([
            .always("schema", .word(["quadcal.doctor/1"]), "What this document is."),
            .always("version", .string, "The version of quadcal."),
            .always("verdict", .verdict, "Whether everything that was tried computes rightly."),
            .always("exit", .exit, "How the run ended."),
            .always("facts", .table(nil, of: .string), "What the installation is made of, by name."),
            .always(
                "checks",
                .array(
                    .object([
                        .always("name", .string, "What was tried."),
                        .always("holds", .boolean, "Whether it came out right."),
                        .always("sentence", .string, "What came out."),
                    ])), "Problems whose answers are known."),
        ]))
}
