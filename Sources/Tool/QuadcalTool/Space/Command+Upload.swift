import CheckReports
import JobReports
import Markers
import MarkersEndpoint
import MarkersJobs
import QuadGeometry
import ToolCommands
import ToolMarkers
import ToolServer
import ToolTerminal

extension Command {
    static let upload = Command(
        "upload", "check markers of files, and create them on a server",
        operands: "FILE... --api URL --space SPACE --session ID",
        notes: """
            FILE is as for check: CSV or JSON, - is standard input. Where the check finds errors, nothing is sent and
            its findings are printed, with --json as its document. Its limits and profile may come from .quadcal.json, as
            those of check do. Label, color and custom properties go along; ids, details and calibrated data are the
            server's own.

            Each marker gets a \(MarkerCreation.key) among its custom properties, made of its content and its session.
            After a cut the same command creates only what is missing, and a second time it creates nothing.

            \(ConnectionOptions.notes)

            Exit codes: 0 success, 1 the check found errors, or the server has other corners than were sent, 2 usage
            error, 3 a file cannot be read, 5 the server did not do its part.
            """,
        isColored: true, settings: UploadOptions(), options: UploadOptions.groups,
        examples: [
            (
                "quadcal upload new.json --api https://host --space hall --session 88dce0d1",
                "markers of a file into a session that exists"
            ),
            (
                "quadcal upload new.csv --api https://host --space hall --new-session inspection --yes",
                "into a new one, without asking"
            ),
            (
                "quadcal upload new.json --api https://host --space hall --session 88dce0d1 --dry-run",
                "only the check, and what would be created"
            ),
        ],
        work: { (stated, files, streams) throws(Failure) in
            try stated.requireSense(for: files)
            let (options, ignored) = try stated.withSettings(for: files)
            for line in SettingsText.lines(options.check, ignored) { streams.advise(line) }
            let read = try files.map { (file) throws(Failure) in try MarkerFile(reading: file, options.check)
            }
            guard try isSound(read, options, &streams) else { return .findings }
            let upload = Upload(read), server = try options.server.server
            let listing = try options.server.listing()
            let what = "\(counted(upload.count, "marker")) in \(quoted(listing.space.key)) on \(server)"
            guard !options.onlyChecks else {
                try streams.print("PASS  would create \(what)\n")
                return .good
            }
            guard options.saysYes || Question.isAnsweredWithYes("Create \(what)?") else { throw .declined }
            let api = try options.server.connection.api(of: server)
            let report = try waiting { () async throws(Failure) in
                let session = try await upload.session(options, listing, api)
                return try await upload.run(in: session, listing, api, server)
            }
            try streams.print(
                options.server.printsJSON ? report.document(openDepth: 2) : Array(report.text.utf8))
            try streams.flush()
            return report.exitCode
        })

    /// Checks what is to be created; prints the findings where there are errors.
    private static func isSound(
        _ files: [MarkerFile], _ options: UploadOptions, _ streams: inout Streams
    ) throws(Failure) -> Bool {
        for file in files { if let failure = file.failure { throw failure } }
        // What is no quad cannot be created by whoever insists.
        guard !options.isUnchecked || files.contains(where: { $0.faultCount > 0 }) else { return true }
        let check: MarkerCheck
        do throws(QuadLimitsError) {
            check = try MarkerCheck(options.check.limits, options.check.scope)
        } catch {
            throw .limits(error)
        }
        let batches = files.map { MarkerBatch($0) }
        let report = CheckReport(
            zip(batches, check.findings(batches)).map { CheckedFile($0, findings: $1) }, options.check)
        guard report.exitCode != .good else { return true }
        if options.server.printsJSON {
            try streams.print(report.document(openDepth: 2))
        } else {
            try streams.print(CheckText.text(report, streams.screen))
        }
        try streams.flush()
        streams.advise("nothing was sent: correct the errors, or say --unchecked to create such markers, too")
        return false
    }
}
