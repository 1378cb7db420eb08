public import Foundation

/// The rows that a laser projects into a space.
public struct LaserGuide: Hashable, Sendable {
    public let value: JSONValue
    public let id: UUID
    public let spaceID: WireID
    /// All rows, including those without a segment.
    public let grid: [GridRow]

    public init(_ value: JSONValue) throws(JSONError) {
        let object = try WireObject(value)
        self.value = value
        id = try object.needed("id", \.uuid)
        spaceID = try object.needed("space_id", \.identifier)
        grid = try object.list("grid") { row throws(JSONError) in
            let row = try WireObject(row)
            return GridRow(
                x: try row.needed("x", \.double), z: try row.needed("z", \.double),
                segmentLength: try row.needed("segment_length", \.double))
        }
    }
}

/// A row of a laser guide's grid, on the floor plane.
public struct GridRow: Hashable, Sendable {
    public let x, z: Double
    /// The distance from dot to line, which identifies the row; rows without one are ignored.
    public let segmentLength: Double

    public init(x: Double, z: Double, segmentLength: Double) {
        (self.x, self.z, self.segmentLength) = (x, z, segmentLength)
    }

    /// The place of a row's dot in the frame of the guide; app and guide differ for rows beside its axis.
    public enum Dot: String, CaseIterable, Hashable, Sendable {
        /// (x, 0, z), as the guide has it.
        case asDrawn = "drawn"
        /// On the axis at the row's distance, as the app's frames have it.
        case asTheAppSnaps = "snapped"
    }

    /// The dot by one of the two, in metres.
    public func dot(_ dot: Dot) -> SIMD3<Double> {
        switch dot {
        case .asDrawn: SIMD3(x, 0, z)
        case .asTheAppSnaps: SIMD3(0, 0, (x * x + z * z).squareRoot())
        }
    }

    /// True if it has a segment, without which it cannot be told from others.
    public var hasSegment: Bool { segmentLength > 0 }
}
