import FrameGraph
import QuadGeometry
import TestSupport
import Testing

@Suite("Sessions know where up is")
struct FusionGravityTests {
    /// Scenes of sessions that tilt by a deviation a direction, in degrees.
    private static func scene(
        tilt: Double, sessions: Int = 3, markers: Int = 3, gross: Double = 0, sample: Int
    ) throws -> FusionScene {
        let level = FusionScene(
            sessions: sessions, gross: gross, markers: markers, seed: Seeds.first, sample: sample)
        var generator = SeededGenerator(seed: Seeds.first &+ 1, sample: sample)
        var scene = level
        for session in level.sessions.indices {
            let turn = SIMD3.normal(using: &generator) * (tilt * QuadLimits.degree) * SIMD3(1, 0, 1)
            let rotation = try #require(Rotation(rotationVector: turn))
            let motion = try #require(RigidTransform(rotation: rotation, translation: .zero))
            scene.motions[session] = motion * level.motions[session]
            scene.sessions[session] = FusionSession(
                name: level.sessions[session].name,
                markers: level.sessions[session].markers.mapValues { motion * $0 })
        }
        return scene
    }

    private static func frames(_ scene: FusionScene, tilt: Double?) throws -> [FusedFrame] {
        let options = FusionOptions(
            root: "s0", cornerNoise: FusionScene.cornerNoise, markerNoise: 0, tilt: tilt)
        return try SessionFusion(scene.sessions, options: options).frames
    }

    /// The largest twist between the frames of two fusions.
    private static func difference(_ one: [FusedFrame], _ other: [FusedFrame]) -> Double {
        zip(one, other).reduce(0) { most, pair in
            let twist = (pair.0.rootFromSession.inverted() * pair.1.rootFromSession).twist
            return [most, twist.rotation.length, twist.translation.length].max() ?? most
        }
    }

    /// Rounds end below a move of 1e-10 m; the levers of a room carry turns no farther than ten times that.
    private static let settled = 1e-8

    @Test(
        "A tilt that may be anything changes nothing, and none leaves turns about the vertical",
        arguments: 0..<4)
    func limits(sample: Int) throws {
        let scene = try Self.scene(tilt: 0.5, sample: sample)
        let free = try Self.frames(scene, tilt: nil), loose = try Self.frames(scene, tilt: 1e9)
        #expect(Self.difference(free, loose) < Self.settled)
        for (one, other) in zip(free, loose) {
            for (a, b) in zip(one.covariance?.rows ?? [], other.covariance?.rows ?? []) {
                #expect((a - b).magnitude <= Self.settled * (one.covariance?.rows.max() ?? 0))
            }
        }
        let up = SIMD3<Double>(0, 1, 0)
        for frame in try Self.frames(scene, tilt: 0) {
            #expect((frame.rootFromSession.rotation * up - up).length < Self.settled)
            guard let covariance = frame.covariance else { continue }
            // Turns about x and z are known beside that about y.
            #expect(covariance.rows[0] < Self.settled * covariance.rows[7])
            #expect(covariance.rows[14] < Self.settled * covariance.rows[7])
        }
        // The nearer to level the sessions are said to be, the less they tilt beside each other.
        let tilts = try [10, 0.3, 0.1, 0.01].map { tilt in
            try Self.frames(scene, tilt: tilt).reduce(0) { most, frame in
                Double.maximum(most, (frame.rootFromSession.rotation * up - up).length)
            }
        }
        #expect(tilts == tilts.sorted(by: >))
    }

    @Test("Few markers place level sessions better with the prior, and the errors of frames hold")
    func coverage() throws {
        let scenes = Effort.count(300, quick: 60), tilt = 0.1
        var squares = (free: 0.0, prior: 0.0), distance = 0.0, count = 0.0
        for sample in 0..<scenes {
            let scene = try Self.scene(tilt: tilt, sample: sample)
            for (place, isPrior) in [(0, false), (1, true)] {
                let frames = try Self.frames(scene, tilt: isPrior ? tilt : nil)
                for (session, frame) in frames.enumerated() where session > 0 {
                    let truth = scene.motions[0] * scene.motions[session].inverted()
                    let miss = (frame.rootFromSession.inverted() * truth).twist
                    let square = miss.rotation.dot(miss.rotation)
                    if place == 0 { squares.free += square } else { squares.prior += square }
                    guard isPrior else { continue }
                    distance += try #require(frame.covariance?.squaredDistance(miss))
                    count += 1
                }
            }
        }
        #expect(squares.prior < squares.free)
        // Six in the mean; frames of one scene share the root, so that half of them count.
        let deviation = (12 / (count / 2)).squareRoot()
        #expect((distance / count - 6).magnitude < 4 * deviation, "\(distance / count)")
    }

    @Test("Gross corners are named with the prior, too")
    func gross() throws {
        let scene = try Self.scene(tilt: 0.2, sessions: 5, markers: 12, gross: 0.05, sample: 1)
        let options = FusionOptions(tilt: 0.2)
        let with = try SessionFusion(scene.sessions, options: options)
        let without = try SessionFusion(scene.sessions)
        #expect(with.disputed == without.disputed && with.disputed > 0)
    }

    @Test("A tilt that is none is refused", arguments: [-1, .nan, .infinity] as [Double])
    func refused(tilt: Double) throws {
        let scene = try Self.scene(tilt: 0, sample: 0)
        #expect {
            _ = try SessionFusion(scene.sessions, options: FusionOptions(tilt: tilt))
        } throws: { ($0 as? FusionError)?.code == "BAD_TILT" }
    }
}
