internal import Foundation
internal import QuadGeometry
internal import RigidCalibration

/// The pairs of a saved fit, each of which goes with the motion.
struct SavedPairs {
    /// A source point with its names.
    struct Corner {
        let id: String
        let group: String?
        let source: SIMD3<Double>
    }

    let corners: [Corner]
    private let value: JSONValue

    /// What a stored residual may differ by from that of the stored motion, in roundings of the largest number that had a
    /// part; it is the same motion, but another processor may have worked it out.
    static let residualTolerance = 16 * Double.ulpOfOne

    init(_ document: SavedMembers, _ motion: SavedMotion) throws(SavedFitError) {
        value = try document.value("pairs")
        corners = try document.elements("pairs").map { (value) throws(SavedFitError) in
            let pair = try SavedMembers(value)
            let (source, target) = (try pair.point("source"), try pair.point("target"))
            let moved = motion.motion.moved(source, growth: motion.growth)
            let residual = try pair.point("residual"), expected = target - moved
            let parts = [
                target, moved, motion.motion.targetCenter, motion.motion.sourceCenter * motion.growth,
                source * motion.growth,
            ]
            let size = parts.reduce(0) { Double.maximum($0, $1.largestMagnitude) }
            guard (residual - expected).largestMagnitude <= SavedPairs.residualTolerance * size else {
                throw SavedFitError(.contradicts("/motion"), at: try pair.value("residual"))
            }
            let length = try pair.number("length")
            guard (length - residual.length).magnitude <= SavedPairs.residualTolerance * size else {
                throw SavedFitError(.contradicts(try pair.pointer("residual")), at: try pair.value("length"))
            }
            guard try pair.number("weight") >= 0 else {
                throw SavedFitError(.outOfRange, at: try pair.value("weight"))
            }
            _ = try pair.flag("follows")
            return Corner(id: try pair.text("id"), group: try pair.optionalText("group"), source: source)
        }
    }

    /// The markers of a join, each of which has four pairs in the order of its corners.
    func joined(
        _ join: SavedMembers
    ) throws(SavedFitError) -> (fitted: [FittedMarker], targetSessions: Set<UUID>) {
        let markers = try join.elements("markers")
        guard corners.count == 4 * markers.count else {
            throw SavedFitError(.contradicts("/join/markers"), at: value)
        }
        var fitted: [FittedMarker] = [], sessions: Set<UUID> = []
        for (place, value) in markers.enumerated() {
            let marker = try SavedMembers(value)
            let name = try marker.text("name")
            let own = corners[(4 * place)..<(4 * place + 4)]
            guard own.allSatisfy({ $0.group == name }) else {
                throw SavedFitError(.contradicts("/pairs"), at: try marker.value("name"))
            }
            let sources = own.map(\.source)
            fitted.append(
                FittedMarker(
                    id: try marker.identifier("old"),
                    corners: Quad(sources[0], sources[1], sources[2], sources[3])))
            _ = try marker.identifier("new")
            if try marker.optionalText("newSession") != nil {
                sessions.insert(try marker.identifier("newSession"))
            }
        }
        return (fitted, sessions)
    }

    /// The markers that the names of pairs tell: all four corners of a group whose name is a UUID.
    var named: [FittedMarker] {
        var found: [UUID: [Int: SIMD3<Double>]] = [:]
        var order: [UUID] = []
        for corner in corners {
            guard let id = corner.group.flatMap({ UUID(uuidString: $0) }),
                let place = CornerName(corner.id)?.corner
            else { continue }
            if found[id] == nil { order.append(id) }
            found[id, default: [:]][place] = corner.source
        }
        return order.compactMap { id in
            guard let points = found[id], let p1 = points[0], let p2 = points[1], let p3 = points[2],
                let p4 = points[3]
            else { return nil }
            return FittedMarker(id: id, corners: Quad(p1, p2, p3, p4))
        }
    }
}

extension SavedMembers {
    /// The pointer to a member.
    fileprivate func pointer(_ name: String) throws(SavedFitError) -> String {
        try value(name).error(.wrongType).pointer
    }
}
