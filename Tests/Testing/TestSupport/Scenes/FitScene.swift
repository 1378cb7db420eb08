public import Foundation
import Markers
public import QuadGeometry

/// Markers of one space in two scans.
public struct FitScene: Sendable {
    public static let count = 9
    public static let oldSession = id(1, 3), newSession = id(2, 3)

    /// The motion from the old scan to the new one: a turn about the vertical, and a shift in metres.
    public static let turn = Rotation(rotationVector: SIMD3(0, 0.8, 0)) ?? .identity
    public static let shift = SIMD3(2, 0.3, -4)

    public let quads: [Quad]
    public let targets: [Quad]

    public static func oldID(_ place: Int) -> UUID { id(UInt8(place), 1) }
    public static func newID(_ place: Int) -> UUID { id(UInt8(place), 2) }

    private static func id(_ number: UInt8, _ kind: UInt8) -> UUID {
        UUID(uuid: (kind, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
    }

    /// Squares of 20 cm in a hall; the new scan is turned about the vertical, shifted, and off by some noise in metres and by an error
    /// that the corners of a marker share.
    public init(seed: UInt64, noise: Double, shared: Double = 0) {
        var random = SeededGenerator(seed: seed)
        quads = (0..<FitScene.count).map { _ in
            let attitude = RigidStrategy.random.transform(using: &random).rotation
            let place = SIMD3<Double>.normal(using: &random) * 8
            return Quad.rectangle(0.2, 0.2).map { attitude * $0 + place }
        }
        targets = quads.map { quad in
            let error = shared > 0 ? SIMD3<Double>.normal(using: &random) * shared : .zero
            return quad.map {
                FitScene.turn * $0 + FitScene.shift + error + SIMD3<Double>.normal(using: &random) * noise
            }
        }
    }

    public var old: String { FitScene.list(quads, FitScene.oldSession, FitScene.oldID) }
    public var new: String { FitScene.list(targets, FitScene.newSession, FitScene.newID) }

    private static func list(_ quads: [Quad], _ session: UUID, _ id: (Int) -> UUID) -> String {
        "[" + quads.enumerated().map { marker(id($0), session, "m\($0)", $1) }.joined(separator: ",\n ")
            + "]\n"
    }

    /// A marker on a line, with more than the motion changes.
    public static func marker(_ id: UUID, _ session: UUID, _ label: String, _ quad: Quad, more: String = "")
        -> String
    {
        let corners = zip(1...4, quad.corners).map { "\"p\($0)\": [\($1.x), \($1.y), \($1.z)]" }
        return "{\"id\": \"\(id.uuidString)\", \"work_session_id\": \"\(session.uuidString)\", "
            + "\"label\": \"\(label)\", \(corners.joined(separator: ", ")), \"version\": 3\(more)}"
    }

    /// The first line of a file of pairs.
    public static let pairHeader = "id,sx,sy,sz,tx,ty,tz"

    /// The same as CSV of pairs, the corners of each marker under a name.
    public func pairs(_ names: [String]) -> String {
        var rows = [FitScene.pairHeader]
        for (place, name) in names.enumerated() {
            for corner in 0..<4 {
                let (s, t) = (quads[place][corner: corner], targets[place][corner: corner])
                rows.append("\(name).p\(corner + 1),\(s.x),\(s.y),\(s.z),\(t.x),\(t.y),\(t.z)")
            }
        }
        return rows.joined(separator: "\n") + "\n"
    }
}
