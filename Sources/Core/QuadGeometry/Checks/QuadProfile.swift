/// Limits that come with the package, by name.
public enum QuadProfile: String, Hashable, Sendable, CaseIterable {
    /// The limits of the app.
    case app
    /// Limits for markers that other things are measured by.
    case strict

    /// The limits themselves.
    public var limits: QuadLimits {
        switch self {
        case .app: .app
        case .strict: .strict
        }
    }
}
