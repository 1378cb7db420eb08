/// The form of bytes that are not text in UTF-8, by how they begin.
public enum ForeignBytes: String, Hashable, Sendable {
    case utf16 = "UTF-16"
    case utf32 = "UTF-32"
    case gzip, zstd, bzip2, xz, zip

    private static let beginnings: [(bytes: [UInt8], form: ForeignBytes)] = [
        ([0xFF, 0xFE, 0, 0], .utf32), ([0, 0, 0xFE, 0xFF], .utf32), ([0xFF, 0xFE], .utf16),
        ([0xFE, 0xFF], .utf16),
        ([0x1F, 0x8B], .gzip), ([0x28, 0xB5, 0x2F, 0xFD], .zstd), (Array("BZh".utf8), .bzip2),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], .xz), ([0x50, 0x4B, 3, 4], .zip),
    ]

    /// `nil` if they may be text in UTF-8, or are something else.
    package init?(_ bytes: some Collection<UInt8>) {
        if let known = ForeignBytes.beginnings.first(where: { bytes.starts(with: $0.bytes) }) {
            self = known.form
            return
        }
        // Characters of ASCII without a mark of their order before them.
        switch bytes.prefix(4).map({ $0 == 0 ? 0 : $0 < 0x80 ? 1 : 2 }) {
        case [0, 1, 0, 1], [1, 0, 1, 0]: self = .utf16
        case [0, 0, 0, 1], [1, 0, 0, 0]: self = .utf32
        default: return nil
        }
    }

    /// Whether it has to be unpacked, not saved as other text.
    package var isCompressed: Bool { self != .utf16 && self != .utf32 }
}
