internal import Foundation
internal import Markers
package import QuadGeometry

/// Five scans of the demo room, each of a part of its markers and in a frame of its own: the same bytes for the same seed.
///
/// Single corners are grossly off, two labels are swapped in the second scan, and one marker hangs elsewhere since the fourth.
package struct DemoSessions: Sendable {
    package let seed: UInt64
    /// The scans by the names of their files.
    package private(set) var files: [(name: String, bytes: [UInt8])] = []
    package private(set) var truth = Truth()

    /// The right answers, which no run may see before.
    package struct Truth: Sendable {
        /// The places of the markers in the room, by label.
        package internal(set) var places: [String: Quad] = [:]
        /// The motion that carries the room into each scan, by the name of its file.
        package internal(set) var scanFromRoom: [String: RigidTransform] = [:]
        /// The corners that are grossly off, 0 for p1.
        package internal(set) var gross: [(file: String, label: String, corner: Int)] = []
        /// The label of the marker that was moved.
        package internal(set) var moved = ""
        /// The labels that are swapped in the second scan.
        package internal(set) var swapped: [String] = []
    }

    private static let (scans, markers, seen) = (5, 90, 70)
    /// Markers that every scan sees, and that have the mistakes of whole markers.
    private static let always = 8
    private static let grossShare = 0.01
    /// In metres.
    private static let grossDistances = 0.05...0.3
    private static let thing = MarkedThing.room

    package init(seed: UInt64 = 1) {
        self.seed = seed
        var random = SceneRandom(seed: seed, part: 11)
        let labels = (1...DemoSessions.markers).map { "M-\($0 < 10 ? "00" : $0 < 100 ? "0" : "")\($0)" }
        for (label, place) in zip(labels, DemoSessions.places(&random)) { truth.places[label] = place }
        (truth.moved, truth.swapped) = (labels[0], [labels[1], labels[2]])
        let elsewhere = (truth.places[truth.moved] ?? .origin).map { $0 + SIMD3(0, 0.15, 0.4) }
        for scan in 1...DemoSessions.scans {
            let name = "scan-\(scan).json", motion = DemoSessions.motion(&random)
            truth.scanFromRoom[name] = motion
            let rest = labels[DemoSessions.always...].shuffled(using: &random)
            let chosen = labels[..<DemoSessions.always] + rest.prefix(DemoSessions.seen - DemoSessions.always)
            let owner = random.identifier()
            var lines: [[UInt8]] = []
            for label in chosen.sorted() {
                let isMoved = label == truth.moved && scan > 3
                var quad = motion * (isMoved ? elsewhere : truth.places[label] ?? .origin)
                for corner in 0..<4 {
                    quad[corner: corner] += random.noise(DemoSessions.thing.noise)
                    guard !labels[..<3].contains(label), random.number(0...1) < DemoSessions.grossShare
                    else { continue }
                    let way = random.noise(1).unit ?? SIMD3(1, 0, 0)
                    quad[corner: corner] += way * random.number(DemoSessions.grossDistances)
                    truth.gross.append((name, label, corner))
                }
                let isSwapped = scan == 2 && truth.swapped.contains(label)
                let shown = isSwapped ? truth.swapped.first { $0 != label } ?? label : label
                lines.append(DemoSessions.line(random.identifier(), owner, shown, quad.map(rounded)))
            }
            let text = Array(lines.joined(separator: Array(",\n".utf8)))
            files.append((name, Array("[\n".utf8) + text + Array("\n]\n".utf8)))
        }
    }

    /// Markers on the sides of the room.
    private static func places(_ random: inout SceneRandom) -> [Quad] {
        thing.spots.indices.shuffled(using: &random).prefix(markers).map { spot in
            thing.spots[spot].quad(
                width: random.number(thing.edges), height: random.number(thing.edges),
                turned: random.number(-5...5))
        }
    }

    /// The frame of a scan: any direction, and level but for a tenth of a degree.
    private static func motion(_ random: inout SceneRandom) -> RigidTransform {
        let turn = Rotation(angle: random.number(-3...3), axis: SIMD3(0, 1, 0)) ?? .identity
        let axis = SIMD3(random.signed(0.1...1), 0, random.signed(0.1...1)).unit ?? SIMD3(1, 0, 0)
        let tilt = Rotation(angle: random.number(0...0.1) * QuadLimits.degree, axis: axis) ?? .identity
        let shift = SIMD3(random.number(-3...3), random.number(-0.3...0.3), random.number(-3...3))
        return RigidTransform(rotation: tilt * turn, translation: shift) ?? .identity
    }

    private static func line(_ id: UUID, _ owner: UUID, _ label: String, _ quad: Quad) -> [UInt8] {
        JSONWriter.object { json in
            json.member("id", id.wireText)
            json.member("work_session_id", owner.wireText)
            json.member("label", label)
            for (place, corner) in quad.corners.enumerated() { json.member("p\(place + 1)", corner) }
            json.member("version", 1)
        }
    }
}

extension Quad {
    fileprivate static let origin = Quad(.zero, .zero, .zero, .zero)
}
