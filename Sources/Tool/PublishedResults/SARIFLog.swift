import QuadGeometry
import StrictJSON
import ToolTerminal

/// A result as SARIF 2.1.0, which code scanners and editors read.
struct SARIFLog: WrittenObject {
    let result: PublishedResult

    static let members: [DocumentMember<SARIFLog>] = [
        .constant("$schema", "https://json.schemastore.org/sarif-2.1.0.json", "The schema of the format."),
        .constant("version", "2.1.0", "The version of the format."),
        .always("runs", \.runs, "The run of the command."),
    ]

    private var runs: [Run] { [Run(result: result)] }

    private struct Run: WrittenObject {
        let result: PublishedResult

        static let members: [DocumentMember<Run>] = [
            .object(
                "tool", "The tool.",
                [
                    .object(
                        "driver", "The tool without extensions.",
                        [
                            .constant("name", "quadcal", "Its name."),
                            .always("semanticVersion", \.version, "Its version."),
                            .always("rules", \.rules, "Every code that could have been found."),
                        ])
                ]),
            .constant("columnKind", "unicodeCodePoints", "The unit of columns, of which there are none."),
            .always("results", \.results, "The findings."),
            .object(
                "properties", "The result as a whole.",
                [
                    .always("verdict", \.result.verdict, "The verdict."),
                    .always("summary", \.result.summary, "The verdict with its reason, in a line."),
                ]),
        ]

        private var version: String { QuadcalVersion.text }
        private var rules: [Rule] { result.rules.map { Rule(rule: $0) } }

        private var results: [Found] {
            result.findings.map { finding in
                Found(finding: finding, rule: result.rules.firstIndex { $0.code == finding.code })
            }
        }
    }

    private struct Rule: WrittenObject {
        let rule: PublishedRule

        static let members: [DocumentMember<Rule>] = [
            .always("id", \.rule.code, "The code."),
            .object("shortDescription", "The code in a sentence.", [.always("text", \.summary, "The text.")]),
            .object("fullDescription", "Its meaning.", [.always("text", \.meaning, "The text.")]),
            .object("help", "The remedy.", [.always("text", \.fix, "The text.")]),
            .object(
                "defaultConfiguration", "How serious it is without options.",
                [.always("level", \.rule.severity.level, "The level.")]),
        ]

        private var summary: String { "\(capitalized(rule.guide.summary))." }
        private var meaning: String { rule.guide.meaning.replacing("\n", with: " ") }
        private var fix: String { "To fix it: \(rule.guide.fix.replacing("\n", with: " "))" }
    }

    private struct Found: WrittenObject {
        let finding: PublishedFinding
        let rule: Int?

        static let members: [DocumentMember<Found>] = [
            .always("ruleId", \.finding.code, "The code."),
            .sometimes("ruleIndex", \.rule, "Its place among the rules."),
            .always("level", \.finding.severity.level, "How serious it is."),
            .object("message", "The finding in words.", [.always("text", \.text, "The text.")]),
            .always("locations", \.places, "The place."),
        ]

        private var text: String { (finding.name.map { "\($0): " } ?? "") + finding.message }
        private var places: [Place] { [Place(finding: finding)] }
    }

    private struct Place: WrittenObject {
        let finding: PublishedFinding

        static let members: [DocumentMember<Place>] = [
            .object(
                "physicalLocation", "The place in a file.",
                [
                    .object("artifactLocation", "The file.", [.always("uri", \.file, "Its reference.")]),
                    .sometimes("region", \.region, "The line; absent if it is about the whole file."),
                ]),
            .sometimes("logicalLocations", \.pointers, "The place in a JSON document, or among rows."),
        ]

        private var file: String { URIReference.text(to: finding.file) }
        private var region: Region? { finding.line.map { Region(line: $0) } }
        private var pointers: [Pointer]? {
            finding.pointer.isEmpty ? nil : [Pointer(pointer: finding.pointer)]
        }
    }

    private struct Region: WrittenObject {
        let line: Int

        static let members: [DocumentMember<Region>] = [.always("startLine", \.line, "The line, from 1.")]
    }

    private struct Pointer: WrittenObject {
        let pointer: String

        static let members: [DocumentMember<Pointer>] = [
            .always("fullyQualifiedName", \.pointer, "The JSON pointer.")
        ]
    }
}

extension Severity {
    fileprivate var level: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .info, .hint: "note"
        }
    }
}

/// The name of a file as a reference of RFC 3986.
enum URIReference {
    /// Relative, or with the scheme of files where the name is absolute.
    static func text(to file: String) -> String {
        var text = file.hasPrefix("/") ? "file://" : ""
        for byte in (file == Input.standard ? "stdin" : file).utf8 {
            let scalar = UnicodeScalar(byte)
            if plain.contains(scalar) {
                text.unicodeScalars.append(scalar)
            } else {
                text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }

    /// The unreserved characters and the one that separates folders.
    private static let plain = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".unicodeScalars)
}
