import SandboxServing
import ToolCommands
import ToolTerminal

extension Command {
    /// `quadcal sandbox`; a room of devices is served by the wing that has them.
    static let sandbox = Command.sandbox(room: { (_, _) throws(Failure) in
        try Wing.devices.takeOver(
            Array(CommandLine.arguments.dropFirst()), for: "sandbox --relay")
    })
}
