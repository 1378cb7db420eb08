package import StrictJSON

/// A file that was read, and the part it plays.
package struct FileRecord: WrittenObject {
    package let role: String
    package let file: String
    package let sha256: String

    package init(role: String, file: String, sha256: String) {
        (self.role, self.file, self.sha256) = (role, file, sha256)
    }

    package static let members: [DocumentMember<FileRecord>] = [
        .always("role", \.role, "The role of the file."),
        .always("file", \.file, "The name of the file; - is standard input."),
        .always("sha256", \.sha256, "The SHA-256 digest of its bytes."),
    ]

    package static func schema(roles: [String]) -> Schema { schema.narrowing("role", to: .word(roles)) }
}
