public import Markers
public import QuadGeometry

/// The parts of a marker on the server that the update rule looks at.
public struct MarkerImage: Hashable, Sendable {
    public var version: Int64
    /// The raw corners, in metres.
    public var corners: Quad
    /// The calibrated corners; `nil` if the server has none.
    public var calibrated: Quad?
    /// Whether its calibrated data states a center that is not that of the corners in it.
    public var hasStaleCenter = false

    public init(version: Int64, corners: Quad, calibrated: Quad? = nil) {
        (self.version, self.corners, self.calibrated) = (version, corners, calibrated)
    }

    /// The image of a marker; refused without a version, or with corners or calibrated data that cannot be read.
    public init(_ marker: Marker) throws(MarkerImageError) {
        guard let version = marker.version else { throw .missingVersion }
        do throws(JSONError) {
            let data = try marker.calibratedData
            self.init(version: version, corners: try marker.quad, calibrated: data?.quad)
            hasStaleCenter = data?.hasStaleCenter ?? false
        } catch {
            throw .unreadable(error)
        }
    }
}

/// The reason why a marker that was read has no image.
public enum MarkerImageError: Error, Hashable, Sendable {
    case missingVersion
    case unreadable(JSONError)

    /// The error as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .missingVersion: "MISSING_VERSION"
        case .unreadable(let error): error.code.rawValue
        }
    }
}
