import ToolCommands
import ToolTerminal

/// The wing of `quadcal` for frames of sessions, devices and cameras.
@main
enum FramesMain {
    static func main() { Tool.frames.main() }
}

extension Tool {
    static let frames = Tool(
        Wing.frames.name, commands: [.fuse, .graph, .handEye, .rebase],
        documents: [.fuse, .graph, .handEye, .rebase])
}
