import ARMessages
import ToolTerminal

extension Failure {
    /// A device of a demo that did not join the room, or saw nothing there.
    static func room(device: Int, _ fault: SessionFault) -> Failure {
        Failure(
            .network, code: fault.code,
            "device \(device) of the room: \(fault.code), \(visible(fault.message)); run it again without --fault"
        )
    }
}
