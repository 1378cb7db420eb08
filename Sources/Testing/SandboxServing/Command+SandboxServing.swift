import DemoScenes
import Foundation
package import MarkersSandbox
package import ToolCommands
package import ToolTerminal

extension Command {
    /// `quadcal sandbox`.
    ///
    /// - Parameter room: Serves or plays a room of devices, or hands over to who does.
    package static func sandbox(
        room: @escaping @Sendable (SandboxSettings, inout Streams) throws(Failure) -> ExitCode
    ) -> Command {
        Command(
            "sandbox", "serve the marker API on this machine, for testing", operands: "",
            notes: """
                Prints its address, then serves until Ctrl-C or a TERM signal: every route of the API under
                /api/v1, to this machine only. Without --data everything is lost at the end. What took effect
                is at /api/v1/events, which faults hit which requests at /sandbox/faults, and the latest requests with
                their statuses at /sandbox/requests. Two paths are WebSockets:
                /api/v1/events/live sends what takes effect, after the event N with ?after=N; /sandbox/echo sends
                every message back.

                --phone plays a phone that detects objects: /health, /status, /detect, /capture and /settings at the
                root of the same port. sample answers as its documents show; wall walks past twelve objects, one
                frame with each POST /detect, as by
                curl -d '{"requestId":"13099483-bac8-4a81-a2cb-ccf971de37c1"}' ADDRESS/detect, each time with a new
                UUID. Where the camera was is at /sandbox/camera/ID, by the requestId, and the true places of the
                objects are at /sandbox/objects.

                --relay lets devices join a room at the WebSocket /ws, as quadcal relay does; this machine only.
                --demo-devices plays such a room: each device has a frame of its own, is held to the first, and sees
                one stroke that the second draws. It is played by MODE, then by the other of rigid and carrot.

                --import takes what quadcal pull saved, exports of sessions, and lists of spaces, sessions, markers and
                the rest (JSON). Everything keeps its id; sessions and spaces that are only named are made up.

                FAULT is KIND[:RATE|:@N[-M]][:before|:after][:REQUESTS]. KIND is a status from 400 to 599, 429=S,
                429-date=S or 429-garbage by what Retry-After says, html-200, latency=MS, drip=MS, reset, close,
                restart=S (nobody is served for so long), truncate, long, short, answer-twice, answer-twice=MS
                (the copy comes later), answer-late-on-next (with the next answer), answers-behind (in the place
                of the next one, and so on), stale, list-short, list-foreign or expire. RATE is a share of the
                requests, as in 0.1; @N is the Nth, @N-M those up to the Mth. before: it has no effect; after:
                it has, but the answer is lost. REQUESTS is a method as in PATCH, an operation of --openapi as in
                updateMarker, or \(words); N counts only these.

                Messages of WebSockets have faults of their own: ws-drop, ws-close=CODE, ws-latency=MS and ws-split
                (every byte alone). RATE and N count messages; REQUESTS is the operation that opened the socket,
                followEvents, echoMessages or joinRoom.

                NAME is one of \(variants).

                SPACE is invented and scanned three times: room (400 markers) or blade (5,000), or one of these with
                a defect, as in blade-drifted:
                \(demoVariants).
                --seed selects the variant (1). --demo-files also writes truth.json: what a recalibration
                must find.

                Exit codes: 0 stopped or played, 2 usage error or a port in use, 3 the data file cannot be used,
                5 a device of --demo-devices did not join.
                """,
            settings: SandboxSettings(), options: SandboxSettings.groups,
            examples: [
                ("quadcal sandbox --port 8080 --data hall.sqlite", "a server that keeps its data"),
                (
                    "quadcal sandbox --seed 7 --fault 503:0.1:after --fault reset:0.05",
                    "one that loses a tenth of its answers and resets connections, the same ones in every run"
                ),
                ("quadcal sandbox --demo --seed 7", "a room of 400 markers, to recalibrate"),
                (
                    "quadcal sandbox --phone wall --port 8080",
                    "a phone in front of twelve objects, beside the server"
                ),
                (
                    "quadcal sandbox --relay --port 8080",
                    "devices and simulators join ws://127.0.0.1:8080/ws"
                ),
                (
                    "quadcal sandbox --relay --demo-devices 3 --seed 7 --report room.html",
                    "three made-up devices, and where each sees a stroke"
                ),
                ("quadcal sandbox --import hall", "the space that quadcal pull saved in hall"),
                ("quadcal sandbox --openapi > api.json", "its API description, for other tools"),
            ],
            work: { (settings, operands, streams) throws(Failure) in
                if let extra = operands.first { throw .unwantedOperand(extra, command: "sandbox") }
                guard !settings.printsDocument else {
                    try streams.print(OpenAPIDocument.json(hasPhone: settings.options.phone != nil))
                    return .good
                }
                if let folder = settings.demoFolder, let scene = settings.scene {
                    try OutputFile.write(
                        scene.files, into: folder, replaces: settings.replacesFiles, for: "--demo-files")
                    return .good
                }
                guard settings.room == nil else { return try room(settings, &streams) }
                return try serve(settings, &streams)
            })
    }

    /// The possible faults of a demo space.
    private static let demoVariants = DemoScene.Variant.allCases.dropFirst().map(\.rawValue).joined(
        separator: ", ")

    private static let words =
        RequestSelection.words.dropLast().joined(separator: ", ") + " or "
        + (RequestSelection.words.last ?? "")

    /// The names of the variants, in lines of the notes.
    private static let variants = Variant.allCases.map(\.rawValue).enumerated().map { place, name in
        (place > 0 && place % 5 == 0 ? "\n" : "") + name
    }.joined(separator: ", ").replacing(", \n", with: ",\n")

    /// Serves until a signal, with a room of devices if there is one.
    package static func serve(
        _ settings: SandboxSettings, room: SandboxRoom? = nil, _ streams: inout Streams
    ) throws(Failure) -> ExitCode {
        let scene = settings.scene, imported = try SandboxFiles.contents(of: settings.imported)
        var options = settings.options
        options.room = room
        options.contents = (scene?.records ?? []) + imported
        let server: SandboxServer
        do throws(SandboxError) { server = try SandboxServer(options) } catch { throw .sandbox(error) }
        let advice =
            SandboxFiles.lines(on: imported, at: "\(server.address)")
            + (scene.map { SandboxFiles.steps(in: $0, at: "\(server.address)") } ?? [])
            + (room == nil ? [] : ["devices join ws://127.0.0.1:\(server.port)/ws"])
        return try serve(server.address, advice: advice, &streams) { server.stop() }
    }
}

extension Failure {
    package static func sandbox(_ error: SandboxError) -> Failure {
        let text = joined(error.explained(to: .terminal))
        return switch error {
        case .port: Failure(.usage, text)
        case .store(let file, _, _): Failure(.unreadable, file: file, text)
        }
    }
}

extension DemoScene {
    /// Everything that its server has, without the true values.
    var records: [SandboxRecord] {
        let parts: [(SandboxRecord.Content, [DemoRecord])] = [
            (.space, [space]), (.workSession, sessions), (.marker, markers),
            (.referenceSet, [referenceSet]), (.anchor, oldAnchors + newAnchors),
            (.laserGuide, [laserGuide]),
        ]
        return parts.flatMap { content, records in
            records.map { SandboxRecord(content, id: $0.id, owner: $0.owner, json: $0.json) }
        }
    }
}
