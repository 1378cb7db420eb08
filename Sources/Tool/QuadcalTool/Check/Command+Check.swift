import CheckReports
import Markers
import PublishedResults
import QuadGeometry
import StrictJSON
import ToolCommands
import ToolMarkers
import ToolTerminal

extension Command {
    static let check = Command(
        "check", "find everything wrong with marker quads", operands: "FILE...",
        notes: """
            FILE is CSV or JSON, - is standard input; a folder means its files that end in .csv, .json or .ndjson,
            and a quoted pattern such as 'scans/*.json' what it matches. CSV: in each row 12 numbers
            p1x,p1y,p1z,...,p4z in metres, or an id and 12 numbers, separated by commas, semicolons or tabs; a header
            row has exactly these names. JSON: markers as the server has them, one, one per line (NDJSON), an array, or
            the markers or data of an object; reference sets too. Markers are compared with the others of their
            file, in JSON only with those of their session or set, and with all others for copies. Limits
            given as options override the profile's.

            --format junit, sarif, github or markdown prints the findings for a test runner, a code scanner, the
            annotations of GitHub Actions, or a comment.

            .quadcal.json holds limits and a profile for the folder that it is in and all below it:
            {"profile": "strict", "limits": {"flatness-error-mm": 5}}. It is looked for from each file upward, as far
            as a folder with .git, the home folder or /, and belongs to you or to the administrator. Options win.

            Exit codes: 0 success, 1 findings (see --fail-on), 2 usage error, 3 a file cannot be read
            or written.
            """,
        isColored: true, settings: CheckOptions(), options: CheckOptions.groups,
        mostUsed: [
            "--profile", "--facing", "--only", "--fix", "--format", "--fail-on", "--json", "--list-codes",
            "--explain", "--verbose",
        ],
        examples: [
            ("quadcal check room.csv", "every error and warning, with place, number, limit and remedy"),
            (
                "quadcal check --profile strict --flatness-error-mm 5 --fail-on warning --json room.csv",
                "tighter limits for CI: exit 1 on any warning, the report as JSON"
            ),
            (
                "zcat room.csv.gz | quadcal check --fix fixed.csv -",
                "write a fixed copy, report what cannot be fixed"
            ),
        ],
        work: { (options, files, streams) throws(Failure) in
            switch options.form {
            case .codes: try streams.print(try CodeGuide.list(files))
            case .explanation(let code): try streams.print(try CodeGuide.explanation(of: code, files))
            case .failureExplanation(let failure):
                if let file = files.first { throw .unwantedOperand(file, command: "check --explain") }
                try streams.print(failure.explanation)
            case .text, .json, .ndjson:
                let code = try check(FileOperands.files(files), named: files, options, &streams)
                if options.loudness != .quiet {
                    for line in FileOperands.leftOut(of: files) { streams.advise(line) }
                }
                return code
            }
            return .good
        })

    /// Reads, repairs, checks and reports, in this order.
    private static func check(
        _ files: [String], named: [String], _ options: CheckOptions, _ streams: inout Streams
    ) throws(Failure) -> ExitCode {
        try options.requireSense(for: files)
        if let hint = options.formatHint(for: files) { streams.advise(hint) }
        var options = options
        let ignored = try options.findSettings(for: files)
        let check: MarkerCheck
        do throws(QuadLimitsError) { check = try MarkerCheck(options.limits, options.scope) } catch {
            throw .limits(error)
        }
        var read: [MarkerFile] = [], unread: [UnreadFile] = []
        for file in files {
            do throws(Failure) {
                read.append(try MarkerFile(reading: file, options, reportsBrokenLines: true))
            } catch {
                // Of several files, one that cannot be read hides nothing of the others.
                guard files.count > 1, error.exitCode == .unreadable else { throw error }
                unread.append(UnreadFile(name: file, failure: error))
            }
        }
        // What a folder holds besides markers is nothing wrong with them.
        let others = read.filter { $0.otherContent != nil && !named.contains($0.name) }
        // Where there is nothing else, each of them says what it is.
        let passedOver = others.count < read.count ? others : []
        read.removeAll { one in passedOver.contains { $0.name == one.name } }
        let batches = try read.map { (file) throws(Failure) in try batch(file, check, options) }
        let report = CheckReport(
            zip(batches, check.findings(batches)).map { CheckedFile($0, findings: $1) }, unread: unread,
            options)
        switch options.form {
        case _ where options.published != nil:
            try streams.print(options.published?.text(PublishedResult(report)) ?? "")
        case .json: try streams.print(report.document(openDepth: 2))
        case .ndjson:
            for finding in report.findings {
                try streams.print(FindingLine(finding: finding).documentLine)
            }
            try streams.print(CheckSummary(report: report).documentLine)
        default: try streams.print(CheckText.text(report, streams.screen))
        }
        try streams.flush()
        if options.loudness != .quiet {
            for line in SettingsText.lines(options, ignored) { streams.advise(line) }
        }
        if options.loudness != .quiet, let line = FileOperands.leftOut(passedOver) { streams.advise(line) }
        for failure in report.failures { streams.advise(failure.text) }
        for advice in Advice.on(report) { streams.advise(advice.text) }
        return report.exitCode
    }

    /// The markers of a file, repaired where the repaired file is to be written.
    private static func batch(
        _ file: MarkerFile, _ check: MarkerCheck, _ options: CheckOptions
    ) throws(Failure) -> MarkerBatch {
        // Half a document would be worse than none.
        guard let output = options.fixedFile, file.failure == nil else { return MarkerBatch(file) }
        let batch = MarkerBatch(repairing: file, check)
        try OutputFile.write(
            file.applying(batch.repairs), to: output, replaces: options.replacesFile, for: "--fix")
        return batch
    }
}

extension CheckOptions {
    fileprivate func requireSense(for files: [String]) throws(Failure) {
        guard !files.isEmpty else {
            throw .noFile(example: "quadcal check room.csv", isTerminal: Streams.inputIsTerminal)
        }
        guard files.count(where: { $0 == Input.standard }) < 2 else { throw .standardInputTwice }
        if let code = only?.first(where: ignored.contains) {
            throw .contradiction("--only \(code.rawValue)", "--ignore \(code.rawValue)")
        }
        if let published {
            let flag: String? =
                switch form {
                case .json: "--json"
                case .ndjson: "--ndjson"
                default: nil
                }
            if let flag { throw .contradiction(flag, "--format \(published.rawValue)") }
        }
        guard let fixedFile else { return }
        guard fixedFile != Input.standard else { throw .reportInOutput(option: "--fix") }
        guard files.count == 1 else { throw .fixingSeveral(count: files.count) }
        try OutputFile.requireFree(fixedFile, replaces: replacesFile, for: "--fix")
    }
}

extension CheckOptions {
    /// A line on `--format json` where it says nothing new of the input, so that the output was certainly meant.
    fileprivate func formatHint(for files: [String]) -> String? {
        guard let format, format != .csv, published == nil, case .text = form, loudness != .quiet else {
            return nil
        }
        let isSurelyMeant = files.contains { name in
            MarkerFormat.allCases.contains { $0 == format && name.lowercased().hasSuffix(".\($0.rawValue)") }
                || name.lowercased().hasSuffix(".csv")
        }
        guard isSurelyMeant else { return nil }
        return
            "--format \(format.rawValue) is the format of the input; --\(format.rawValue) prints the findings as "
            + (format == .json ? "one JSON document" : "JSON, one a line")
    }
}
