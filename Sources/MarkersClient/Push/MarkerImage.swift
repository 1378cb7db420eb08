public import Markers
public import QuadGeometry

/// What the update rule sees of a marker on the server.
public struct MarkerImage: Hashable, Sendable {
    public var version: Int64
    /// As they were placed, in metres.
    public var corners: Quad
    /// Where the space's calibration shows them; `nil` where the server has none.
    public var calibrated: Quad?
    /// Whether its calibrated data states a center that is not that of the corners in it.
    public var hasStaleCenter = false

    public init(version: Int64, corners: Quad, calibrated: Quad? = nil) {
        (self.version, self.corners, self.calibrated) = (version, corners, calibrated)
    }

    /// Of a marker as it was read; refused without a version, or with corners or calibrated data that cannot be read.
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

/// Why a marker's state on the server is not known though the marker was read.
public enum MarkerImageError: Error, Hashable, Sendable {
    case missingVersion
    case unreadable(JSONError)

    /// The error in a word that never changes meaning.
    public var code: String {
        switch self {
        case .missingVersion: "MISSING_VERSION"
        case .unreadable(let error): error.code.rawValue
        }
    }
}
