public import Foundation
@_spi(Scanning) internal import StrictJSON

/// The place of a laser row's dot in the world of one run of the app.
public struct Anchor: Hashable, Sendable {
    public let value: JSONValue
    public let id: UUID
    public let sessionID: UUID
    /// Counted from 1; anchors of one run share a world.
    public let run: Int64
    /// The position of the row in the laser guide, in metres.
    public let localZ: Double
    /// In the run's own world, metres.
    public let worldPosition: SIMD3<Double>

    public init(_ value: JSONValue) throws(JSONError) {
        let object = try WireObject(value)
        self.value = value
        id = try object.needed("id", \.uuid)
        sessionID = try object.needed("session_id", \.uuid)
        run = try object.needed("run", \.integer)
        localZ = try object.needed("local_z", \.double)
        worldPosition = try object.needed("world_position", \.point)
    }

    /// Reads the anchors of a reply: an array, or the `anchors` or `data` of an object.
    public static func list(_ reply: JSONValue) throws(JSONError) -> WireList<Anchor> {
        try WireList(reply, under: "anchors") { (value) throws(JSONError) in try Anchor(value) }
    }
}

/// The anchors of a document, and the errors of values that are not anchors.
///
/// A document is an array, an array that is the `anchors` or `data` of an object, or anchors line by line.
public struct AnchorList: Sendable {
    /// The anchors, in the order they were read.
    public private(set) var anchors: [(anchor: Anchor, place: MarkerPlace)] = []
    /// The reasons why values of the list are not anchors.
    public private(set) var refused: [JSONError] = []

    public init(_ source: ByteSource, options: JSONOptions = JSONOptions()) throws(JSONError) {
        var list = JSONList(source, of: "anchors", options: options)
        while let (value, place) = try list.next(JSONList.value) {
            do { anchors.append((try Anchor(value), place)) } catch {
                refused.append(error.moved(line: place.line, column: place.column, pointer: place.pointer))
            }
        }
    }
}
