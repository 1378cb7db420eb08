import QuadGeometry
import Testing

@testable import FrameReports

@Suite("Rooms of devices")
struct RoomReportTests {
    /// Metres by which sums of a few metres may be off.
    private static let bound = 1e-12

    private static func yaw(_ degrees: Double, _ place: SIMD3<Double>) throws -> RigidTransform {
        let turn = try #require(Rotation(angle: degrees * .pi / 180, axis: SIMD3(0, 1, 0)))
        return try #require(RigidTransform(rotation: turn, translation: place))
    }

    private static func columns(_ pose: RigidTransform) -> [SIMD3<Double>] {
        [pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.translation]
    }

    /// Two devices, and a stroke that the second draws one metre before it and the first sees 0.3 m to the side of that.
    private static func report() throws -> RoomReport {
        let poses = [try yaw(30, SIMD3(1, 1.5, 0)), try yaw(-90, SIMD3(-1, 1.4, 2))]
        let stroke = try yaw(10, SIMD3(0, 0, -1))
        let inRoom = poses[1] * stroke
        let right = poses[0].inverted() * inRoom
        var wrong = columns(right)
        wrong[3] += SIMD3(0.3, 0, 0)
        let sights = [columns(right), wrong].map {
            [
                RoomReport.Sight(device: 0, columns: $0),
                RoomReport.Sight(device: 1, columns: columns(stroke)),
            ]
        }
        return RoomReport(
            seed: 7,
            devices: poses.enumerated().map { RoomReport.Device(name: "<d\($0)>", roomFromDevice: $1) },
            writer: 1, stroke: stroke, points: [SIMD3(0, 0, 0), SIMD3(0.5, 0, 0.2)],
            plays: [
                RoomReport.Play(mode: "rigid", sights: sights[0]),
                RoomReport.Play(mode: "carrot", sights: sights[1]),
            ])
    }

    @Test("errors are those of the worst point, in the room")
    func errors() throws {
        let report = try Self.report()
        #expect(report.error(report.plays[0].sights[0]) <= Self.bound)
        #expect((report.error(report.plays[1].sights[0]) - 0.3).magnitude <= Self.bound)
        #expect(
            zip(report.drawn, report.seen(report.plays[0].sights[1])).allSatisfy {
                ($0 - $1).length <= Self.bound
            })
    }

    @Test("the text and the page say the same, and escape names")
    func texts() throws {
        let report = try Self.report()
        let text = RoomText(report).text
        #expect(text.contains("every device sees it where it was drawn"))
        #expect(text.contains("up to 0.300 m from where it was drawn") && text.allSatisfy(\.isASCII))
        let page = String(decoding: RoomPage(report, version: "1").html, as: UTF8.self)
        #expect(page.contains("up to 0.300 m from where it was drawn") && page.contains("&lt;d0&gt;"))
        #expect(!page.contains("<d0>") && page.components(of: "<svg") == 2)
        // What is off is orange, and what is not is not.
        #expect(page.components(of: "stroke=\"var(--orange)\"") == 1)
    }
}

extension String {
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
