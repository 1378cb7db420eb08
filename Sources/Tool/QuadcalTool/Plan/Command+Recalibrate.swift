import FitReports
import JobReports
import Markers
import ToolCommands
import ToolServer
import ToolTerminal

extension Command {
    static let recalibrate = Command(
        "recalibrate", "move the markers of a space to where a new scan has them",
        operands: "--mode MODE [--api URL --space KEY] [--fit FIT.json | --onto ID | OLD NEW]",
        notes: """
            Lists the markers of a space on the server, finds the motion, shows what would happen to every marker
            and why, asks, and carries it out: under the sessions' locks, each marker once, read back and compared.
            The previous values are written to the job's file first, so that everything can be resumed or undone.
            With --dry-run nothing is sent; without --api the markers come from files, and only a dry run is
            possible. The motion comes from a file that quadcal fit --save wrote, is fitted to OLD NEW (or PAIRS) as
            quadcal fit does it, or to what the server has: with --onto to the markers of a new session or a reference
            set, with --anchors and no files to the anchors of two runs, or of a run and the laser guide.
            With --straighten, or a fit that was saved so, each marker has its own shift on top of the motion.
            Only markers of sessions in the old frame move; sessions that supplied targets never do, and --sessions all
            leaves out those that are done or archived: name these.

            \(ConnectionOptions.notes)

            A job names its server, but its file can be changed: --resume, --undo and --verify ask before they send anything
            to a server that you have not named, and refuse it where nobody can confirm, or with --yes. A server of this
            machine is asked without that if there are no credentials.

            No marker is moved twice: jobs of this folder and of this user, notes of jobs in the sessions' meta, the fit, versions
            and dates of the server are asked first. Where none of them can tell, --not-moved-yet ID says it of a session.

            Ctrl-C waits for pending requests and says how to resume; a second one stops at once, and the job
            can still be resumed.

            Exit codes: 0 success, 1 some markers cannot be moved, were changed by somebody else or are not where they
            should be, or all were moved before, 2 usage error, 3 a file or a job cannot be read or written, 4 there is
            no motion, or none that may be used, 5 the network or the server failed, 130 stopped by a signal
            or answered no.
            """,
        isColored: true, settings: RecalibrateOptions(), options: RecalibrateOptions.groups,
        mostUsed: [
            "--api", "--space", "--onto", "--sessions", "--fit", "--robust", "--dry-run", "--job", "--undo",
            "--report",
        ],
        examples: [
            (
                "quadcal recalibrate --api URL --space hall --mode raw --sessions OLD --join label --robust --onto NEW",
                "move session OLD onto session or reference set NEW by equal labels (8 digits of an id will do)"
            ),
            (
                "quadcal recalibrate --undo --job hall-1f6c0a3b.job",
                "restore what that changed"
            ),
            (
                "quadcal recalibrate --dry-run --mode raw --sessions ID --fit fit.json --markers all.json",
                "what a saved fit would do to the corners of a session's markers"
            ),
            (
                "quadcal recalibrate --dry-run --mode raw --sessions ID --join label --robust old.json new.json",
                "pair two sessions by label, fit, and plan for the old one"
            ),
            (
                "quadcal recalibrate --dry-run --mode raw --sessions ID --fit fit.json --explain door all.json",
                "what happens to one marker, with all numbers"
            ),
        ],
        work: { (options, files, streams) throws(Failure) in
            if let text = try options.codeText(files) {
                try streams.print(text)
                return .good
            }
            var options = try options.withProfile()
            try options.titleBlock.readLogo()
            if let server = options.connection.server, let missing = MissingOptions(options, files) {
                throw try missing.failure(on: server)
            }
            try options.requireSense(for: files)
            if options.job.action != .apply { return try ExistingJob.run(options, &streams) }
            if let server = options.connection.server {
                return try OnlinePlan.run(files, on: server, options, &streams)
            }
            let inputs = try PlanInputs(reading: files, options)
            return try PlanOutput.show(PlanReport(inputs, options.naming(inputs)), &streams)
        })
}

extension RecalibrateOptions {
    /// The list of codes or the explanation of one, if that is all that is asked for.
    fileprivate func codeText(_ files: [String]) throws(Failure) -> String? {
        let (text, option): (String?, String)
        switch form {
        case .codes: (text, option) = (PlanCode.list, "--list-codes")
        case .codeExplanation(let code): (text, option) = (PlanCode.explanation(of: code), "--explain")
        case .text, .json, .explanation: return nil
        }
        if let file = files.first { throw .unwantedOperand(file, command: "recalibrate \(option)") }
        return text
    }
}
