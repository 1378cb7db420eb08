/// A reason for which a sandbox did not start.
public enum SandboxError: Error, Hashable, Sendable {
    /// The data file cannot be used; the code and the message are SQLite's.
    case store(file: String, code: String, String)
    /// The port cannot be used; with the system's error number.
    case port(UInt16, errno: Int32)

    /// The error as a word that never changes meaning.
    public var code: String {
        switch self {
        case .store: "STORE_UNUSABLE"
        case .port: "PORT_UNUSABLE"
        }
    }
}
