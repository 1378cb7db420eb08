import FitReports
import Markers
import ToolTerminal

extension FitOptions {
    func requireSense(for files: [String], command: String = "fit") throws(Failure) {
        guard !files.isEmpty else {
            throw .noFile(example: "quadcal fit pairs.csv", isTerminal: Streams.inputIsTerminal)
        }
        try requireSides(of: files, command)
        try requireSense()
        guard
            (files + [pointFile, checkFile, checkTarget, mapFile, titleBlock.logo]).count(where: {
                $0 == Input.standard
            }) < 2
        else {
            throw .standardInputTwice
        }
    }

    /// Refuses contradictory options, wherever the pairs are from.
    func requireSense() throws(Failure) {
        try requireJoin()
        try requirePrintable()
        if let tilt, !model.knowsTilt {
            throw .contradiction(
                "--model \(model.rawValue)", "--gravity-deg \(MeasureText.shortest(tilt))")
        }
        if let bound, !isRobust {
            throw .contradiction("--bound-mm \(MeasureText.millimetres(bound))", "a fit without --robust")
        }
        if near != nil, join != .geometry && join != .auto || choice != nil {
            throw .contradiction("--near", choice.map { "--choose \($0)" } ?? "a fit without --join geometry")
        }
        if let choice {
            guard isRobust else { throw .contradiction("--choose \(choice)", "a fit without --robust") }
            guard model != .similarity else {
                throw .contradiction("--choose \(choice)", "--model \(model.rawValue)")
            }
        }
        try requireStraight()
        try titleBlock.requirePage(reportFile)
        if let reportFile {
            try ReportFile.requireFree(reportFile, replaces: replacesFile, for: "--report")
            if reportFile == savedFile {
                throw .contradiction("--save \(reportFile)", "--report \(reportFile)")
            }
        }
        guard let savedFile else { return }
        guard savedFile != Input.standard else { throw .reportInOutput(option: "--save") }
        try requireName(ofSaved: savedFile)
        try OutputFile.requireFree(savedFile, replaces: replacesFile, for: "--save")
    }

    /// Refuses what goes by one motion where each marker has a shift on top of it.
    private func requireStraight() throws(Failure) {
        guard straightening != .none else { return }
        let option = "--straighten \(straightening.rawValue)"
        if model == .similarity {
            throw .contradiction(option, "--model \(model.rawValue), whose scale is not told from a drift,")
        }
        if model == .translation {
            throw .contradiction(option, "--model \(model.rawValue), which leaves turns to the drift,")
        }
        if let checkFile {
            throw .contradiction(option, "--check-points \(checkFile), which checks one motion,")
        }
        if let advice {
            throw .contradiction(option, "--advise \(advice.text), which counts on one motion,")
        }
        if case .motion(let printed) = form {
            throw .contradiction(option, "--print \(printed.rawValue), which prints one motion,")
        }
    }

    /// Refuses the name of a saved fit that promises another format, which some program would then not read.
    private func requireName(ofSaved file: String) throws(Failure) {
        let name = file.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return }
        let ending = name[name.index(after: dot)...].lowercased()
        let instead: String
        switch ending {
        case "html", "htm": instead = "--report \(visible(file)) writes the page"
        case "glb", "ply", "usdz": instead = "quadcal report writes the scene of a saved fit"
        case "csv", "proj", "tum", "yaml": instead = "--print prints the motion alone, for other programs"
        default: return
        }
        throw .badValue(
            option: "--save", value: file,
            BadValue(expected: "a name for a document of JSON, such as fit.json (\(instead))"))
    }

    /// Refuses what the printed form of a motion cannot hold.
    private func requirePrintable() throws(Failure) {
        var printed: PrintedMotion?
        if case .motion(let form) = form { printed = form }
        if let printedLayout, printed != .matrix {
            throw .contradiction("--layout \(printedLayout.rawValue)", "a fit without --print matrix")
        }
        if let printed, model == .similarity {
            throw .contradiction("--print \(printed.rawValue)", "--model \(model.rawValue)")
        }
    }

    /// Refuses a choice of the new markers' corners if none are joined; only a plan needs it for every fit.
    func requireJoinedTarget() throws(Failure) {
        guard let target, join?.isOfMarkers != true else { return }
        throw .contradiction("--target \(target.rawValue)", "a fit without --join")
    }

    /// Refuses options that do not apply to the kind of files, and too many or too few files.
    private func requireSides(of files: [String], _ command: String) throws(Failure) {
        let most = join == nil && (matrices ?? .newFromOld) == .newFromOld ? 1 : 2
        if files.count == 2, join == nil, matrices == nil { throw .missingJoin(old: files[0], new: files[1]) }
        if files.count > most { throw .unwantedOperand(files[most], command: command) }
        if files.count < most { throw .missingSide(file: files[0]) }
        if let matrices, let option = modelOptions.first {
            throw .contradiction(option, "--matrices \(matrices.rawValue)")
        }
        if let layout, matrices == nil {
            throw .contradiction("--\(layout.rawValue)", "a fit without --matrices")
        }
        if let matrixFormat, matrices == nil {
            throw .contradiction("--matrices-as \(matrixFormat.rawValue)", "a fit without --matrices")
        }
    }

    /// The options that determine how pairs are fitted, as they were written.
    private var modelOptions: [String] {
        [
            model == .auto ? nil : "--model \(model.rawValue)",
            tilt.map { "--gravity-deg \(MeasureText.shortest($0))" },
            noise.map { "--noise-mm \(MeasureText.millimetres($0))" },
            markerNoise.map { "--marker-noise-mm \(MeasureText.millimetres($0))" },
            groups == .auto ? nil : "--groups \(groups.rawValue)",
            isRobust ? "--robust" : nil,
            bound.map { "--bound-mm \(MeasureText.millimetres($0))" }, choice.map { "--choose \($0)" },
            near.map { _ in "--near" },
            straightening == .none ? nil : "--straighten \(straightening.rawValue)",
        ].compactMap { $0 }
    }

    /// An option that determines how pairs are made or fitted, if one was given.
    var someFitOption: String? {
        let sources: [String?] =
            switch join {
            case .label: ["--join label"]
            case .anchor: ["--join anchor"]
            case .geometry: ["--join geometry"]
            case .auto: ["--join auto"]
            case .map(let file): ["--join-map \(file)"]
            case .rows(let partners): ["--anchors \(partners.rawValue)"]
            case .origins: ["--two-points"]
            case .poses(let format): ["--poses \(format.rawValue)"]
            case nil: [matrices.map { "--matrices \($0.rawValue)" }]
            }
        return (sources.compactMap { $0 } + modelOptions).first
    }

    /// Refuses options of another kind of join.
    private func requireJoin() throws(Failure) {
        let isOfMarkers = join?.isOfMarkers ?? false, isOfRows = join?.isOfRows ?? false
        let isOfRuns = join == .rows(.runs), isOfGrid = join == .rows(.grid)
        if let checkTarget, checkFile == nil {
            throw .contradiction("--check-onto \(checkTarget)", "a fit without --check-points")
        }
        let uses: [(option: String?, isUsed: Bool, with: String)] = [
            (checkTarget.map { "--check-onto \($0)" }, isOfMarkers, "--join"),
            (exclusions.first.map { "--exclude \($0)" }, isOfMarkers, "--join"),
            (oldSessions.first.map { "--from-session \($0.wireText)" }, isOfMarkers || isOfRows, "--join"),
            (newSessions.first.map { "--to-session \($0.wireText)" }, isOfMarkers || isOfRuns, "--join"),
            (oldRun.map { "--from-run \($0)" }, isOfRows, "--anchors"),
            (newRun.map { "--to-run \($0)" }, isOfRuns, "--anchors runs"),
            (dots.map { "--dots \($0.rawValue)" }, isOfGrid, "--anchors grid"),
            (
                matchGap.map { "--match-ms \(MeasureText.millimetres($0))" }, join?.isOfTimes ?? false,
                "--poses tum"
            ),
        ]
        for case (let option?, false, let choice) in uses {
            throw .contradiction(option, "a fit without \(choice)")
        }
    }

    private var mapFile: String? {
        guard case .map(let file)? = join else { return nil }
        return file
    }
}
