import Foundation
import QuadGeometry
import TestSupport

/// A corridor of 60 m that is walked there and back at a metre a second, by a scanner whose first scan drifts with the time.
struct BentCorridor {
    struct Item {
        var id: UUID, session: UUID
        var label: String?
        /// Seconds since the beginning of the walk.
        var time: Double
        var createdAt: String?
        /// Its corners in the scan that drifts, and in the other.
        var old: Quad, new: Quad
    }

    /// Markers that both scans have, and those that only the first has.
    var pins: [Item] = [], others: [Item] = []
    static let oldSession = UUID(uuid: (1, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))
    static let newSession = UUID(uuid: (2, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))
    static let start = 1_795_000_000.0
    private static let turn = Rotation(rotationVector: SIMD3(0, 0.7, 0)) ?? .identity

    /// - Parameters:
    ///   - count: the number of pins.
    ///   - size: the largest drift, in metres.
    init(_ count: Int = 24, others: Int = 12, size: Double = 0.25, seed: UInt64 = 3) {
        var random = SeededGenerator(seed: seed)
        for number in 0..<(count + others) {
            let isPin = number < count
            let time =
                isPin ? 120 * (Double(number) + 0.5) / Double(count) : .random(in: 4...116, using: &random)
            let along = time < 60 ? time : 120 - time
            let middle = SIMD3(
                along, .random(in: 0.5...2.5, using: &random), .random(in: -3...3, using: &random))
            let own = SIMD3<Double>.normal(using: &random) * 0.002
            let drift = SIMD3(0.3 * sin(time / 19), 0.2 * sin(time / 13 + 1), sin(time / 15)) * size
            var corners: [(old: SIMD3<Double>, new: SIMD3<Double>)] = []
            for (x, y) in [(-1.0, 1.0), (1, 1), (1, -1), (-1, -1)] {
                let place = middle + SIMD3(x * 0.15, y * 0.1, 0)
                let noise = SIMD3<Double>.normal(using: &random) * 0.001
                corners.append((place - drift, Self.turn * (place + own + noise) + SIMD3(5, -1, 2)))
            }
            let item = Item(
                id: UUID(uuid: (3, UInt8(number), 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1)),
                session: Self.oldSession, label: "\(isPin ? "P" : "Q")\(number)", time: time,
                createdAt: Self.date(time),
                old: Quad(corners[0].old, corners[1].old, corners[2].old, corners[3].old),
                new: Quad(corners[0].new, corners[1].new, corners[2].new, corners[3].new))
            if isPin { pins.append(item) } else { self.others.append(item) }
        }
    }

    /// The instant of a time of the walk, with an offset from UTC in hours.
    static func date(_ time: Double, zone: Int = 0) -> String {
        let whole = Date(timeIntervalSince1970: (start + Double(zone) * 3600 + time).rounded(.down))
        let text = whole.formatted(.iso8601).dropLast()
        let fraction = time - time.rounded(.down)
        let digits = String(Int((fraction * 1000).rounded(.down)) + 1000).dropFirst()
        return "\(text).\(digits)" + (zone == 0 ? "Z" : "+0\(zone):00")
    }

    private static func json(_ items: [Item], _ quad: (Item) -> Quad, session: UUID?, id: (Item) -> UUID)
        -> String
    {
        let markers = items.map { item in
            let corners = quad(item).corners.enumerated().map {
                "\"p\($0 + 1)\":[\($1.x),\($1.y),\($1.z)]"
            }
            let label = item.label.map { "\"\($0)\"" } ?? "null"
            return
                "{\"id\":\"\(id(item))\",\"work_session_id\":\"\(session ?? item.session)\",\"label\":\(label),"
                + corners.joined(separator: ",") + ",\"version\":1"
                + (item.createdAt.map { ",\"created_at\":\"\($0)\"" } ?? "") + "}"
        }
        return "[\n" + markers.joined(separator: ",\n") + "\n]\n"
    }

    /// The old scan, the new one, and the markers that only the old one has, before and where they truly are.
    var files: [String: String] {
        func other(_ item: Item) -> UUID {
            var bytes = item.id.uuid
            bytes.0 = 9
            return UUID(uuid: bytes)
        }
        return [
            "old.json": Self.json(pins, \.old, session: nil) { $0.id },
            "new.json": Self.json(pins, \.new, session: Self.newSession, id: other),
            "points.json": Self.json(others, \.old, session: nil) { $0.id },
        ]
    }

    /// Where the middle of a marker truly is in the new scan.
    func truth(_ label: String) -> SIMD3<Double> {
        (pins + others).first { $0.label == label }?.new.center ?? .zero
    }

    /// The same as a table of the middles of pairs: a pin a row.
    func table(time: (Item) -> String) -> String {
        let rows = pins.map { item in
            let (s, t) = (item.old.center, item.new.center)
            return "\(item.label ?? ""),\(s.x),\(s.y),\(s.z),\(t.x),\(t.y),\(t.z),\(time(item))"
        }
        return (["id,sx,sy,sz,tx,ty,tz,time"] + rows).joined(separator: "\n") + "\n"
    }
}
