import Markers

extension Command {
    /// `quadcal recalibrate --dry-run`.
    static let recalibrate = Command(
        "recalibrate", "plan what a new scan changes in every marker of a space",
        operands: "--dry-run --mode MODE --fit FIT.json --markers FILE... | OLD NEW",
        notes: """
            Says of every marker what would become of it and why; nothing is sent or written. The motion comes from a
            file that quadcal fit --save wrote, or is fitted to OLD NEW (or PAIRS) as quadcal fit does it. Only markers
            of sessions move that are said to be in the old frame; those that supplied targets never do.

            Exit codes: 0 good, 1 some markers cannot be moved, or the markers are where they should be, 2 wrong usage,
            3 a file cannot be read, 4 there is no motion, or none that may be used.
            """,
        settings: RecalibrateOptions(), options: RecalibrateOptions.groups,
        examples: [
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
                "how one marker fares, with all numbers"
            ),
        ],
        work: { (options, files, streams) throws(Failure) in
            try options.requireSense(for: files)
            let report = try PlanReport(reading: files, options)
            var written: [UInt8]?
            if let file = options.planFile {
                let bytes = PlanJSON.document(report)
                try OutputFile.write(bytes, to: file, for: "--plan-out")
                written = bytes
            }
            switch options.form {
            case .json: try streams.print(written ?? PlanJSON.document(report))
            case .text: try PlanText.write(report, to: &streams)
            case .explanation(let name): try streams.print(try PlanExplanation.text(of: name, report))
            }
            try streams.flush()
            if options.loudness != .quiet {
                for note in report.fitNotes { streams.advise(note) }
            }
            return report.exitCode
        })
}

extension RecalibrateOptions {
    /// Refuses options and files that make no sense together, before anything is read.
    fileprivate func requireSense(for files: [String]) throws(Failure) {
        guard isDryRun else {
            throw .neededOption("--dry-run", "nothing talks to a server yet, so a plan is all there is")
        }
        var inputs = markerFiles + files + [fitFile, sessionFile, spaceFile].compactMap { $0 }
        if fitFile != nil {
            if let option = pairs.someFitOption { throw .contradiction("--fit", option) }
            guard !markerFiles.isEmpty || !files.isEmpty else {
                throw .neededOption("--markers FILE", "a fit says how markers move, but not which there are")
            }
        } else {
            guard !files.isEmpty else {
                throw .neededOption("--fit FIT.json", "without a fit, OLD and NEW are needed to make one")
            }
            try pairs.requireSense(for: files, command: "recalibrate")
            guard !markerFiles.isEmpty || pairs.join?.isOfMarkers == true else {
                throw .neededOption("--markers FILE", "pairs say how markers move, but not which there are")
            }
            // What is paired is read again as the markers that move.
            if markerFiles.isEmpty { inputs += files.prefix(1) }
        }
        guard inputs.count(where: { $0 == Input.standard }) < 2 else { throw .standardInputTwice }
        try requireFrames()
        if mode == .vector, spaceFile == nil {
            throw .neededOption("--space SPACE.json", "a new vector is made of the one that the space has")
        }
        guard let planFile else { return }
        guard planFile != Input.standard else { throw .reportInOutput(option: "--plan-out") }
        try OutputFile.requireFree(planFile, replaces: replacesFile, for: "--plan-out")
    }

    /// Nothing about frames is guessed: sessions are named, or their dates are known.
    private func requireFrames() throws(Failure) {
        switch rule {
        case nil:
            guard sessions.isEmpty else { return }
            throw .neededOption(
                "--sessions ID, --sessions all or --before DATE",
                "it says which sessions are in the old frame; the others do not move")
        case .before:
            guard sessionFile == nil else { return }
            throw .neededOption("--sessions-file FILE", "without it nothing tells when sessions were created")
        default: return
        }
    }
}
