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
