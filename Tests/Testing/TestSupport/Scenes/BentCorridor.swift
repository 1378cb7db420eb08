package import Foundation
package import QuadGeometry

/// A corridor of 60 m that is walked there and back at a metre a second, by a scanner whose first scan drifts with the time.
package struct BentCorridor {
    package struct Item {
        package var id: UUID, session: UUID
        package var label: String?
        /// Seconds since the beginning of the walk.
        package var time: Double
        package var createdAt: String?
        /// Its corners in the scan that drifts, and in the other.
        package var old: Quad, new: Quad
    }

    /// Markers that both scans have, and those that only the first has.
    package var pins: [Item] = [], others: [Item] = []
    package static let oldSession = UUID(uuid: (1, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))
    package static let newSession = UUID(uuid: (2, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))
    package static let start = 1_795_000_000.0
    private static let shift = SIMD3(5.0, -1, 2)
    private static let turn = Rotation(rotationVector: SIMD3(0, 0.7, 0)) ?? .identity

    /// - Parameters:
    ///   - count: the number of pins.
    ///   - size: the largest drift, in metres.
    package init(_ count: Int = 24, others: Int = 12, size: Double = 0.25, seed: UInt64 = 3) {
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
                corners.append((place - drift, Self.turn * (place + own + noise) + Self.shift))
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
    package static func date(_ time: Double, zone: Int = 0) -> String {
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
                + (item.createdAt.map { ",\"created_at\":\"\($0)\",\"updated_at\":\"\($0)\"" } ?? "") + "}"
        }
        return "[\n" + markers.joined(separator: ",\n") + "\n]\n"
    }

    /// The id of a marker in the new scan.
    private static func other(_ item: Item) -> UUID {
        var bytes = item.id.uuid
        bytes.0 = 9
        return UUID(uuid: bytes)
    }

    /// The old scan, the new one, and the markers that only the old one has, before and where they truly are.
    package var files: [String: String] {
        [
            "old.json": Self.json(pins, \.old, session: nil) { $0.id },
            "new.json": Self.json(pins, \.new, session: Self.newSession, id: Self.other),
            "points.json": Self.json(others, \.old, session: nil) { $0.id },
        ]
    }

    /// Where the middle of a marker truly is in the new scan.
    package func truth(_ label: String) -> SIMD3<Double> {
        (pins + others).first { $0.label == label }?.new.center ?? .zero
    }

    /// The same as a table of the middles of pairs: a pin a row.
    package func table(time: (Item) -> String) -> String {
        let rows = pins.map { item in
            let (s, t) = (item.old.center, item.new.center)
            return "\(item.label ?? ""),\(s.x),\(s.y),\(s.z),\(t.x),\(t.y),\(t.z),\(time(item))"
        }
        return (["id,sx,sy,sz,tx,ty,tz,time"] + rows).joined(separator: "\n") + "\n"
    }

    /// Lets the frames differ by less than the scan bends.
    package mutating func bringNear() {
        func near(_ item: Item) -> Quad {
            let straight = item.new.map { Self.turn.inverted() * ($0 - Self.shift) }
            return straight.map { $0 + SIMD3(0.4, 0, 0.3) }
        }
        for place in pins.indices { pins[place].new = near(pins[place]) }
        for place in others.indices { others[place].new = near(others[place]) }
    }
}

/// The corridor as a server has it: both scans, the second a day later, and a session of a day before that drifts alike.
extension BentCorridor {
    package static let space = UUID(uuid: (1, 1, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))
    package static let sideSession = UUID(uuid: (1, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 2))
    private static let day = 86_400.0

    /// The markers of the session of the day before.
    package static func sides(_ count: Int = 8) -> [Item] {
        BentCorridor(0, others: count, seed: 5).others.map { item in
            var item = item, bytes = item.id.uuid
            bytes.0 = 4
            (item.id, item.session, item.label) = (UUID(uuid: bytes), sideSession, "S\(bytes.1)")
            item.createdAt = date(item.time - day)
            return item
        }
    }

    /// What a sandbox imports.
    package var contents: [String] {
        let again = pins.map { pin in
            var pin = pin
            pin.createdAt = Self.date(pin.time + Self.day)
            return pin
        }
        func session(_ id: UUID, _ day: Double) -> String {
            let date = Self.date(day * Self.day - 10)
            return
                "{\"id\":\"\(id)\",\"space_id\":\"\(Self.space)\",\"session_type\":\"inspection\",\"status\":\"active\","
                + "\"version\":1,\"created_at\":\"\(date)\",\"updated_at\":\"\(date)\"}"
        }
        let sessions = [(Self.sideSession, -1.0), (Self.oldSession, 0), (Self.newSession, 1)].map(session)
        return [
            "[{\"id\":\"\(Self.space)\",\"key\":\"k\",\"name\":\"Tunnel\"}]",
            "[\(sessions.joined(separator: ","))]",
            Self.json(pins + others, \.old, session: nil) { $0.id },
            Self.json(Self.sides(), \.old, session: nil) { $0.id },
            Self.json(again, \.new, session: Self.newSession, id: Self.other),
        ]
    }
}
