import StrictJSON

/// A file that was read, and the part it plays.
struct FileRecord: WrittenObject {
    let role: String
    let file: String
    let sha256: String

    static let members: [DocumentMember<FileRecord>] = [
        .always("role", \.role, "The role of the file."),
        .always("file", \.file, "The name of the file; - is standard input."),
        .always("sha256", \.sha256, "The SHA-256 digest of its bytes."),
    ]

    static func schema(roles: [String]) -> Schema { schema.narrowing("role", to: .word(roles)) }
}
