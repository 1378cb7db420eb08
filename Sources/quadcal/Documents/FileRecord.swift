import StrictJSON

/// A file that was read, and the part it plays.
struct FileRecord: WrittenObject {
    let role: String
    let file: String
    let sha256: String

    static let members: [DocumentMember<FileRecord>] = [
        .always("role", \.role, "The part that the file plays."),
        .always("file", \.file, "Its name; - is standard input."),
        .always("sha256", \.sha256, "The digest of its bytes."),
    ]

    static func schema(roles: [String]) -> Schema { schema.narrowing("role", to: .word(roles)) }
}
