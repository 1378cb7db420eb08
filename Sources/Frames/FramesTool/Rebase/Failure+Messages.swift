import ARMessages
import StrictJSON
import ToolMarkers
import ToolTerminal

/// Devices and their messages.
extension Failure {
    /// Messages of devices that are refused.
    static func messages(file: String, _ error: MessageStreamError) -> Failure {
        switch error {
        case .refused(.unreadable(let fault), let line, _):
            Failure(
                .unreadable, code: error.code, file: file, line: line,
                "\(fileLabel(file)):\(fault.line): \(fault.text)")
        case .refused(let fault, let line, _):
            Failure(
                .unreadable, code: error.code, file: file, line: line,
                "\(fileLabel(file)):\(line): \(visible(fault.pointer)): \(fault.code), \(fault.message)")
        case .file(let fault):
            Failure(.unreadable, code: error.code, file: file, "\(fileLabel(file)): \(fault.text)")
        }
    }

    /// The pose of a handshake that cannot be used.
    static func handshake(file: String, _ error: HandshakeError) -> Failure {
        Failure(
            .unsolvable, code: error.code, file: file, "\(fileLabel(file)): \(error.code), \(error.message)")
    }
}
