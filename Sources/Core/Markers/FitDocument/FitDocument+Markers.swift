internal import Foundation
internal import QuadGeometry

/// The markers that a fit was made to.
extension FitDocument {
    /// The markers of a join, each of which has four pairs in the order of its corners.
    func joined(
        _ join: Join
    ) throws(SavedFitFault) -> (fitted: [FittedMarker], targetSessions: Set<UUID>) {
        guard pairs.count == 4 * join.markers.count else {
            throw SavedFitFault(.contradicts("/join/markers"), at: "/pairs")
        }
        var fitted: [FittedMarker] = [], sessions: Set<UUID> = []
        for (place, marker) in join.markers.enumerated() {
            func identifier(_ text: String, _ member: String) throws(SavedFitFault) -> UUID {
                guard let id = WireID(text).uuid else {
                    throw SavedFitFault(.notAnIdentifier, at: "/join/markers/\(place)/\(member)")
                }
                return id
            }
            let own = pairs[(4 * place)..<(4 * place + 4)]
            guard own.allSatisfy({ $0.group == marker.name }) else {
                throw SavedFitFault(.contradicts("/pairs"), at: "/join/markers/\(place)/name")
            }
            let sources = own.map(\.source)
            // The targets are in the order of the old corners.
            var targets = own.map(\.target)
            for (corner, pair) in zip(marker.newCorners, own) {
                if let number = Int(corner.dropFirst()), (1...4).contains(number) {
                    targets[number - 1] = pair.target
                }
            }
            fitted.append(
                FittedMarker(
                    id: try identifier(marker.old, "old"),
                    corners: Quad(sources[0], sources[1], sources[2], sources[3]),
                    follows: own.allSatisfy(\.follows),
                    partner: FittedMarker.Partner(
                        id: try identifier(marker.new, "new"),
                        corners: Quad(targets[0], targets[1], targets[2], targets[3]))))
            if let session = marker.newSession { sessions.insert(try identifier(session, "newSession")) }
        }
        return (fitted, sessions)
    }

    /// The markers that the names of pairs tell: all four corners of a group whose name is a UUID.
    var named: [FittedMarker] {
        var found: [UUID: [Int: Pair]] = [:]
        var order: [UUID] = []
        for pair in pairs {
            guard let id = pair.group.flatMap({ UUID(uuidString: $0) }), let corner = pair.corner
            else { continue }
            if found[id] == nil { order.append(id) }
            found[id, default: [:]][corner] = pair
        }
        return order.compactMap { id in
            guard let points = found[id], let p1 = points[0], let p2 = points[1], let p3 = points[2],
                let p4 = points[3]
            else { return nil }
            return FittedMarker(
                id: id, corners: Quad(p1.source, p2.source, p3.source, p4.source),
                follows: points.values.allSatisfy(\.follows))
        }
    }
}
