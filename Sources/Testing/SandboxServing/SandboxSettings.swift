import DemoScenes
import Markers
package import MarkersSandbox
package import ToolTerminal

package struct SandboxSettings: Sendable {
    package var options = SandboxOptions()
    /// True to print the OpenAPI document instead of serving.
    package var printsDocument = false
    /// The name of a demo space to serve.
    package var demo: String?
    /// The folder to write that space to, instead of serving.
    package var demoFolder: String?
    package var replacesFiles = false
    /// The rules of the room of devices, which `quadcal-devices` serves.
    package var room: RoomRules?
    /// The number of scripted devices that play in the room and end; nil to serve.
    package var demoDevices: Int?
    /// The page with the room of those devices.
    package var reportFile: String?
    /// The files and folders with what the server has from the start.
    package var imported: [String] = []

    var scene: DemoScene? { demo.flatMap { DemoScene(named: $0, seed: options.seed ?? 1) } }

    package init() {}

    /// Every option of `quadcal sandbox`, in the order of the help.
    package static let groups = [
        OptionGroup(heading: "server", options: serverOptions),
        OptionGroup(heading: "a space for testing", options: demoOptions),
        OptionGroup(heading: "a room of devices", options: roomOptions),
        OptionGroup(heading: "behaviour", options: behaviourOptions),
    ]

    private static let serverOptions: [Option<SandboxSettings>] = [
        Option("--port", "N", "the port on 127.0.0.1 (any that is free)") {
            (settings, text) throws(BadValue) in
            guard let port = UInt16(text) else { throw BadValue(expected: "a whole number from 0 to 65535") }
            settings.options.port = port
        },
        Option("--data", "FILE", "an SQLite file that keeps everything; created if missing") {
            (settings, text) throws(BadValue) in
            settings.options.dataFile = try OptionValue.file(text)
        },
        Option(
            file: "--import", "FILE", mayRepeat: true,
            "begin with this file, or a folder of quadcal pull; may be repeated"
        ) { $0.imported.append($1) },
        Option(seed: "the same ids, dates and faults in every run", \.options.seed),
        Option(
            word: "--phone", "PHONE", "also a RobotVision phone at the root of the port: sample or wall",
            \.options.phone),
        Option(switch: "--openapi", "no server: print its API as an OpenAPI 3.1 document", \.printsDocument),
    ]

    private static let roomOptions: [Option<SandboxSettings>] = [
        Option(
            word: "--relay", "MODE", usual: RoomRules.rigid,
            "a relay at /ws: rigid (usual), carrot or carrot-0.1"
        ) {
            $0.room = $1
        },
        Option("--demo-devices", "N", "no server: N devices join the relay, and see one stroke") {
            (settings, text) throws(BadValue) in
            guard let count = Int(text), SandboxSettings.demoDeviceCounts.contains(count) else {
                throw BadValue(
                    expected: "a whole number from \(SandboxSettings.demoDeviceCounts.lowerBound) to "
                        + "\(SandboxSettings.demoDeviceCounts.upperBound)")
            }
            settings.demoDevices = count
        }.needs("--relay", "the devices join its room"),
        Option(
            file: "--report", "OUT.html", to: "write",
            "write what --demo-devices saw as a page with drawings", \.reportFile
        ).needs("--demo-devices", "it says what to report on"),
    ]

    /// The rules by which frames of devices are joined.
    package enum RoomRules: String, CaseIterable, Sendable {
        case rigid, carrot
        case carrotOld = "carrot-0.1"
    }

    /// The counts of devices that a demo may have: one draws, and the documented relay takes no more.
    static let demoDeviceCounts = 2...16

    private static let demoOptions: [Option<SandboxSettings>] = [
        Option(switch: "--demo", slot: "demo", "a made-up room of 400 markers that was scanned three times") {
            $0.demo = "room"
        },
        demoSpace,
        Option(
            file: "--demo-files", "FOLDER", to: "write",
            "no server: write the space as files, with the true answers", \.demoFolder
        ).needs("--demo", or: "--demo-space", "it selects the files to write"),
        Option(switch: "--force", "let --demo-files and --report replace files", \.replacesFiles),
    ]

    private static let demoSpace: Option<SandboxSettings> = {
        var option = Option<SandboxSettings>(
            "--demo-space", "SPACE", slot: "demo", "another space, such as blade-drifted"
        ) {
            (settings, text) throws(BadValue) in
            guard DemoScene.names.contains(text) else {
                throw BadValue(
                    expected: "room or blade, alone or with a defect, as in blade-drifted",
                    nearest: nearest(to: text, among: DemoScene.names))
            }
            settings.demo = text
        }
        option.notation.values = .words(DemoScene.names)
        return option
    }()

    private static let behaviourOptions: [Option<SandboxSettings>] = [
        Option(adding: "--fault", "FAULT", "what goes wrong, how often and when; may be repeated") {
            (settings, text) throws(BadValue) in
            guard let fault = Fault(text) else {
                throw BadValue(expected: "\(Fault.form), as in 503:0.1:after or reset:@7:PATCH")
            }
            settings.options.faults.append(fault)
        },
        Option(
            word: "--variant", "NAME", mayRepeat: true, "a deviation seen in real servers; may be repeated"
        ) {
            $0.options.variants.insert($1)
        },
        Option("--token-seconds", "S", "require bearer tokens from POST /sandbox/token, valid S seconds") {
            (settings, text) throws(BadValue) in
            guard case .number(let seconds) = NumberText(text), seconds > 0 else {
                throw BadValue(expected: "a number of seconds above 0")
            }
            settings.options.tokenSeconds = seconds
        },
        Option("--refresh-seconds", "S", "refresh tokens of POST /api/v1/auth/refresh-token hold S seconds") {
            (settings, text) throws(BadValue) in
            guard case .number(let seconds) = NumberText(text), seconds > 0 else {
                throw BadValue(expected: "a number of seconds above 0")
            }
            settings.options.refreshSeconds = seconds
        },
    ]
}
