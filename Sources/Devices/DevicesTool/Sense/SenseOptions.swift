import Foundation
import FrameCodes
import JobReports
import Markers
import MarkersEndpoint
import MarkersJobs
import MarkersOffline
import MarkersSandbox
import QuadGeometry
import SensorReports
import StrictJSON
import SyncReports
import ToolMarkers
import ToolServer
import ToolTerminal
import VisionSensor
import VisionSensorClient

struct SenseOptions: Sendable {
    var question = SenseQuestion()
    var sensor: Origin?
    /// A recorded run, or replies as a phone writes them.
    var detections: String?
    /// A file of camera frames, or a URL with the slot of a request.
    var camera: String?
    var frames: Int?
    var record: String?
    var settings = SensorSettings()
    var onlyProbes = false
    var snapshot: String?
    /// Pictures a second that a hot phone is set to.
    var hotRate: Double?
    /// The server and the space that markers go to.
    var place = SpaceOptions()
    var session: String?
    /// A file with the motion from the cameras' world to the space, or `identity`.
    var origin: String?
    var onlyShows = false, saysYes = false
    /// The store in which markers wait where there is no network.
    var store: String?
    var output, rosFile, reportFile: String?
    var replacesFile = false
    var isDemo = false
    var seed: UInt64?
    var faults: [Fault] = []
    var codes = CodeOptions()
    var printsJSON = false
    var loudness = Loudness.normal

    /// Detections that are asked for where none are said.
    static let usualFrames = 200

    /// Every option of `quadcal sense`, in the order of the help.
    static let groups = [
        OptionGroup(heading: "detections", options: inputOptions),
        OptionGroup(heading: "phone", options: phoneOptions),
        OptionGroup(heading: "markers", options: markerOptions),
        OptionGroup(heading: "server", options: serverOptions),
        OptionGroup(heading: "results", options: resultOptions),
        OptionGroup(heading: "report", options: reportOptions),
    ]

    private static let inputOptions: [Option<SenseOptions>] = [
        Option("--sensor", "URL", "the phone, as in http://172.20.10.1:8080") {
            (options, text) throws(BadValue) in
            do throws(OriginError) { options.sensor = try Origin(text) } catch {
                throw BadValue(expected: error.expected)
            }
        }.excludes("--detections"),
        Option(
            file: "--detections", "FILE", "a recorded run, or replies line by line, instead of a phone",
            \.detections),
        Option(
            file: "--camera", "FRAMES", "camera frames: a file, or a URL in which {requestId} is replaced",
            \.camera),
        Option(
            word: "--distance", "LINE", "axis, ray or infer: what distances are measured along",
            \.question.distance),
        Option(
            word: "--depth", "SENSOR",
            "lidar, features or careful: the error of distances, if frames state none", \.question.depth),
        Option(switch: "--demo", "a made-up phone and server on this machine, beside the truth", \.isDemo)
            .excludes(
                "--sensor", "--detections", "--camera", "--session", "--origin", "--space", "--api"),
        Option(seed: "other errors and faults for --demo (1)", \.seed).needs(
            "--demo", "only that has --seed"),
        Option(
            adding: "--fault", "FAULT",
            "how the phone and server of --demo fail, as in 503:0.1:after; may be repeated"
        ) {
            (options, text) throws(BadValue) in
            guard let fault = Fault(text) else {
                throw BadValue(expected: "a fault, as in 503:0.1:after (see quadcal sandbox --help)")
            }
            options.faults.append(fault)
        }.needs("--demo", "only that has --fault"),
    ]

    private static let phoneOptions: [Option<SenseOptions>] = [
        Option("--frames", "N", "how many detections to ask for (\(usualFrames))") {
            (options, text) throws(BadValue) in
            options.frames = Int(try OptionValue.count(text))
        }.needs("--sensor URL", or: "--demo", "--frames asks a phone"),
        Option(
            adding: "--set", "NAME=VALUE",
            "change a setting first, as in confidenceThreshold=0.55; may be repeated"
        ) {
            (options, text) throws(BadValue) in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let names = SensorSettings.names.map(\.name)
            guard let known = SensorSettings.names.first(where: { $0.name == parts[0] }) else {
                throw BadValue(
                    expected: "NAME=VALUE with one of \(names.joined(separator: ", "))",
                    nearest: nearest(to: String(parts[0]), among: names))
            }
            guard parts.count == 2, options.settings.set(known.name, to: String(parts[1])) else {
                throw BadValue(expected: "\(known.values) for \(known.name)")
            }
        }.needs("--sensor URL", or: "--demo", "--set asks a phone"),
        Option(switch: "--probe", "only print the phone's status and settings", \.onlyProbes)
            .needs("--sensor URL", or: "--demo", "--probe asks a phone"),
        Option(file: "--snapshot", "OUT.jpg", to: "write", "write one picture of the phone", \.snapshot)
            .needs("--sensor URL", or: "--demo", "--snapshot asks a phone"),
        Option("--when-hot", "RATE", "lower targetFPS to this once the phone is hot, as in 15") {
            (options, text) throws(BadValue) in
            options.hotRate = try OptionValue.positive(
                text, in: "pictures a second", atMost: SensorSettings.mostFPS)
        }.needs("--sensor URL", or: "--demo", "--when-hot asks a phone"),
    ]

    private static let markerOptions: [Option<SenseOptions>] = [
        Option(
            word: "--corners", "PLANE", "facing, billboard or plane: what corners lie on (billboard)",
            \.question.corners),
        Option("--plane", "NX,NY,NZ,D", "the plane n·p = D in the cameras' world, for --corners plane") {
            (options, text) throws(BadValue) in
            options.question.plane = try plane(text)
        },
        Option("--min-sightings", "N", "fewer replies than this make no marker (3)") {
            (options, text) throws(BadValue) in
            options.question.tracks.leastSightings = Int(try OptionValue.count(text))
        },
        Option("--min-stands", "N", "fewer stands than this make no marker (2)") {
            (options, text) throws(BadValue) in
            options.question.tracks.leastStands = Int(try OptionValue.count(text))
        },
        Option("--expect", "N", "fail if there are fewer markers") { (options, text) throws(BadValue) in
            options.question.expected = Int(try OptionValue.count(text))
        },
        Option(
            switch: "--number-labels", "labels are the class and a number (only the class)",
            \.question.numbersLabels),
        Option(
            file: "--origin", "FILE",
            "the matrix that leads from the cameras' world to the space; or identity", \.origin),
    ]

    private static let serverOptions: [Option<SenseOptions>] =
        ConnectionOptions.options.map { Option(Option($0, of: \SpaceOptions.connection), of: \.place) } + [
            Option(SpaceOptions.space, of: \.place),
            Option("--session", "ID", "the session that gets the markers; its beginning needs --space") {
                (options, text) throws(BadValue) in
                options.session = try SpaceOptions.beginning(ofSession: text)
            },
            Option(
                file: "--store", "FILE", to: "write",
                "queue the markers there if there is no network, for quadcal sync", \.store),
            Option(switch: "--yes", "create without asking", \.saysYes),
            Option(switch: "--dry-run", "only say what would be created", \.onlyShows),
        ]

    private static let resultOptions: [Option<SenseOptions>] = [
        Option(file: "--out", "OUT.json", to: "write", "write the markers", \.output),
        Option(
            file: "--record", "OUT.ndjson", to: "write",
            "write the run as it goes; go on where it was cut off", \.record
        ).needs("--sensor URL", or: "--demo", "--record asks a phone"),
        Option(
            file: "--ros", "OUT.json", to: "write",
            "write the markers as vision_msgs/Detection3DArray of ROS", \.rosFile),
        Option(
            file: "--report", "OUT.html", to: "write",
            "write an HTML report: one page with a drawing and tables", \.reportFile),
        Option(
            switch: "--force", "let --out, --record, --ros, --report and --snapshot replace files",
            \.replacesFile),
    ]

    private static let reportOptions: [Option<SenseOptions>] =
        [
            Option(switch: "--json", slot: CodeOptions.formSlot, "one JSON document", \.printsJSON)
        ] + CodeOptions.options(of: "sense").map { Option($0, of: \.codes) }
        + Option<SenseOptions>.loudness(verbose: "every row of every table", \.loudness)

    private static func plane(_ text: String) throws(BadValue) -> Plane {
        let bad = BadValue(expected: "a normal and a distance, as in --plane 0,0,1,-1.5")
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 4, case .number(let distance) = NumberText(String(parts[3])), distance.isFinite
        else { throw bad }
        let normal = try OptionValue.point(parts[..<3].joined(separator: ","), as: "--plane 0,0,1,-1.5")
        let square = normal.dot(normal)
        guard square > 0, let plane = Plane(through: normal * (distance / square), across: normal) else {
            throw bad
        }
        return plane
    }
}

extension SenseOptions {
    /// A transport to a phone or an app, which gets no credentials.
    static func transport(to origin: Origin) throws(Failure) -> any BoundTransport {
        do throws(TransportError) {
            return try SystemTransport.make(origin, SensorAPI.transportOptions)
        } catch { throw .connection(.transport(error)) }
    }

    static func asking<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(SensorFailure) -> Value
    ) throws(Failure) -> Value {
        try waiting { () async throws(Failure) in
            do throws(SensorFailure) { return try await work() } catch { throw .phone(error) }
        }
    }

    /// Changes what is to be changed, looks how the phone is, and takes a picture of it.
    func prepare(
        _ sensor: SensorAPI
    ) throws(Failure) -> (phone: PhoneRecord?, events: [SenseEvent]) {
        var updated: [String] = [], events: [SenseEvent] = []
        if !settings.fields.isEmpty {
            let settings = settings
            let reply = try SenseOptions.asking { () async throws(SensorFailure) in
                try await sensor.change(settings)
            }
            updated = reply.updatedFields
            events = reply.unasked.map { SenseEvent(.unasked, $0) }
        }
        if let snapshot {
            let picture = try SenseOptions.asking { () async throws(SensorFailure) in
                try await sensor.capture()
            }
            try OutputFile.write(picture, to: snapshot, replaces: replacesFile, for: "--snapshot")
        }
        guard onlyProbes || !detects || !updated.isEmpty else { return (nil, events) }
        let health: SensorHealth
        do throws(Failure) {
            health = try SenseOptions.asking { () async throws(SensorFailure) in try await sensor.health() }
        } catch {
            // A phone that is not ready may still say how hot it is.
            guard let failure = error.cause as? SensorFailure, case .status(let status) = failure.reason,
                status >= 500
            else { throw error }
            events.append(SenseEvent(.noAnswer, "\(failure.code): \(failure.message)"))
            health = SensorHealth(status: "status \(status)")
        }
        let status = try SenseOptions.asking { () async throws(SensorFailure) in try await sensor.status() }
        if status.isHot { events.append(status.heat) }
        return (
            PhoneRecord(url: sensor.url, health: health, status: status, updated: updated), events
        )
    }
}

extension SensorStatus {
    /// The note of how hot a phone is.
    var heat: SenseEvent { SenseEvent(.hot, "thermalState \(thermalState)") }
}

extension SenseOptions {
    /// Whether detections are made into markers, not only the phone looked at.
    var detects: Bool {
        !onlyProbes
            && (isDemo || detections != nil || camera != nil
                || settings.fields.isEmpty && snapshot == nil)
    }

    /// Refuses options and files that make no sense together, before anything is read or asked.
    func requireSense(for files: [String]) throws(Failure) {
        if let file = files.first { throw .unwantedOperand(file, command: "sense") }
        if !isDemo { try requireInput() }
        try requireMarkers()
        guard [detections, camera, origin].count(where: { $0 == Input.standard }) < 2 else {
            throw .standardInputTwice
        }
        try OutputFile.requireFree(
            [
                ("--out", output), ("--record", record), ("--ros", rosFile), ("--report", reportFile),
                ("--snapshot", snapshot),
            ], replaces: replacesFile, continued: "--record")
    }

    private func requireInput() throws(Failure) {
        guard sensor != nil || detections != nil else {
            throw .neededOption(
                "--sensor URL or --detections FILE",
                "it says where detections are from; a phone that serves in its own hotspot is \(SenseOptions.usualPhone)"
            )
        }
        guard detects else { return }
        if sensor != nil, camera == nil {
            throw .neededOption(
                "--camera FILE or --camera URL", "it has the camera frames, without which boxes have no place"
            )
        }
        if let camera, camera.contains("://"), CameraAPI.parts(of: camera) == nil {
            throw .badValue(
                option: "--camera", value: camera,
                BadValue(
                    expected:
                        "a file, or a URL with \(CameraAPI.slot), as in http://host/poses/\(CameraAPI.slot)"))
        }
        guard question.distance != nil else {
            throw .neededOption(
                "--distance axis, --distance ray or --distance infer",
                "phones do not say whether they measure along the optical axis or along the ray")
        }
    }

    private static let usualPhone = "http://172.20.10.1:8080"

    private func requireMarkers() throws(Failure) {
        switch (question.corners, question.plane) {
        case (.plane, nil): throw .neededOption("--plane NX,NY,NZ,D", "it says which plane corners lie on")
        case (.plane, _?), (_, nil): break
        case (_, _?): throw .neededOption("--corners plane", "only then is --plane used")
        }
        guard place.connection.server != nil else {
            if let store { throw .neededOption("--api URL", "it says which server --store \(store) is of") }
            if let session, !isDemo {
                throw .neededOption("--api URL", "it says which server --session \(session) is on")
            }
            return
        }
        guard let session else {
            throw .neededOption("--session ID", "it says which session gets the markers")
        }
        guard origin != nil else {
            throw .neededOption(
                "--origin FILE or --origin identity",
                "a server keeps markers in the space's frame, not in the world of the cameras")
        }
        guard place.space != nil || session.utf8.count == 36 else {
            throw .neededOption("--space SPACE", "only then may --session be the beginning of an id")
        }
        let isInputTaken = place.connection.secretSource == .standardInput || detections == Input.standard
        guard onlyShows || saysYes || !isInputTaken && Streams.inputIsTerminal else {
            throw .neededOption(
                "--yes", "standard input is not a terminal, so nobody can confirm; --dry-run only shows")
        }
    }
}

extension SenseOptions {
    /// The options with the motion that `--origin` names.
    func withOrigin() throws(Failure) -> SenseOptions {
        var options = self
        if let origin {
            options.question.spaceFromWorld = .identity
            if origin != "identity" {
                let bytes = try Input.bytes(of: origin)
                do throws(MatrixReadError) {
                    options.question.spaceFromWorld = try MatrixReader.matrix(bytes).transform
                } catch { throw .matrix(file: origin, error, formatIsStated: false) }
            }
        }
        return options
    }

    /// Creates the markers in the session that was named, each once; none where there are errors.
    func create(_ report: inout SenseReport) throws(Failure) {
        guard place.connection.server != nil, let session, !report.markers.isEmpty else { return }
        guard report.severity != .error else {
            report.isCreationRefused = true
            return
        }
        let server = try place.server
        let what = "\(counted(report.markers.count, "marker")) in session \(session) on \(server)"
        guard !onlyShows else {
            Streams.tell("quadcal: would create \(what)\n")
            return
        }
        guard saysYes || Question.isAnsweredWithYes("Create \(what)?") else { throw .declined }
        let id = try sessionID(session, server)
        let api = try place.connection.api(of: server)
        do throws(Failure) { report.creation = try SenseOptions.create(report, in: id, api, server) } catch {
            guard let store, let problem = error.cause as? APIError, problem.isOffline else { throw error }
            let wanted = try SenseOptions.wanted(report, in: id)
            try SyncWork.queue(wanted.markers, wanted.keys, in: store, for: server)
            report.creation = SenseCreation(server: server.description, session: id.wireText, ids: [])
            report.creation?.store = store
        }
    }

    private static func wanted(
        _ report: SenseReport, in session: UUID
    ) throws(Failure) -> (markers: [RequestBody.MarkerCreation], keys: [String]) {
        do throws(JSONError) { return try SensedSet(report).creations(in: session) } catch {
            throw .json(file: "markers", error)
        }
    }

    static func create(
        _ report: SenseReport, in session: UUID, _ api: MarkersAPI, _ server: Origin
    ) throws(Failure) -> SenseCreation {
        let wanted = try wanted(report, in: session)
        let ids = try waiting { () async throws(Failure) in
            do throws(APIError) {
                return try await MarkerCreation(api).create(wanted.markers, keys: wanted.keys, in: session)
                    .map(\.id.wireText)
            } catch { throw .server(server.description, error) }
        }
        return SenseCreation(server: server.description, session: session.wireText, ids: ids)
    }

    private func sessionID(_ text: String, _ server: Origin) throws(Failure) -> UUID {
        // A whole id needs no network.
        guard place.space != nil, store == nil || text.utf8.count < 36 else {
            guard let id = UUID(uuidString: text) else {
                throw .badValue(
                    option: "--session", value: text, BadValue(expected: "the whole id of a session"))
            }
            return id
        }
        let listing = try place.listing()
        do throws(SpaceListingError) { return listing.sessions[try listing.place(ofSession: text)].id } catch
        {
            throw Failure(error, on: server)
        }
    }

    func write(_ report: SenseReport) throws(Failure) {
        if let output {
            try OutputFile.write(
                SensedSet(report).bytes, to: output, replaces: replacesFile, for: "--out")
        }
        if let rosFile {
            try OutputFile.write(
                SensedArray(report).bytes, to: rosFile, replaces: replacesFile, for: "--ros")
        }
    }
}
