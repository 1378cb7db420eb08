/// What the drift of a scan goes by.
public enum StraighteningKind: String, Hashable, Sendable, CaseIterable {
    /// Places near each other are off alike.
    case place
    /// Markers made one soon after the other are off alike: the scanner walked.
    case time
}
