import FrameCodes
import Markers
import ToolTerminal

/// The options of `quadcal handeye`.
struct HandEyeOptions: Sendable {
    /// A file of the noise of both sides.
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
        Option(file: "--noise", "FILE", "the noise of poses (JSON; estimated from residuals)") {
            $0.noiseFile = $1
        },
        Option(switch: "--robust", "poses that the others contradict count less") { $0.isRobust = true },
        Option(switch: "--demo", "made-up poses, and how far the result is from the truth") {
            $0.isDemo = true
        },
        Option("--seed", "N", "other poses for --demo (1)") { (options, text) throws(BadValue) in
            guard let seed = UInt64(text) else { throw BadValue(expected: "a whole number, 0 or more") }
            options.seed = seed
        },
    ]

    private static let reportOptions: [Option<HandEyeOptions>] =
        [
            Option(switch: "--world", "also the place of the target in the base") { $0.showsWorld = true },
            Option(switch: "--json", slot: CodeOptions.formSlot, "one JSON document") {
                $0.printsJSON = true
            },
        ] + CodeOptions.options(of: "handeye").map { Option($0, of: \.codes) } + [
            Option(switch: "--verbose", short: "-v", slot: "loudness", "every pose") {
                $0.loudness = .verbose
            },
            Option(switch: "--quiet", slot: "loudness", "only the verdict") { $0.loudness = .quiet },
        ]
}
