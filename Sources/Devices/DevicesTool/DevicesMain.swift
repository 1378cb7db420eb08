import SandboxServing
import SyncReports
import ToolCommands
import ToolServer
import ToolTerminal

#if !os(Linux)
import MarkersURLSession
#endif

/// The wing of `quadcal` for phones, rooms of devices, and what waits for a network.
@main
enum DevicesMain {
    static func main() {
        #if !os(Linux)
        SystemTransport.use(URLSessionTransport.init)
        #endif
        Tool.devices.main()
    }
}

extension Tool {
    static let devices = Tool(
        Wing.devices.name, commands: [.sense, .sync, .relay, .sandbox(room: Command.serveRoom)],
        documents: [.sense, .camera, .sync])
}
