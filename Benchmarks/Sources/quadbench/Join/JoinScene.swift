import Foundation
import Markers
import QuadGeometry

/// Two scans of a place, and which of their markers are the same: made up by laws that no code of the join shares.
struct JoinScene {
    let old: [MarkerObservation], new: [MarkerObservation]
    /// The new marker that each old one is; nothing where it is gone or was moved.
    let partners: [Int?]
    /// The place of each old marker in the frame of the second scan, without noise.
    let places: [SIMD3<Double>]

    init(_ kind: JoinKind, using random: inout SeededGenerator) {
        let all = kind.place.stands(2 * kind.count - kind.common, kind, &random)
        let turn = Double.random(in: -.pi ... .pi, using: &random)
        let shift = SIMD3<Double>(
            .random(in: -20...20, using: &random), .random(in: -2...2, using: &random),
            .random(in: -20...20, using: &random))
        let bend = kind.drift.field(all, &random)
        func moved(_ point: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(
                cos(turn) * point.x + sin(turn) * point.z, point.y, -sin(turn) * point.x + cos(turn) * point.z
            )
                + shift
        }
        func noisy(_ corners: [SIMD3<Double>], _ random: inout SeededGenerator) -> Quad {
            let own = SIMD3.normal(using: &random) * kind.markerNoise
            let seen = corners.map { $0 + own + SIMD3.normal(using: &random) * kind.cornerNoise }
            return Quad(seen[0], seen[1], seen[2], seen[3])
        }
        // The first of all are in both scans, then come those of the first alone, and of the second.
        let count = kind.count, common = kind.common
        var old: [MarkerObservation] = [], places: [SIMD3<Double>] = []
        for place in 0..<count {
            old.append(
                MarkerObservation(
                    id: .seeded(&random), label: kind.labels.first(place, count, &random),
                    quad: noisy(all[place], &random)))
            places.append(moved(all[place].reduce(.zero, +) / 4 + bend(place)))
        }
        var new: [(MarkerObservation, from: Int?)] = []
        for number in 0..<count {
            let place = number < common ? number : count + number - common
            let wasMoved = number < common && Double.random(in: 0..<1, using: &random) < kind.shareMoved
            let step = wasMoved ? SIMD3(1.5, 0, 1.5) * SIMD3.normal(using: &random) : .zero
            var corners = all[place].map { moved($0 + bend(place) + step) }
            if kind.turnsOrders {
                let order = CornerOrder.all.randomElement(using: &random) ?? .identity
                corners = (0..<4).map { corners[order.indices[$0]] }
            }
            new.append(
                (
                    MarkerObservation(
                        id: .seeded(&random), label: kind.labels.second(number, common, count, &random),
                        quad: noisy(corners, &random)), wasMoved || number >= common ? nil : number
                ))
        }
        new.shuffle(using: &random)
        var partners = [Int?](repeating: nil, count: count)
        for (place, one) in new.enumerated() { if let from = one.from { partners[from] = place } }
        (self.old, self.new, self.partners, self.places) = (old, new.map(\.0), partners, places)
    }
}

extension UUID {
    fileprivate static func seeded(_ random: inout SeededGenerator) -> UUID {
        let (high, low) = (
            UInt64.random(in: 0...UInt64.max, using: &random),
            UInt64.random(in: 0...UInt64.max, using: &random)
        )
        func byte(_ word: UInt64, _ place: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (8 * place)) }
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
                byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
                byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
            ))
    }
}

/// The laws of the scans of a place.
struct JoinKind {
    var name: String
    var place = JoinPlace.room
    var count = 200, common = 200
    /// Deviations of one coordinate of a corner, and of a marker as a whole, of each scan, in metres.
    var cornerNoise = 0.005, markerNoise = 0.0
    var sizes = [0.2]
    var labels = JoinLabels.equal
    var drift = JoinDrift.none
    var shareMoved = 0.0
    var turnsOrders = false
    /// The least share of its pairs that are to be right, and of the common markers that are to be found.
    var precision = 0.999, recall = 0.99
    /// Whether there is nothing that a join could find, or several motions that explain as much.
    var isRefused = false

    private func with(_ change: (inout JoinKind) -> Void) -> JoinKind {
        var kind = self
        change(&kind)
        return kind
    }

    static let all: [JoinKind] =
        [(40, 40), (40, 24), (200, 200), (200, 60), (200, 30), (200, 20)].map { count, common in
            JoinKind(name: "\(common) of \(count) in a room, 5 mm").with {
                ($0.count, $0.common) = (count, common)
            }
        } + [
            JoinKind(name: "60 of 200, 20 mm").with {
                ($0.common, $0.cornerNoise, $0.recall) = (60, 0.02, 0.98)
            },
            JoinKind(name: "200 of 200, 2 mm, 10 mm a marker").with {
                ($0.cornerNoise, $0.markerNoise) = (0.002, 0.01)
            },
            JoinKind(name: "120 of 200, drift by place").with {
                ($0.common, $0.drift, $0.recall) = (120, .place, 0.95)
            },
            JoinKind(name: "120 of 200, drift by time").with {
                ($0.common, $0.drift, $0.recall) = (120, .time, 0.95)
            },
            JoinKind(name: "100 of 200, 5 % moved").with { ($0.common, $0.shareMoved) = (100, 0.05) },
            JoinKind(name: "100 of 200, orders turned and reversed").with {
                ($0.common, $0.turnsOrders) = (100, true)
            },
            JoinKind(name: "60 of 200 of many sizes").with {
                ($0.common, $0.sizes) = (60, [0.1, 0.15, 0.2, 0.3, 0.5])
            },
            JoinKind(name: "200 of 400 in a hall").with {
                ($0.place, $0.count, $0.common) = (.hall, 400, 200)
            },
            JoinKind(name: "60 of 100 of a blade of 60 m").with {
                ($0.place, $0.count, $0.common) = (.blade(60), 100, 60)
            },
            JoinKind(name: "60 of 100 of a blade of 100 m").with {
                ($0.place, $0.count, $0.common) = (.blade(100), 100, 60)
            },
            JoinKind(name: "60 of 120 of a corridor").with {
                ($0.place, $0.count, $0.common) = (.corridor, 120, 60)
            },
            JoinKind(name: "60 of 200, labels misleading").with {
                ($0.common, $0.labels) = (60, .misleading)
            },
            JoinKind(name: "60 of 200, no labels").with { ($0.common, $0.labels) = (60, .none) },
            JoinKind(name: "60 of 200, half of the labels right").with {
                ($0.common, $0.labels) = (60, .half)
            },
        ]
        + [20, 40, 200].map { count in
            JoinKind(name: "0 of \(count) in a room").with {
                ($0.count, $0.common, $0.isRefused) = (count, 0, true)
            }
        } + [
            JoinKind(name: "0 of 40 in a corridor").with {
                ($0.place, $0.count, $0.common, $0.isRefused) = (.corridor, 40, 0, true)
            },
            JoinKind(name: "a grid of 10 by 10, one row less").with {
                ($0.place, $0.count, $0.common, $0.isRefused) = (.grid, 90, 80, true)
            },
            JoinKind(name: "four equal walls").with {
                ($0.place, $0.count, $0.common, $0.isRefused) = (.walls, 80, 80, true)
            },
            JoinKind(name: "a room that is its own half turn").with {
                ($0.place, $0.count, $0.common, $0.isRefused) = (.halfTurn, 60, 60, true)
            },
            JoinKind(name: "two equal rooms, one of them again").with {
                ($0.place, $0.count, $0.common, $0.isRefused) = (.twins, 60, 30, true)
            },
        ]
}

/// The labels of both scans.
enum JoinLabels {
    case equal, none, half, misleading

    func first(_ place: Int, _ count: Int, _ random: inout SeededGenerator) -> String? {
        switch self {
        case .equal: "New Marker"
        case .none: nil
        case .half: place % 2 == 0 ? "K\(place)" : "New Marker"
        case .misleading: "New Marker \(place + 1)"
        }
    }

    func second(_ number: Int, _ common: Int, _ count: Int, _ random: inout SeededGenerator) -> String? {
        switch self {
        case .equal: "New Marker"
        case .none: nil
        case .half: number % 2 == 0 && number < common ? "K\(number)" : "New Marker"
        // Each scan counts from 1, in an order of its own.
        case .misleading: "New Marker \((number * 77 + 13) % count + 1)"
        }
    }
}

/// The drift of a scan.
enum JoinDrift {
    case none, place, time

    /// By marker, in metres: 20 cm in each 10 m of the place, or of the way from marker to marker.
    func field(_ all: [[SIMD3<Double>]], _ random: inout SeededGenerator) -> (Int) -> SIMD3<Double> {
        switch self {
        case .none: return { _ in .zero }
        case .place:
            let angle = Double.random(in: 0..<(2 * .pi), using: &random)
            let way = SIMD3(cos(angle), 0, sin(angle))
            return { place in
                let point = all[place][0]
                return way * (0.02 * (point.x + 6)) + SIMD3(0, 0.003 * point.z, 0)
            }
        case .time:
            // The way goes round the place and does not close: 36 m round a room.
            let first = Double.random(in: 0..<(2 * .pi), using: &random)
            return { place in
                let point = all[place][0]
                let way = 36 * (atan2(point.z, point.x) / (2 * .pi) + 0.5), angle = first + way / 20
                return SIMD3(cos(angle), 0.1, sin(angle)) * (0.02 * way)
            }
        }
    }
}
