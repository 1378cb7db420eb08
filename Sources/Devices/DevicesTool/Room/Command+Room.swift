import ARMessages
import FrameReports
import MarkersSandbox
import SandboxServing
import SandboxTransport
import StrictJSON
import ToolCommands
import ToolTerminal

extension RelayOptions.Mode {
    fileprivate init(_ rules: SandboxSettings.RoomRules) {
        self =
            switch rules {
            case .rigid: .rigid
            case .carrot: .carrot
            case .carrotOld: .carrot01
            }
    }
}

extension Command {
    /// Serves a room of devices beside the sandbox, or has scripted devices play in it.
    @Sendable static func serveRoom(
        _ settings: SandboxSettings, _ streams: inout Streams
    ) throws(Failure) -> ExitCode {
        let mode = settings.room.flatMap(RelayOptions.Mode.init) ?? .rigid
        guard let count = settings.demoDevices else {
            return try serve(settings, room: .relay(mode), &streams)
        }
        try playRoom(count, by: mode, settings, &streams)
        return .good
    }

    /// Plays a room of scripted devices by the relay's rule and by another, and shows where each saw a stroke.
    static func playRoom(
        _ count: Int, by mode: RelayOptions.Mode, _ settings: SandboxSettings, _ streams: inout Streams
    ) throws(Failure) {
        if let file = settings.reportFile {
            try OutputFile.requireFree(file, replaces: settings.replacesFiles, for: "--report")
        }
        let script = RoomScript(devices: count, seed: settings.options.seed ?? 1)
        var plays: [RoomReport.Play] = []
        for mode in [mode, mode == .rigid ? .carrot : .rigid] {
            var options = settings.options
            options.room = .relay(mode)
            // A port that was asked for may not be free again at once.
            if !plays.isEmpty { options.port = 0 }
            let server: SandboxServer
            do throws(SandboxError) { server = try SandboxServer(options) } catch { throw .sandbox(error) }
            defer { server.stop() }
            plays.append(try RoomDevices(script, count: count, port: server.port, mode: mode).play())
        }
        let report = script.report(plays)
        try streams.print(RoomText(report).text)
        guard let file = settings.reportFile else { return }
        try OutputFile.write(
            RoomPage(report, version: QuadcalVersion.text).html, to: file, replaces: settings.replacesFiles,
            for: "--report")
    }
}

extension Failure {
    /// A device of a demo that did not join the room, or saw nothing there.
    static func room(device: Int, _ fault: SessionFault) -> Failure {
        Failure(
            .network, code: fault.code,
            "device \(device) of the room: \(fault.code), \(visible(fault.message)); run it again without --fault"
        )
    }
}
