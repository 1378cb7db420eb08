package import Markers
package import QuadGeometry

/// A sentence about a result, with its code.
package struct FrameRemark: Sendable {
    package let code: String
    package let severity: Severity
    package let sentence: String

    package init(code: String, severity: Severity, sentence: String) {
        (self.code, self.severity, self.sentence) = (code, severity, sentence)
    }
}

extension FrameRemark: WrittenObject {
    package static let members: [DocumentMember<FrameRemark>] = [
        .always("code", \.code, "A word that never changes meaning."),
        .always("severity", \.level, "How bad it is.", schema: .word(["error", "warning", "info"])),
        .always("sentence", \.sentence, "What it is, and what to do about it."),
    ]

    private var level: String { severity.rawValue }
}
