import RigidCalibration

extension FitOptions {
    /// Every option of `quadcal fit`, in the order of the help.
    static let groups = [
        OptionGroup(heading: "motion", options: motionOptions),
        OptionGroup(heading: "wrong pairs", options: robustOptions),
        OptionGroup(heading: "judging", options: judgingOptions),
        OptionGroup(heading: "report", options: reportOptions),
    ]

    private static let motionOptions: [Option<FitOptions>] = [
        Option(
            "--model", "MODEL",
            "auto, translation, yaw, gravity, rigid or similarity (auto: what the pairs fix)"
        ) { (options, text) throws(BadValue) in
            options.model = try OptionValue.word(text)
        },
        Option(
            "--gravity-deg", "DEG",
            "the tilt expected between levelled frames (\(MeasureText.shortest(MotionModel.usualTilt)))"
        ) { (options, text) throws(BadValue) in
            options.tilt = try OptionValue.positive(text, .degrees, atMost: 90)
        },
        Option("--noise-mm", "MM", "the deviation of a coordinate of a residual, if known (estimated)") {
            (options, text) throws(BadValue) in
            options.noise = LimitScale.millimetres.value(try OptionValue.positive(text, .millimetres))
        },
    ]

    private static let robustOptions: [Option<FitOptions>] = [
        Option(switch: "--robust", "leave wrong pairs out: fit those that agree on a motion") {
            $0.isRobust = true
        },
        Option("--bound-mm", "MM", "how far off a pair may be that is not wrong (estimated)") {
            (options, text) throws(BadValue) in
            options.bound = LimitScale.millimetres.value(try OptionValue.positive(text, .millimetres))
        },
    ]

    private static let judgingOptions: [Option<FitOptions>] = [
        Option(
            "--at", "POINTS", "CSV of id,x,y,z in the source frame: where they go, and the error to expect"
        ) {
            (options, text) throws(BadValue) in
            options.pointFile = try OptionValue.file(text, to: "read")
        },
        Option("--check-points", "PAIRS", "CSV of pairs that take no part; fail where they miss the motion") {
            (options, text) throws(BadValue) in
            options.checkFile = try OptionValue.file(text, to: "read")
        },
        Option("--tolerance-mm", "MM", "fail where the error to expect is larger: at POINTS, or at the pairs")
        {
            (options, text) throws(BadValue) in
            options.tolerance = LimitScale.millimetres.value(try OptionValue.positive(text, .millimetres))
        },
        Option("--fail-on", "LEVEL", "exit 1 from this level on: error, warning or never (error)") {
            (options, text) throws(BadValue) in
            options.failsOn = try OptionValue.word(text)
        },
    ]

    private static let reportOptions: [Option<FitOptions>] = [
        Option("--save", "FIT.json", "write the motion with its evidence to a file, as --json prints it") {
            (options, text) throws(BadValue) in
            options.savedFile = try OptionValue.file(text)
        },
        Option(switch: "--force", "let --save replace a file") { $0.replacesFile = true },
        Option(switch: "--json", slot: form, "one JSON document") { $0.form = .json },
        Option(switch: "--list-codes", slot: form, "no fit: every code, its severity and what it says") {
            $0.form = .codes
        },
        Option("--explain", "CODE", slot: form, "no fit: what a code means and what to do about it") {
            (options, text) throws(BadValue) in
            guard let code = FitCode(rawValue: text.uppercased()) else {
                throw BadValue(
                    expected: "a code that \"quadcal fit --list-codes\" lists",
                    nearest: nearest(to: text, among: FitCode.allCases.map(\.rawValue)))
            }
            options.form = .explanation(code)
        },
        Option(switch: "--verbose", short: "-v", slot: loudness, "the motion's numbers, and every pair") {
            $0.loudness = .verbose
        },
        Option(switch: "--quiet", slot: loudness, "only the verdict, and no advice") { $0.loudness = .quiet },
    ]

    private static let form = "report"
    private static let loudness = "loudness"
}
