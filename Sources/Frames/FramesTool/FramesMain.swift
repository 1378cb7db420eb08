import ToolCommands
import ToolServer
import ToolTerminal

#if !os(Linux)
import MarkersURLSession
#endif

/// The wing of `quadcal` for frames of sessions, devices and cameras.
@main
enum FramesMain {
    static func main() {
        #if !os(Linux)
        SystemTransport.use(URLSessionTransport.init)
        #endif
        Tool.frames.main()
    }
}

extension Tool {
    static let frames = Tool(
        Wing.frames.name, commands: [.fuse, .graph, .handEye, .rebase],
        documents: [.fuse, .graph, .handEye, .rebase])
}
