/// The deviation of distances by the sensor that measures them.
public enum DepthPreset: String, Hashable, Sendable, CaseIterable {
    /// As the vendor states for 0.3 to 1.5 m.
    case lidar
    /// As the vendor states without LiDAR.
    case features
    /// As tests in the field report.
    case careful

    /// In metres.
    public var deviation: Double {
        switch self {
        case .lidar: 0.0015
        case .features: 0.015
        case .careful: 0.010
        }
    }

    /// The distances that the vendor's statement is for, in metres; `nil` if it names none.
    public var range: ClosedRange<Double>? { self == .lidar ? 0.3...1.5 : nil }
}
