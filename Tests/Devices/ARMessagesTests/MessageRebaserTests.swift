import ARMessages
import FrameGraph
import QuadGeometry
import TestSupport
import Testing

@Suite("Messages in another frame")
struct MessageRebaserTests {
    /// Of the rule of shifts, in metres, and of rigid motions.
    static let offsetTolerance = 1e-15, rigidTolerance = 1e-12

    private static func largest(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
        (a - b).largestMagnitude
    }

    private static func shift(_ point: SIMD3<Double>) -> DevicePose {
        DevicePose(SampleMessage.yaw(0, point))
    }

    @Test("the rule of shifts has the documented numbers exactly")
    func offset() throws {
        let one = Handshake(primary: Self.shift(SIMD3(6, 5, 4)), secondary: Self.shift(SIMD3(3, 2, 1)))
        #expect(one.offset == SIMD3(-3, -3, -3))
        let event = MessageTransform.offset(SIMD3(3.2, 1.3, 4.0))
        #expect(MessageRebaser(one, method: .offset)(event) == .offset(SIMD3(6.2, 4.3, 7.0)))
        let other = Handshake(primary: Self.shift(SIMD3(0.5, 1, 0)), secondary: Self.shift(SIMD3(1, 0, -2)))
        let there = MessageRebaser(offset: one.offset, to: other.offset)(event).position
        #expect(Self.largest(there, SIMD3(6.7, 3.3, 5.0)) <= Self.offsetTolerance)
    }

    /// T_P, T_L, D, a point of the secondary and where it is in the primary.
    static let points: [(RigidTransform, RigidTransform, DevicePlacement?, SIMD3<Double>, SIMD3<Double>)] = [
        (
            SampleMessage.yaw(90, SIMD3(1, 0, 0)), SampleMessage.yaw(0, SIMD3(0, 0, 0.5)), .samePlace,
            SIMD3(0, 0, 1.5), SIMD3(2, 0, 0)
        ),
        (
            SampleMessage.yaw(90, SIMD3(1, 0, 0)), SampleMessage.yaw(0, SIMD3(0, 0, 0.5)),
            .backToBack(gap: 0.02), SIMD3(0, 0, 1.5), SIMD3(-0.02, 0, 0)
        ),
        (
            SampleMessage.yaw(-20, SIMD3(1.1, 1.5, 2)), SampleMessage.yaw(35, SIMD3(0.3, 1.4, -0.2)),
            .samePlace, SIMD3(0.5, 0.25, -1), SIMD3(1.8700369227014027, 0.35, 1.7049692597769615)
        ),
    ]

    @Test("rigid motions have the computed numbers", arguments: points.indices)
    func rigid(row: Int) throws {
        let (primary, secondary, placement, point, expected) = Self.points[row]
        let handshake = Handshake(
            primary: DevicePose(primary), secondary: DevicePose(secondary),
            placement: try #require(placement))
        let rebaser = MessageRebaser(handshake)
        #expect(Self.largest(rebaser(.offset(point)).position, expected) <= Self.rigidTolerance)
        let back = rebaser.inverted()(rebaser(.offset(point))).position
        #expect(Self.largest(back, point) <= Self.rigidTolerance)
    }

    @Test("the rule of shifts is off by metres where headings differ")
    func vectorRule() {
        let (primary, secondary, _, point, expected) = Self.points[0]
        let handshake = Handshake(primary: DevicePose(primary), secondary: DevicePose(secondary))
        let place = MessageRebaser(handshake, method: .offset)(.offset(point)).position
        #expect(Self.largest(place, SIMD3(1, 0, 1)) <= Self.rigidTolerance)
        let off = (place - expected).length
        #expect(abs(off - 2.0.squareRoot()) <= Self.rigidTolerance)
    }

    @Test("a matrix is carried column by column, its last row kept")
    func matrix() throws {
        let handshake = Handshake(
            primary: DevicePose(SampleMessage.yaw(-20, SIMD3(1.1, 1.5, 2))),
            secondary: DevicePose(SampleMessage.yaw(35, SIMD3(0.3, 1.4, -0.2))))
        var reader = MessageReader()
        let frame = try MessageRebaser(handshake).rebased(Array(SampleMessage.matrix.utf8), with: &reader)
        let message = try reader.message(frame)
        guard case .matrix(let matrix) = message.transform else { throw MessageError.flatMatrix(pointer: "") }
        let expected = [
            SIMD3(0.76604444311897804, 0, 0.64278760968653933), SIMD3(0, 1, 0),
            SIMD3(-0.64278760968653933, 0, 0.76604444311897804),
            SIMD3(1.8700369227014027, 0.35, 1.7049692597769615),
        ]
        for (column, wanted) in zip([matrix.x, matrix.y, matrix.z, matrix.translation], expected) {
            #expect(Self.largest(column, wanted) <= Self.rigidTolerance)
        }
        let text = String(decoding: frame, as: UTF8.self)
        #expect(text.contains(#",0.0],"c1":["#) && text.contains(#",1.0]},"params":{"foo":"bar"}}}"#))
    }

    @Test("every byte but the numbers of the transform is copied")
    func bytes() throws {
        let text = """
              {"x" : [1.50, "\\u00e9"], "payload":\t{"params": {"offset": {"x": 9}, "a": 1.0e+0}, "n": 1e0,
              "offset": {"z": 4.0, "w": 7.70, "x" : 3.2 , "y":1.3E0}}, "endpoint": "ec\\u0068o",
              "session_token": "\(SampleMessage.token.lowercased())"}
            """
        var reader = MessageReader()
        let rebaser = MessageRebaser(offset: SIMD3(-3, -3, -3))
        let frame = Array("\(text)\n\(SampleMessage.offset) \r\n".utf8)
        let result = String(decoding: try rebaser.rebased(frame, with: &reader), as: UTF8.self)
        let expected =
            text.replacing(#""z": 4.0"#, with: #""z": 7.0"#).replacing(#""x" : 3.2"#, with: #""x" : 6.2"#)
            .replacing("1.3E0", with: "4.3") + "\n"
            + SampleMessage.offset.replacing(#""x":3.2,"y":1.3,"z":4.0"#, with: #""x":6.2,"y":4.3,"z":7.0"#)
            + " \r\n"
        #expect(result == expected)
        let none = Array(SampleMessage.payload(#"{"params":{"x":1}}"#).utf8)
        #expect(try rebaser.rebased(none, with: &reader) == none)
    }

    @Test("a place beyond the numbers is refused, and nothing is written of it")
    func range() throws {
        let far = SampleMessage.payload(#"{"offset":{"x":1.7e308,"y":0,"z":0}}"#)
        var reader = MessageReader()
        let rebaser = MessageRebaser(offset: SIMD3(-1.7e308, 0, 0))
        #expect(throws: MessageError.outOfRange(pointer: "/payload/offset/x")) {
            try rebaser.rebased(Array(far.utf8), with: &reader)
        }
        let bytes = Array(far.utf8)
        try bytes.withUnsafeBufferPointer { buffer in
            var output: [UInt8] = [1, 2]
            let outline = try #require(try reader.next(in: buffer))
            #expect(throws: MessageError.self) { try rebaser.append(outline, in: buffer, to: &output) }
            #expect(output == [1, 2])
        }
    }

    @Test("poses are brought to the nearest rotation with the amount, or refused")
    func poses() throws {
        func matrix(_ scale: Double, _ x: Double = 1) throws -> MessageTransform {
            .matrix(
                try #require(
                    AffineMatrix(
                        SIMD3(x * scale, 0, 0), SIMD3(0, scale, 0), SIMD3(0, 0, scale),
                        translation: SIMD3(1, 2, 3))))
        }
        let pose = try DevicePose(matrix(1.0004))
        #expect(abs(pose.correction - 0.0004) <= Self.rigidTolerance)
        #expect(pose.transform.rotation == .identity)
        for (transform, code) in [(try matrix(1.01), "NOT_RIGID"), (try matrix(1, -1), "NOT_RIGID")] {
            do throws(HandshakeError) {
                _ = try DevicePose(transform)
                Issue.record("taken: \(transform)")
            } catch {
                #expect(error.code == code && !error.message.isEmpty)
            }
        }
        #expect(try !DevicePose(.offset(.zero)).hasRotation)
        #expect(DevicePlacement(.identity, turnDeviation: 0, shiftDeviation: 1) == nil)
        #expect(DevicePlacement.backToBack(gap: .nan) == nil)
    }

    @Test("a handshake is an edge whose errors are those of the hands")
    func edge() throws {
        let handshake = Handshake(
            primary: DevicePose(SampleMessage.yaw(-20, SIMD3(1.1, 1.5, 2))),
            secondary: DevicePose(SampleMessage.yaw(35, SIMD3(0.3, 1.4, -0.2))))
        let edge = try handshake.edge(from: "phone", to: "tablet")
        #expect(edge.motion == handshake.primaryFromSecondary)
        // At the place of the hands the error is that of the hands alone.
        let there = edge.covariance.followed(by: handshake.secondary.transform, try Self.exact())
        let root = 3.0.squareRoot()
        #expect(abs(there.turnDeviation - 5 * .pi / 180 * root) <= Self.deviationTolerance)
        #expect(abs(there.shiftDeviation - 0.05 * root) <= Self.deviationTolerance)
        #expect(edge.covariance.shiftDeviation > there.shiftDeviation)
        let graph = try PoseGraph([edge])
        let view = try graph.transform(to: "tablet", from: "phone")
        #expect(
            Self.largest(view.motion * (edge.motion * SIMD3(1, 2, 3)), SIMD3(1, 2, 3)) <= Self.rigidTolerance)
    }

    /// Of deviations, in radians and metres.
    static let deviationTolerance = 1e-9

    private static func exact() throws -> EdgeCovariance { try EdgeCovariance(turn: 1e-9, shift: 1e-9) }
}
