import DemoScenes
import FrameCodes
import FrameGraph
import FrameReports
import JobReports
import MarkerTables
import Markers
import PublishedResults
import QuadGeometry
import StrictJSON
import ToolCommands
import ToolTerminal

extension Command {
    static let handEye = Command(
        "handeye", Wing.frames["handeye"], operands: "POSES | --demo",
        notes: """
            POSES is CSV, - is standard input: a header id,hx,hy,hz,hqx,hqy,hqz,hqw,cx,cy,cz,cqx,cqy,cqz,cqw, then in
            each row a pose of the hand in the base (H) and the pose of one target in the camera (C) at that time:
            position in metres, then quaternion x, y, z, w. The camera in the hand (X) and the target in the base (Z) are
            those for which H X C = Z fits best. At least three poses are needed that turn the hand about two axes.

            --noise is JSON such as {"camera": {"turnDegrees": 0.1, "shiftMillimetres": 1}, "hand": {...}}, a direction;
            without hand the hand is exact. Without --noise the camera's is estimated from residuals, in this ratio.

            Exit codes: 0 success, 1 stated noise does not explain the residuals (see --fail-on), 2 usage error,
            3 a file cannot be read, 4 the poses determine no place: too few (TOO_FEW_POSES), no turns (TURN_FREE),
            all turns about one axis (AXIS_FREE), or a mirrored side (MIRRORED).
            """,
        isColored: true, settings: HandEyeOptions(), options: HandEyeOptions.groups,
        examples: [
            ("quadcal handeye poses.csv", "the camera's place, its error, and the pose that would help most"),
            (
                "quadcal handeye --noise camera.json --world poses.csv",
                "with a test of the residuals, and the target's place"
            ),
            ("quadcal handeye --demo", "fifteen made-up poses, and how far the result is off"),
        ],
        work: { (options, files, streams) throws(Failure) in
            if try options.codes.print(of: "handeye", beside: files, to: &streams) { return .good }
            try options.requireSense(for: files)
            let run =
                options.isDemo ? try HandEyeRun(demo: options) : try HandEyeRun(reading: files[0], options)
            if options.printsJSON {
                try streams.print(run.document(openDepth: 3))
            } else if let form = options.codes.published {
                try streams.print(
                    form.text(
                        PublishedResult(run.view, of: "handeye", at: run.input.table.file, options.codes)))
            } else {
                try streams.printReport(run.view.text(options.loudness, on: streams.screen))
            }
            try streams.flush()
            if options.loudness != .quiet { run.notes.forEach(streams.advise) }
            return run.exitCode
        })
}

extension HandEyeOptions {
    fileprivate func requireSense(for files: [String]) throws(Failure) {
        if isDemo {
            if let file = files.first { throw .contradiction("--demo", file) }
        } else {
            if let seed { throw .contradiction("--seed \(seed)", "poses without --demo") }
            guard !files.isEmpty else {
                throw .noFile(example: "quadcal handeye poses.csv", isTerminal: Streams.inputIsTerminal)
            }
        }
        if let extra = files.dropFirst().first { throw .unwantedOperand(extra, command: "handeye") }
        guard (files + [noiseFile].compactMap(\.self)).count(where: { $0 == Input.standard }) < 2 else {
            throw .standardInputTwice
        }
    }
}

struct HandEyeRun {
    let options: HandEyeOptions
    let input: HandEyeInput
    let noise: HandEyeNoise
    let report: HandEyeReport

    init(reading file: String, _ options: HandEyeOptions) throws(Failure) {
        try self.init(HandEyeInput(reading: file), options, truth: nil)
    }

    /// The poses that ``DemoHandEye`` makes up.
    init(demo options: HandEyeOptions) throws(Failure) {
        let demo = DemoHandEye(seed: options.seed ?? 1)
        try self.init(
            HandEyeInput(demo.bytes, "demo"), options, truth: (demo.handFromCamera, demo.baseFromTarget))
    }

    private init(
        _ input: HandEyeInput, _ options: HandEyeOptions, truth: (RigidTransform, RigidTransform)?
    ) throws(Failure) {
        (self.input, self.options) = (input, options)
        if let file = options.noiseFile {
            noise = try HandEyeNoise(reading: file)
        } else {
            noise = try HandEyeNoise()
        }
        do throws(HandEyeError) {
            let fit = try HandEyeFit(
                hands: input.hands, cameras: input.cameras, handNoise: noise.hand, cameraNoise: noise.camera,
                isRobust: options.isRobust)
            report = HandEyeReport(
                fit, ids: input.table.ids, isNoiseStated: noise.file != nil, isRobust: options.isRobust,
                truth: truth)
        } catch {
            throw .handEye(file: input.table.file, error)
        }
    }

    var verdict: Verdict {
        options.codes.verdict(of: report.severity)
    }

    var exitCode: ExitCode { options.codes.exitCode(of: verdict) }

    var view: ResultView {
        HandEyeText.view(
            report, verdict: verdict.rawValue, of: fileLabel(input.table.file),
            withTarget: options.showsWorld)
    }

    var notes: [String] {
        guard input.normalized > HandEyeRun.roundedQuaternion else { return [] }
        return [
            "\(fileLabel(input.table.file)): quaternions were up to \(MeasureText.digits(2, input.normalized)) from unit "
                + "length, which was divided away"
        ]
    }

    /// Rounding to six digits explains no more.
    private static let roundedQuaternion = 5e-6
}

extension SchemaDocument {
    static let handEye = SchemaDocument(
        name: "handeye", about: "what quadcal handeye --json prints", schema: HandEyeRun.schema)
}

extension HandEyeRun: RunDocument {
    static let members: [DocumentMember<HandEyeRun>] =
        .head("quadcal.handeye/1", verdict: "It is fail if stated noise does not explain the residuals.") + [
            .always(
                "inputs", \.inputs, "The files that were read; with --demo, the poses that were made up.",
                schema: .array(FileRecord.schema(roles: ["poses", "noise"]))),
            .always("robust", \.options.isRobust, "Whether poses that the others contradict count less."),
            .part(\.report, HandEyeReport.members),
        ]

    private var inputs: [FileRecord] {
        [FileRecord(role: "poses", file: input.table.file, sha256: input.table.text.sha256)]
            + [noise.file].compactMap(\.self).map {
                FileRecord(role: "noise", file: $0.file, sha256: $0.sha256)
            }
    }
}

struct HandEyeOptions: Sendable {
    var noiseFile: String?
    var isRobust = false
    /// Whether the place of the target in the base is printed, too.
    var showsWorld = false
    var isDemo = false
    var seed: UInt64?
    var codes = CodeOptions()
    var printsJSON = false
    var loudness = Loudness.normal
}

extension HandEyeOptions {
    /// Every option of `quadcal handeye`, in the order of the help.
    static let groups = [
        OptionGroup(heading: "poses", options: poseOptions),
        OptionGroup(heading: "report", options: reportOptions),
    ]

    private static let poseOptions: [Option<HandEyeOptions>] = [
        Option(file: "--noise", "FILE", "the noise of poses (JSON; estimated from residuals)", \.noiseFile),
        Option(switch: "--robust", "poses that the others contradict count less", \.isRobust),
        Option(switch: "--demo", "made-up poses, and how far the result is from the truth", \.isDemo),
        Option(seed: "other poses for --demo (1)", \.seed),
    ]

    private static let reportOptions: [Option<HandEyeOptions>] =
        [
            Option(switch: "--world", "also the place of the target in the base", \.showsWorld),
            Option(switch: "--json", slot: CodeOptions.formSlot, "one JSON document", \.printsJSON),
        ] + CodeOptions.options(of: "handeye").map { Option($0, of: \.codes) }
        + Option<HandEyeOptions>.loudness(verbose: "every pose", \.loudness)
}
