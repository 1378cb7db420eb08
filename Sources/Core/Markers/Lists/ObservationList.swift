public import Foundation
internal import QuadGeometry
import StrictJSON

/// The markers of a document that take part in a join, and the values that do not.
///
/// A document is a list of markers in any of the shapes of ``MarkerReader``, one reference set, or an array of those.
public struct ObservationList: Sendable {
    /// The usable markers, in their order.
    public private(set) var observations: [MarkerObservation] = []
    /// The errors of values that are not markers, and of markers without usable corners.
    public private(set) var refused: [JSONError] = []
    /// The number of markers in sessions or sets that were not chosen.
    public private(set) var passedOver = 0
    /// The number of chosen markers whose calibrated corners are not their raw ones, so that the kind of corners matters.
    public private(set) var calibratedCount = 0
    /// The number of those whose calibrated corners are the same, as in a space whose vector is zero.
    public private(set) var sameCount = 0

    private let coordinates: MarkerCoordinates
    private let chosen: Set<UUID>?

    /// Reads the chosen sessions and sets, or all. A document that is one reference set is chosen.
    public init(
        _ source: ByteSource, _ coordinates: MarkerCoordinates, of chosen: Set<UUID>? = nil,
        options: JSONOptions = JSONOptions()
    ) throws(JSONError) {
        self.coordinates = coordinates
        self.chosen = chosen
        var list = JSONList(source, options: options)
        while let (value, place) = try list.next(JSONList.value) {
            do throws(JSONFault) {
                if value["work_session_id"] != nil || value.kind != .object {
                    try add(marker: value.bytes, place)
                } else if let members = value["markers"], members.kind == .array {
                    try add(set: value, members, place)
                } else {
                    try add(reference: value, in: nil, place)
                }
            } catch {
                refuse(value.error(error), place)
            }
        }
    }

    private mutating func add(marker text: [UInt8], _ place: MarkerPlace) throws(JSONFault) {
        var marker: Marker
        do { marker = try Marker(text) } catch { return refuse(error, place) }
        marker.place = place
        guard takes(marker.workSessionID) else { return }
        if marker[.calibratedData] != nil {
            if marker.hasSameCorners { sameCount += 1 } else { calibratedCount += 1 }
        }
        // The marker knows its place.
        do { observations.append(try MarkerObservation(marker, coordinates)) } catch { refused.append(error) }
    }

    private mutating func add(
        set value: JSONValue, _ members: JSONValue, _ place: MarkerPlace
    ) throws(JSONFault) {
        let set = value["id"]?.string.flatMap { UUID(uuidString: $0) }
        for member in members.elements {
            guard set.map({ takes($0) }) ?? true else { continue }
            do throws(JSONFault) { try add(reference: member, in: set, place) } catch {
                refuse(value.error(error), place)
            }
        }
    }

    private mutating func add(
        reference value: JSONValue, in set: UUID?, _ place: MarkerPlace
    ) throws(JSONFault) {
        // A set has one kind of corners, and only who made it knows which.
        observations.append(try MarkerObservation(reference: value, in: set, place))
    }

    /// True if a session or a set takes part; those that do not are counted.
    private mutating func takes(_ collection: UUID) -> Bool {
        let takes = chosen?.contains(collection) ?? true
        if !takes { passedOver += 1 }
        return takes
    }

    private mutating func refuse(_ error: JSONError, _ place: MarkerPlace) {
        refused.append(error.moved(line: place.line, column: place.column, pointer: place.pointer))
    }
}

extension Marker {
    /// Whether its calibrated corners are its raw ones, but for the rounding of storage.
    fileprivate var hasSameCorners: Bool {
        guard let raw = try? quad, let calibrated = try? calibratedData?.quad else { return false }
        let magnitude = Double.maximum(raw.largestMagnitude, calibrated.largestMagnitude)
        return StoredTolerance(magnitude: magnitude).allows(raw, calibrated)
    }
}
