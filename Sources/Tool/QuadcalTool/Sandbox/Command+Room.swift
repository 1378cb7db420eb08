import ARMessages
import FrameReports
import MarkersSandbox
import SyncReports
import ToolTerminal

extension Command {
    /// Plays a room of scripted devices by the relay's rule and by another, and shows where each saw a stroke.
    static func playRoom(
        _ count: Int, _ settings: SandboxSettings, _ streams: inout Streams
    ) throws(Failure) {
        guard let mode = settings.options.relay else {
            throw .neededOption("--relay", "the devices join its room")
        }
        if let file = settings.reportFile {
            try OutputFile.requireFree(file, replaces: settings.replacesFiles, for: "--report")
        }
        let script = RoomScript(devices: count, seed: settings.options.seed ?? 1)
        var plays: [RoomReport.Play] = []
        for mode in [mode, mode == .rigid ? .carrot : .rigid] {
            var options = settings.options
            options.relay = mode
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
            RoomPage(report, version: Quadcal.version).html, to: file, replaces: settings.replacesFiles,
            for: "--report")
    }
}
