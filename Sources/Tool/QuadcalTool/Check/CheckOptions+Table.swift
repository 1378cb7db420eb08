import CheckReports
import Markers
import PublishedResults
import QuadGeometry
import ToolMarkers
import ToolTerminal

extension CheckOptions {
    /// Every option of `quadcal check`, in the order of the help.
    static let groups = [
        OptionGroup(heading: "input", options: [formatOption, coordinatesOption]),
        OptionGroup(
            heading: "limits",
            options: [profileOption, configOption] + LimitOption.all.map(\.option) + [facingOption]),
        OptionGroup(heading: "calibrated data", options: calibrationOptions),
        OptionGroup(heading: "findings", options: findingOptions),
        OptionGroup(heading: "fixing", options: fixOptions),
        OptionGroup(heading: "report", options: reportOptions),
    ]

    /// The input's formats and the forms for other programs have no word in common.
    private static let formatOption: Option<CheckOptions> = {
        let inputs = MarkerFormat.allCases.map(\.rawValue), forms = PublishedForm.allCases.map(\.rawValue)
        var option = Option<CheckOptions>(
            adding: "--format", "FORMAT",
            "input: csv, json or ndjson (detected); report: junit, sarif, github or markdown"
        ) { (options, text) throws(BadValue) in
            let earlier: String?
            if let format = MarkerFormat(rawValue: text) {
                (earlier, options.format) = (options.format?.rawValue, format)
            } else if let form = PublishedForm(rawValue: text) {
                (earlier, options.published) = (options.published?.rawValue, form)
            } else {
                throw BadValue(
                    expected:
                        "csv, json or ndjson for the input, or junit, sarif, github or markdown for the report",
                    nearest: nearest(to: text, among: inputs + forms))
            }
            if let earlier, earlier != text {
                throw BadValue(expected: "one format of a kind, but \(earlier) was given before")
            }
        }
        option.notation.values = .words(inputs + forms)
        return option
    }()

    private static let calibrationOptions: [Option<CheckOptions>] = [
        Option("--vector", "X,Y,Z", "the space's calibration_vector in metres; finds STALE_CALIBRATED") {
            (options, text) throws(BadValue) in
            options.vector = try OptionValue.point(text, as: "--vector 0.5,0,-0.25")
        },
        Option(word: "--sign", "WAY", "added or subtracted: how the vector counts (added)") {
            (options, sign: VectorSignWord) in options.sign = sign.sign
        }.needs("--vector X,Y,Z", "--sign only says how it counts"),
    ]

    private static let profileOption = Option<CheckOptions>(
        word: "--profile", "app|strict", "the limits to start from (app)"
    ) { $0.statedProfile = $1 }

    static let configOption: Option<CheckOptions> = {
        var option = Option<CheckOptions>(
            "--config", "FILE|none", "limits and profile from FILE (.quadcal.json above the files)"
        ) { (options, text) throws(BadValue) in
            options.settingsChoice =
                text == "none" ? .none : .file(try OptionValue.file(text, to: "read"))
        }
        option.notation.values = .files
        return option
    }()

    private static let facingOption = Option<CheckOptions>(
        "--facing", "X,Y,Z", "the direction normals should share; finds WINDING"
    ) { (options, text) throws(BadValue) in
        let expected = BadValue(expected: "three numbers that are not all zero, as in --facing 0,0,-1")
        guard let facing = try? OptionValue.point(text, as: ""), facing != .zero else { throw expected }
        options.facing = facing
    }

    private static let findingOptions: [Option<CheckOptions>] = [
        Option(adding: "--only", "CODES", "report only these codes") {
            (options, text) throws(BadValue) in
            options.only = (options.only ?? []) + (try codes(text))
        },
        Option(adding: "--ignore", "CODES", "do not report these codes") { (options, text) throws(BadValue) in
            options.ignored += try codes(text)
        },
        Option(adding: "--severity", "CODE=LEVEL", "report a code as error, warning, info or hint") {
            (options, text) throws(BadValue) in
            let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else { throw BadValue(expected: "a code and a level, as in FOLDED=error") }
            let code = try code(parts[0])
            let severity: Severity = try OptionValue.word(parts[1])
            if let earlier = options.severities[code], earlier != severity {
                throw BadValue(
                    expected: "one level per code, but \(code.rawValue) already has \(earlier.rawValue)")
            }
            options.severities[code] = severity
        },
        Option("--max-findings", "N", "list at most N findings (20000), but always every error") {
            (options, text) throws(BadValue) in
            guard let count = Int(text), count >= 0 else {
                throw BadValue(expected: "a whole number, 0 or more")
            }
            options.mostFindings = count
        },
        Option(
            word: "--fail-on", "LEVEL", "exit 1 at this level or above: error, warning or never (error)",
            \.failsOn),
    ]

    private static let fixOptions: [Option<CheckOptions>] = [
        Option(
            file: "--fix", "OUT", to: "write",
            "write FILE with every suggested fix applied; report what remains", \.fixedFile),
        Option(switch: "--force", "let --fix replace a file", \.replacesFile),
    ]

    private static let reportOptions: [Option<CheckOptions>] =
        [
            Option(switch: "--json", slot: formSlot, "one JSON document") { $0.form = .json },
            Option(
                switch: "--ndjson", slot: formSlot,
                "one JSON object per line for each finding, then the summary"
            ) {
                $0.form = .ndjson
            },
            Option(
                switch: "--list-codes", slot: formSlot,
                "no check: list every code, its severity and its meaning"
            ) {
                $0.form = .codes
            },
            Option(
                "--explain", "CODE", slot: formSlot, "no check: explain a code, its limits and how to fix it"
            ) {
                (options, text) throws(BadValue) in
                let failure = ExitCode(published: text.uppercased())
                if let failure {
                    options.form = .failureExplanation(failure)
                } else {
                    options.form = .explanation(try code(text))
                }
            },
        ]
        + Option<CheckOptions>.loudness(
            verbose: "list info and hint findings too", quiet: "only the verdict, without advice", \.loudness)

    private static let formSlot = "report"

    private static func codes(_ text: String) throws(BadValue) -> [CheckCode] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { (part) throws(BadValue) in
            try code(String(part))
        }
    }

    private static func code(_ text: String) throws(BadValue) -> CheckCode {
        if let code = CheckCode(rawValue: text.uppercased()) { return code }
        let known = CheckCode.allCases.map(\.rawValue)
        throw BadValue(
            expected: "a code that \"quadcal check --list-codes\" lists",
            nearest: nearest(to: text, among: known))
    }
}

extension LimitOption {
    fileprivate var option: Option<CheckOptions> {
        let (path, scale) = (path, scale)
        return Option(flag, scale.placeholder, help) { (options, text) throws(BadValue) in
            guard case .number(let number) = NumberText(text), number.isFinite, number >= 0 else {
                throw BadValue(expected: "\(scale.words), 0 or more, with a decimal point")
            }
            options.changedLimits.append(LimitChange(path: path, value: scale.value(number)))
        }
    }
}
