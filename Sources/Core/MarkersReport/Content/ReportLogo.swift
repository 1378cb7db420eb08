/// A picture for the title block of a report: a PNG or JPEG file that a page can hold.
public struct ReportLogo: Hashable, Sendable {
    /// The file.
    public let bytes: [UInt8]
    /// The kind of the file: `image/png` or `image/jpeg`.
    public let kind: String
    /// The size in pixels.
    public let width, height: Int

    /// The largest file, in bytes.
    public static let mostBytes = 200_000
    /// The longest side, in pixels.
    public static let longestSide = 4096

    /// Checks a file from its first byte to its last.
    public init(_ bytes: [UInt8]) throws(ReportLogoError) {
        guard bytes.count <= ReportLogo.mostBytes else {
            throw .tooLarge(bytes: bytes.count, most: ReportLogo.mostBytes)
        }
        let size: (width: Int, height: Int)
        if bytes.starts(with: ReportLogo.signature) {
            (kind, size) = ("image/png", try ReportLogo.sizeOfPNG(bytes))
        } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
            (kind, size) = ("image/jpeg", try ReportLogo.sizeOfJPEG(bytes))
        } else {
            throw .notAPicture
        }
        (self.bytes, width, height) = (bytes, size.width, size.height)
        guard min(width, height) > 0 else { throw .damaged(at: 0) }
        guard max(width, height) <= ReportLogo.longestSide else {
            throw .tooWide(width: width, height: height, most: ReportLogo.longestSide)
        }
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    /// A number, its greatest byte first.
    private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) throws(ReportLogoError) -> Int {
        guard place + count <= bytes.count else { throw .damaged(at: bytes.count) }
        return bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Follows the chunks, each with its checksum (ISO/IEC 15948).
    private static func sizeOfPNG(_ bytes: [UInt8]) throws(ReportLogoError) -> (width: Int, height: Int) {
        var place = signature.count, isFirst = true, hasData = false
        while true {
            let length = try number(bytes, place, 4), end = place + 8 + length
            let sum = try number(bytes, end, 4)
            guard Int(StoredArchive.checksum(of: Array(bytes[(place + 4)..<end]))) == sum else {
                throw .damaged(at: place)
            }
            let kind = String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self)
            guard isFirst == (kind == "IHDR"), !isFirst || length == 13 else { throw .damaged(at: place) }
            hasData = hasData || kind == "IDAT"
            (place, isFirst) = (end + 4, false)
            if kind == "IEND" { break }
        }
        guard hasData, place == bytes.count else { throw .damaged(at: place) }
        return (try number(bytes, 16, 4), try number(bytes, 20, 4))
    }

    /// Follows the segments to the frame, which has the size (ITU-T T.81).
    private static func sizeOfJPEG(_ bytes: [UInt8]) throws(ReportLogoError) -> (width: Int, height: Int) {
        guard bytes.suffix(2) == [0xff, 0xd9] else { throw .damaged(at: bytes.count) }
        var place = 2
        while true {
            guard try number(bytes, place, 1) == 0xff else { throw .damaged(at: place) }
            let kind = try number(bytes, place + 1, 1), length = try number(bytes, place + 2, 2)
            // Frames, except for tables of codes, extensions and arithmetic conditions.
            if (0xc0...0xcf).contains(kind), ![0xc4, 0xc8, 0xcc].contains(kind) {
                return (try number(bytes, place + 7, 2), try number(bytes, place + 5, 2))
            }
            guard length >= 2, kind >= 0xc0, kind != 0xda else { throw .damaged(at: place) }
            place += 2 + length
        }
    }
}

/// The reason why a file cannot be the logo of a report.
public enum ReportLogoError: Error, Hashable, Sendable {
    /// It is neither a PNG nor a JPEG file.
    case notAPicture
    /// It is cut short or damaged, as seen at this byte.
    case damaged(at: Int)
    /// It has too many bytes for a page.
    case tooLarge(bytes: Int, most: Int)
    /// A side is longer than a page needs.
    case tooWide(width: Int, height: Int, most: Int)

    /// The problem in words, without a full stop.
    public var message: String {
        switch self {
        case .notAPicture: "is neither a PNG nor a JPEG file"
        case .damaged(let place): "is cut short or damaged at byte \(place)"
        case .tooLarge(let bytes, let most): "has \(bytes) bytes, more than \(most)"
        case .tooWide(let width, let height, let most):
            "is \(width) by \(height) pixels, more than \(most) on a side"
        }
    }

    /// The next step.
    public var remedy: String { "name a small PNG or JPEG file" }
}
