import Foundation
import QuadGeometry

/// A place with markers on its walls, its floor and its ceiling.
enum JoinPlace {
    /// 12 by 6 by 3 m, and 30 by 30 by 8 m.
    case room, hall
    /// A blade of so many metres.
    case blade(Double)
    /// 60 m of corridor.
    case corridor
    /// Markers on a wall, 1 m apart.
    case grid
    /// A square room whose walls are alike, and a room that is alike after half a turn.
    case walls, halfTurn
    /// Two rooms that are alike, 15 m apart; the second scan has the first alone.
    case twins

    /// The corners of so many markers.
    func stands(_ count: Int, _ kind: JoinKind, _ random: inout SeededGenerator) -> [[SIMD3<Double>]] {
        switch self {
        case .room: JoinPlace.apart(count) { JoinPlace.anywhere(SIMD3(12, 3, 6), kind, &random) }
        case .hall: JoinPlace.apart(count) { JoinPlace.anywhere(SIMD3(30, 8, 30), kind, &random) }
        case .blade(let length): JoinPlace.apart(count) { JoinPlace.onBlade(length, kind, &random) }
        case .corridor:
            JoinPlace.apart(count) {
                let side = Bool.random(using: &random) ? 1.0 : -1.0
                return JoinPlace.square(
                    kind,
                    at: SIMD3(
                        .random(in: -30...30, using: &random), .random(in: 0.5...2.2, using: &random), side),
                    facing: side > 0 ? .pi : 0, &random)
            }
        case .grid:
            // Ten by ten, of which each scan lacks a row: the first its last, the second its first.
            (0..<count).map { place in
                let (row, column) =
                    place < 80 ? (1 + place / 10, place % 10) : place < 90 ? (0, place - 80) : (9, place - 90)
                return JoinPlace.square(
                    kind, at: SIMD3(Double(column), Double(row) * 0.5, 0), facing: 0, &random)
            }
        case .walls: JoinPlace.turned(4, count, SIMD3(8, 3, 8), kind, &random)
        case .halfTurn: JoinPlace.turned(2, count, SIMD3(10, 3, 6), kind, &random)
        case .twins:
            // 30 of a room, and the same 30 farther away; then, for the second scan alone, 30 that are far from both.
            {
                let one = (0..<30).map { _ in JoinPlace.anywhere(SIMD3(8, 3, 6), kind, &random) }
                let far = (0..<max(count - 60, 0)).map { _ in
                    JoinPlace.anywhere(SIMD3(8, 3, 6), kind, &random).map { $0 + SIMD3(0, 0, 40) }
                }
                return one + one.map { $0.map { $0 + SIMD3(15, 0, 0) } } + far
            }()
        }
    }

    /// So many, none of which overlaps another: two things are not in one place.
    private static func apart(_ count: Int, _ one: () -> [SIMD3<Double>]) -> [[SIMD3<Double>]] {
        var all: [[SIMD3<Double>]] = [], tries = 0
        while all.count < count, tries < 50 * count {
            tries += 1
            let next = one(), size = (next[0] - next[2]).length
            if all.allSatisfy({ ($0[0] + $0[2] - next[0] - next[2]).length > size + ($0[0] - $0[2]).length })
            {
                all.append(next)
            }
        }
        return all
    }

    /// On a wall, the floor or the ceiling of a box.
    private static func anywhere(
        _ size: SIMD3<Double>, _ kind: JoinKind, _ random: inout SeededGenerator
    ) -> [SIMD3<Double>] {
        let place =
            SIMD3<Double>(
                .random(in: -0.48...0.48, using: &random), .random(in: 0.05...0.95, using: &random),
                .random(in: -0.48...0.48, using: &random)) * size
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return lying(kind, at: SIMD3(place.x, 0, place.z), &random)
        case 1: return lying(kind, at: SIMD3(place.x, size.y, place.z), &random)
        case 2...5:
            let side = Bool.random(using: &random)
            return square(
                kind, at: SIMD3(place.x, place.y, (side ? 0.5 : -0.5) * size.z), facing: side ? .pi : 0,
                &random)
        default:
            let side = Bool.random(using: &random)
            return square(
                kind, at: SIMD3((side ? 0.5 : -0.5) * size.x, place.y, place.z),
                facing: side ? -.pi / 2 : .pi / 2, &random)
        }
    }

    private static func side(_ kind: JoinKind, _ random: inout SeededGenerator) -> Double {
        (kind.sizes.randomElement(using: &random) ?? 0.2) / 2
    }

    /// A square that stands upright and faces an angle about the vertical.
    private static func square(
        _ kind: JoinKind, at center: SIMD3<Double>, facing angle: Double, _ random: inout SeededGenerator
    ) -> [SIMD3<Double>] {
        let half = side(kind, &random), right = SIMD3(cos(angle), 0, -sin(angle)) * half,
            up = SIMD3(0, half, 0)
        return [center - right + up, center + right + up, center + right - up, center - right - up]
    }

    private static func lying(
        _ kind: JoinKind, at center: SIMD3<Double>, _ random: inout SeededGenerator
    ) -> [SIMD3<Double>] {
        let half = side(kind, &random), angle = Double.random(in: 0..<(2 * .pi), using: &random)
        let one = SIMD3(cos(angle), 0, sin(angle)) * half, other = SIMD3(-sin(angle), 0, cos(angle)) * half
        return [center - one + other, center + one + other, center + one - other, center - one - other]
    }

    /// On the skin of a blade that lies along x and gets thinner.
    private static func onBlade(
        _ length: Double, _ kind: JoinKind, _ random: inout SeededGenerator
    ) -> [SIMD3<Double>] {
        let along = Double.random(in: 0...1, using: &random),
            angle = Double.random(in: 0..<(2 * .pi), using: &random)
        let radius = 1.6 - 1.2 * along, half = side(kind, &random)
        let out = SIMD3(0, sin(angle), cos(angle)), round = SIMD3(0, cos(angle), -sin(angle)) * half
        let center = SIMD3((along - 0.5) * length, 2, 0) + out * radius, forth = SIMD3(half, 0, 0)
        return [
            center - forth + round, center + forth + round, center + forth - round, center - forth - round,
        ]
    }

    /// A part of a room, so many times round it.
    private static func turned(
        _ times: Int, _ count: Int, _ size: SIMD3<Double>, _ kind: JoinKind, _ random: inout SeededGenerator
    ) -> [[SIMD3<Double>]] {
        let part = (0..<(count + times - 1) / times).map { _ in anywhere(size, kind, &random) }
        let all = part.flatMap { corners in
            (0..<times).map { time in
                let angle = 2 * .pi * Double(time) / Double(times)
                return corners.map {
                    SIMD3(cos(angle) * $0.x + sin(angle) * $0.z, $0.y, -sin(angle) * $0.x + cos(angle) * $0.z)
                }
            }
        }
        return Array(all.prefix(count))
    }
}
