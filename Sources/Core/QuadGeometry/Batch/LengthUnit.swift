/// A unit other than metres in which coordinates may have been written.
public enum LengthUnit: String, Hashable, Sendable, CaseIterable {
    case millimetres, centimetres, inches, feet

    /// The length of one unit in metres, which is also the factor that makes metres of such numbers.
    public var metres: Double {
        switch self {
        case .millimetres: 0.001
        case .centimetres: 0.01
        case .inches: 0.0254
        case .feet: 0.3048
        }
    }
}
