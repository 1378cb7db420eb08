import FitReports
import JobReports
import Markers
import ToolServer
import ToolTerminal

extension RecalibrateOptions {
    /// Refuses options and files that contradict each other, before anything is read.
    func requireSense(for files: [String]) throws(Failure) {
        try titleBlock.requirePage(reportFile)
        if let reportFile {
            try ReportFile.requireFree(reportFile, replaces: replacesFile, for: "--report")
        }
        guard job.action == .apply else { return try requireJob(files) }
        guard isOnline || isDryRun else {
            throw .neededOption(
                "--api URL --space KEY, or --dry-run",
                "with a server a plan is carried out, with files it is only shown")
        }
        if pairs.join == .auto {
            throw .neededOption(
                "--join label, anchor or geometry",
                "markers move only by a key that was named; quadcal fit --join auto tells which fits best")
        }
        let inputs = isOnline ? try onlineInputs(files) : try fileInputs(files)
        guard inputs.count(where: { $0 == Input.standard }) + (readsToken ? 1 : 0) < 2 else {
            throw .standardInputTwice
        }
        if isOnline, !onlyPlans {
            try requireAnswer(isInputTaken: readsToken || inputs.contains(Input.standard))
        }
        try requireFrames()
        if mode == .vector, pairs.straightening != .none {
            throw .contradiction(
                "--straighten \(pairs.straightening.rawValue)",
                "--mode vector, which shifts all markers alike,")
        }
        if mode == .vector, space == nil {
            throw .neededOption("--space SPACE.json", "the new vector is computed from the current one")
        }
        guard let planFile else { return }
        if planFile == reportFile { throw .contradiction("--plan-out \(planFile)", "--report \(planFile)") }
        guard planFile != Input.standard else { throw .reportInOutput(option: "--plan-out") }
        try OutputFile.requireFree(planFile, replaces: replacesFile, for: "--plan-out")
    }

    private var readsToken: Bool { connection.secretSource == .standardInput }

    private func fileInputs(_ files: [String]) throws(Failure) -> [String] {
        if let target = firstTarget {
            throw .neededOption("--api URL", "--onto \(target) is a session or a set of a server")
        }
        let inputs = markerFiles + files + [fitFile, sessionFile, space].compactMap { $0 }
        if fitFile != nil {
            try requireNoPairs()
            guard !markerFiles.isEmpty || !files.isEmpty else {
                throw .neededOption(
                    "--markers FILE", "a fit says how markers move, but not which markers exist")
            }
            return inputs
        }
        guard !files.isEmpty else {
            throw .neededOption("--fit FIT.json", "without a fit, OLD and NEW are needed to make one")
        }
        try pairs.requireSense(for: files, command: "recalibrate")
        guard !markerFiles.isEmpty || pairs.join?.isOfMarkers == true else {
            throw .neededOption("--markers FILE", "pairs say how markers move, but not which markers exist")
        }
        // What is paired is read again as the markers that move.
        return markerFiles.isEmpty ? inputs + files.prefix(1) : inputs
    }

    private func onlineInputs(_ files: [String]) throws(Failure) -> [String] {
        guard space != nil else {
            throw .neededOption(
                "--space KEY", "it selects a space of the server, by its key or id")
        }
        for case let (option, file?) in [("--markers", markerFiles.first), ("--sessions-file", sessionFile)] {
            throw .contradiction("\(option) \(file)", "--api, where they are the server's,")
        }
        switch (fitFile, firstTarget) {
        case (_?, let target?): throw .contradiction("--fit", "--onto \(target)")
        case (let fit?, nil):
            try requireNoPairs()
            if let extra = files.first { throw .unwantedOperand(extra, command: "recalibrate") }
            return [fit]
        case (nil, let target?):
            guard pairs.join?.isOfMarkers == true else {
                throw .neededOption(
                    "--join label, anchor or geometry, or --join-map FILE",
                    "it says what the markers of \(target) and the old ones have in common")
            }
            try pairs.requireSense()
            for case let (option, session?) in [
                ("--from-session", pairs.oldSessions.first), ("--to-session", pairs.newSessions.first),
            ] {
                throw .contradiction("\(option) \(session.wireText)", "--onto \(target)")
            }
            if let extra = files.first { throw .unwantedOperand(extra, command: "recalibrate") }
            return []
        case (nil, nil):
            if files.isEmpty, pairs.join?.isOfRows == true {
                try pairs.requireSense()
                return []
            }
            guard !files.isEmpty else {
                throw .neededOption(
                    "--onto ID, --fit FIT.json, --anchors runs, or files of pairs",
                    "without any of them nothing says how markers move")
            }
            try pairs.requireSense(for: files, command: "recalibrate")
            return files
        }
    }

    private func requireNoPairs() throws(Failure) {
        if let option = pairs.someFitOption { throw .contradiction("--fit", option) }
    }

    /// Refuses options of a plan for a job that exists.
    private func requireJob(_ files: [String]) throws(Failure) {
        let action = "--\(job.action.rawValue)"
        guard job.file != nil else {
            throw .neededOption("--job FILE", "\(action) needs an existing job")
        }
        if let extra = files.first { throw .unwantedOperand(extra, command: "recalibrate \(action)") }
        let options = [
            fitFile.map { _ in "--fit" }, pairs.someFitOption, markerFiles.first.map { _ in "--markers" },
            space.map { "--space \($0)" }, mode.map { "--mode \($0.rawValue)" },
            rule == nil && !namesSessions ? nil : "--sessions", firstTarget.map { _ in "--onto" },
            isDryRun ? "--dry-run" : nil, planFile.map { _ in "--plan-out" },
        ]
        if let option = options.compactMap(\.self).first { throw .contradiction(action, option) }
        if case .explanation = form { throw .contradiction(action, "--explain") }
        if job.action.direction != nil { try requireAnswer(isInputTaken: readsToken) }
    }

    /// Whether somebody is there to answer a question, and has not said that none is wanted.
    var canAsk: Bool { !job.saysYes && !readsToken && Streams.inputIsTerminal }

    /// Refuses to write without `--yes` if nobody is there to answer the question.
    private func requireAnswer(isInputTaken: Bool) throws(Failure) {
        guard !job.saysYes, isInputTaken || !Streams.inputIsTerminal else { return }
        throw .neededOption(
            "--yes",
            "standard input is not a terminal, so nobody can confirm"
                + (job.action == .apply ? "; --dry-run only shows the plan" : ""))
    }

    /// Refuses to guess frames: sessions must be named, or their dates known.
    private func requireFrames() throws(Failure) {
        switch rule {
        case nil:
            guard !namesSessions else { return }
            throw .neededOption(
                "--sessions ID, --sessions all or --before DATE",
                "it says which sessions are in the old frame; the others do not move")
        case .before:
            guard sessionFile == nil, !isOnline else { return }
            throw .neededOption(
                "--sessions-file FILE", "without it the creation dates of sessions are not known")
        default: return
        }
    }
}
