internal import Markers
public import QuadGeometry

/// The check of markers before they are sent to a server.
public struct CreationCheck: Sendable {
    private let check: QuadCheck?

    /// Markers are sent as they are, whatever is wrong with them.
    public static let unchecked = CreationCheck(check: nil)

    /// Markers with errors under the limits of a profile are refused before anything is sent.
    public static func checked(profile: QuadProfile = .app) -> CreationCheck {
        CreationCheck(check: QuadCheck(profile))
    }

    /// Markers with errors under limits of one's own are refused before anything is sent.
    public static func checked(_ check: QuadCheck) -> CreationCheck { CreationCheck(check: check) }

    /// Throws if one of the quads has an error, with everything that is wrong with any of them, or if a color is none.
    func require(_ quads: [(label: String?, quad: Quad)], _ colors: [String?]) throws(APIError) {
        guard let check else { return }
        for (index, color) in colors.enumerated() {
            if let color, color.isBrokenColor { throw .badColor(color, index: index) }
        }
        var unsound: [UnsoundMarker] = [], hasError = false
        for (index, (label, quad)) in quads.enumerated() {
            let issues = check.issues(quad)
            guard !issues.isEmpty else { continue }
            hasError = hasError || issues.contains { $0.severity == .error }
            unsound.append(UnsoundMarker(index: index, label: label, issues: issues))
        }
        if hasError { throw .unsound(unsound) }
    }
}
