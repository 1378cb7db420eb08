package import ARMessages
internal import DemoScenes
internal import Foundation
internal import QuadGeometry

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
