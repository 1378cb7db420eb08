import Foundation
import QuadGeometry

/// A message as one writes it with Foundation's coders.
struct FoundationMessage: Codable {
    struct Columns: Codable { var c0, c1, c2, c3: [Double] }
    struct Payload: Codable {
        var transform: Columns
        var params: [String: String]
    }
    enum CodingKeys: String, CodingKey {
        case token = "session_token"
        case endpoint, payload
    }

    var token: UUID
    var endpoint: String
    var payload: Payload

    /// The bytes of a message in another frame, decoded and encoded.
    static func rebased(_ message: [UInt8], _ motion: RigidTransform) -> Int { rebased(message, [motion]) }

    /// The bytes of a message in several frames.
    static func rebased(_ message: [UInt8], _ motions: [RigidTransform]) -> Int {
        guard let read = try? JSONDecoder().decode(FoundationMessage.self, from: Data(message)) else {
            return 0
        }
        return motions.reduce(0) { sum, motion in
            var moved = read
            let columns = read.payload.transform
            func turned(_ column: [Double]) -> [Double] {
                let vector = SIMD3(column[0], column[1], column[2])
                let result = motion.rotation * vector + motion.translation * column[3]
                return [result.x, result.y, result.z, column[3]]
            }
            moved.payload.transform = Columns(
                c0: turned(columns.c0), c1: turned(columns.c1), c2: turned(columns.c2), c3: turned(columns.c3)
            )
            return sum + ((try? JSONEncoder().encode(moved))?.count ?? 0)
        }
    }
}
