package import ARMessages
internal import DemoScenes
internal import Foundation
internal import MarkersReport
package import QuadGeometry

/// A room of devices that one of them has drawn a stroke in, and where the others saw it.
package struct RoomReport: Sendable {
    /// A device, and where its frame lies in the room.
    package struct Device: Sendable {
        package var name: String
        package var roomFromDevice: RigidTransform

        package init(name: String, roomFromDevice: RigidTransform) {
            (self.name, self.roomFromDevice) = (name, roomFromDevice)
        }
    }

    /// The stroke as one device saw it.
    package struct Sight: Sendable {
        /// The place of the device among ``RoomReport/devices``.
        package var device: Int
        /// The columns of the stroke's matrix in the frame of the device.
        package var columns: [SIMD3<Double>]

        package init(device: Int, columns: [SIMD3<Double>]) {
            (self.device, self.columns) = (device, columns)
        }
    }

    /// One way of carrying the stroke, and what came of it.
    package struct Play: Sendable {
        package var mode: String
        package var sights: [Sight]

        package init(mode: String, sights: [Sight]) { (self.mode, self.sights) = (mode, sights) }

        /// The rule by its name and in words.
        var rule: String { "\(mode) (\(mode == "rigid" ? "turns and shifts" : "shifts alone"))" }
    }

    package let seed: UInt64
    package let devices: [Device]
    /// The place of the device that drew, and the stroke's pose in its frame.
    package let writer: Int
    package let stroke: RigidTransform
    /// The points of the stroke, in metres in its own axes.
    package let points: [SIMD3<Double>]
    package let plays: [Play]

    package init(
        seed: UInt64, devices: [Device], writer: Int, stroke: RigidTransform, points: [SIMD3<Double>],
        plays: [Play]
    ) {
        (self.seed, self.devices, self.writer) = (seed, devices, writer)
        (self.stroke, self.points, self.plays) = (stroke, points, plays)
    }

    /// The points of the stroke where they were drawn, in the room.
    package var drawn: [SIMD3<Double>] {
        let pose = devices[writer].roomFromDevice * stroke
        return points.map { pose * $0 }
    }

    /// The points of the stroke where a device shows them, in the room.
    package func seen(_ sight: Sight) -> [SIMD3<Double>] {
        points.map { point in
            let (x, y, z) = (
                sight.columns[0] * point.x, sight.columns[1] * point.y, sight.columns[2] * point.z
            )
            return devices[sight.device].roomFromDevice * (sight.columns[3] + x + y + z)
        }
    }

    /// The largest distance of a point of the stroke from where it was drawn, in metres.
    package func error(_ sight: Sight) -> Double {
        zip(seen(sight), drawn).map { ($0 - $1).length }.max() ?? 0
    }
}

/// A ``RoomReport`` as lines of text.
package struct RoomText {
    private let report: RoomReport

    package init(_ report: RoomReport) { self.report = report }

    /// The text, one table for each way of carrying the stroke.
    package var text: String {
        var lines = [
            "\(report.devices.count) devices, seed \(report.seed): each has a frame of its own; the others were held to device 1.",
            "Device \(report.writer + 1) draws a stroke at \(RoomText.place(report.stroke.translation)) m of its frame.",
        ]
        for play in report.plays {
            lines += ["", "By \(play.rule), \(RoomText.words(play, report)):"]
            lines.append("  device  sees it in its frame at, m   which is in the room, m      off by")
            for sight in play.sights {
                let own = RoomText.place(sight.columns[3]), room = RoomText.place(origin(sight))
                lines.append(
                    "  \(RoomText.padded("\(sight.device + 1)", 6))  \(RoomText.padded(own, 27))  "
                        + "\(RoomText.padded(room, 23))  \(RoomText.distance(report.error(sight)))")
            }
        }
        // Of terminals, not all have the minus sign of pages.
        return lines.joined(separator: "\n").replacing("−", with: "-") + "\n"
    }

    /// The largest distance that counts as none, in metres: what rounding leaves of some products of metres.
    package static let bound = 1e-12

    static func words(_ play: RoomReport.Play, _ report: RoomReport) -> String {
        guard play.sights.count == report.devices.count else {
            return "\(play.sights.count) of \(report.devices.count) devices see it"
        }
        let worst = play.sights.map(report.error).max() ?? 0
        return worst <= bound
            ? "every device sees it where it was drawn"
            : "a device sees it up to \(distance(worst)) from where it was drawn"
    }

    private func origin(_ sight: RoomReport.Sight) -> SIMD3<Double> {
        report.devices[sight.device].roomFromDevice * sight.columns[3]
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }

    static func place(_ point: SIMD3<Double>) -> String {
        "(" + [point.x, point.y, point.z].map { ReportText.fixed(3, $0) }.joined(separator: ", ") + ")"
    }

    /// A distance; what only rounding makes is none.
    static func distance(_ metres: Double) -> String {
        metres <= bound ? "less than 1e-12 m" : "\(ReportText.fixed(3, metres)) m"
    }
}

/// The made-up room of a demo: where the frames of its devices lie, where they are held together, and what is drawn.
///
/// It computes every place, so that no asynchronous function keeps vectors while it waits.
package final class RoomScript: Sendable {
    package let seed: UInt64
    private let roomFromDevice: [RigidTransform]
    /// The places where each device but the first is held to the first one.
    private let meetings: [RigidTransform]
    /// The pose of the stroke in the room, and the device that draws it.
    private let roomFromStroke: RigidTransform
    package let writer = 1

    /// The half of the room's length and width, in metres.
    private static let halfRoom = (x: 2.5, z: 1.8)
    /// The heights at which devices are held, in metres.
    private static let heights = 1.2...1.6

    package init(devices: Int, seed: UInt64) {
        var random = SceneRandom(seed: seed, part: 30)
        func pose() -> RigidTransform {
            let place = SIMD3(
                Double.random(in: -RoomScript.halfRoom.x...RoomScript.halfRoom.x, using: &random),
                Double.random(in: RoomScript.heights, using: &random),
                Double.random(in: -RoomScript.halfRoom.z...RoomScript.halfRoom.z, using: &random))
            // Devices know where down is, so their frames differ by a turn about the vertical.
            let turn = Rotation(
                angle: .random(in: -Double.pi...Double.pi, using: &random), axis: SIMD3(0, 1, 0))
            return RigidTransform(rotation: turn ?? .identity, translation: place) ?? .identity
        }
        self.seed = seed
        roomFromDevice = (0..<devices).map { _ in pose() }
        meetings = (0..<devices).map { _ in pose() }
        roomFromStroke = pose()
    }

    /// The pose of a device in its own frame while another is held to the first one.
    package func pose(of device: Int, meeting other: Int) -> MessageTransform {
        MessageTransform(roomFromDevice[device].inverted() * meetings[other])
    }

    private var stroke: RigidTransform { roomFromDevice[writer].inverted() * roomFromStroke }

    /// The message of the stroke, whose place is in the frame of the device that draws it; version 0.1.0 knows points alone.
    package func message(by mode: RelayOptions.Mode) throws -> ARMessage {
        try ARMessage(
            token: SessionToken(high: 0, low: 0), endpoint: RoomScript.endpoint,
            transform: mode == .carrot01 ? .offset(stroke.translation) : MessageTransform(stroke),
            object: RoomScript.points.map { [$0.x, $0.y, $0.z] })
    }

    package static let endpoint = "draw"

    /// A curl that opens, and that looks different from every side; in metres.
    private static let points: [SIMD3<Double>] = (0...48).map { step in
        let angle = Double(step) / 48 * 3.5 * Double.pi
        let radius = 0.04 + 0.03 * angle
        return SIMD3(radius * cos(angle), 0, -radius * sin(angle))
    }

    /// The stroke as a device saw it, by the message that came to it; where that is a point, the stroke has the axes of the device.
    /// `nil` where the message says no place.
    package func sight(of device: Int, _ message: ARMessage) -> RoomReport.Sight? {
        let columns: [SIMD3<Double>]
        switch message.transform {
        case .matrix(let matrix): columns = [matrix.x, matrix.y, matrix.z, matrix.translation]
        case .offset(let point): columns = [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), point]
        case nil: return nil
        }
        return RoomReport.Sight(device: device, columns: columns)
    }

    /// The stroke as the device that draws sees it.
    package var ownSight: RoomReport.Sight {
        let turn = stroke.rotation
        return RoomReport.Sight(device: writer, columns: [turn.x, turn.y, turn.z, stroke.translation])
    }

    package func report(_ plays: [RoomReport.Play]) -> RoomReport {
        RoomReport(
            seed: seed,
            devices: roomFromDevice.enumerated().map { place, pose in
                RoomReport.Device(name: "device \(place + 1)", roomFromDevice: pose)
            },
            writer: writer, stroke: stroke, points: RoomScript.points, plays: plays)
    }
}
