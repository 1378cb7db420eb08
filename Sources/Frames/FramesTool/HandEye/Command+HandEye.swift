import FrameCodes
import Markers
import PublishedResults
import ToolCommands
import ToolTerminal

extension Command {
    /// `quadcal handeye POSES`.
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
                try streams.print(form.text(PublishedResult(run)))
            } else {
                try streams.printReport(run.text(on: streams.screen))
            }
            try streams.flush()
            if options.loudness != .quiet { run.notes.forEach(streams.advise) }
            return run.exitCode
        })
}

extension HandEyeOptions {
    /// Refuses options and files that make no sense together, before anything is read.
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
