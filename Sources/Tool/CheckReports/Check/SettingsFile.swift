package import StrictJSON
import ToolMarkers
package import ToolTerminal

/// A file of settings that is used.
package struct SettingsFile: WrittenObject {
    package let file: String
    package let settings: FolderSettings
    private let sha256: String

    package static let members: [DocumentMember<SettingsFile>] = [
        .always("file", \.file, "The name of the file."),
        .always("sha256", \.sha256, "The SHA-256 digest of its bytes."),
    ]

    /// Takes the bytes of a file.
    package init(_ file: String, _ bytes: [UInt8]) throws(Failure) {
        (self.file, sha256) = (file, SHA256.hex(of: bytes[...]))
        do throws(SettingsError) { settings = try FolderSettings(checking: bytes) } catch {
            throw .settings(file: file, error)
        }
    }
}
