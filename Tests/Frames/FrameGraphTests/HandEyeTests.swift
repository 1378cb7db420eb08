import FrameGraph
import QuadGeometry
import TestSupport
import Testing

@Suite("A camera's place on a hand shows in their poses")
struct HandEyeTests {
    static let degree = GoldenGraph.degree

    /// Poses of a hand within ±0.25 m that turn by 0.3 to 1 times the span, and a camera with errors of 0.1° and 1 mm a direction.
    struct Scene {
        var camera = RigidTransform.identity, target = RigidTransform.identity
        var hands: [RigidTransform] = [], cameras: [RigidTransform] = []

        init(
            poses: Int = 15, span: Double, noise: Double = 1, axis: SIMD3<Double>? = nil, seed: UInt64,
            sample: Int
        ) {
            var generator = SeededGenerator(seed: seed, sample: sample)
            func anywhere(_ most: Double) -> RigidTransform {
                let turn = Rotation(rotationVector: SIMD3.normal(using: &generator)) ?? .identity
                let shift = (0..<3).map { _ in Double.random(in: -most...most, using: &generator) }
                return RigidTransform(rotation: turn, translation: SIMD3(shift[0], shift[1], shift[2]))
                    ?? .identity
            }
            (camera, target) = (anywhere(0.1), anywhere(0.5))
            let base = anywhere(0).rotation
            for _ in 0..<poses {
                let about = axis ?? SIMD3.normal(using: &generator).unit ?? SIMD3(1, 0, 0)
                let angle = Double.random(in: 0.3...1, using: &generator) * span * degree
                let turn = base * (Rotation(angle: angle, axis: about) ?? .identity)
                let hand =
                    RigidTransform(rotation: turn, translation: anywhere(0.25).translation) ?? .identity
                let miss = GoldenGraph.twist(
                    SIMD3.normal(using: &generator) * (0.1 * degree * noise),
                    SIMD3.normal(using: &generator) * (0.001 * noise))
                hands.append(hand)
                cameras.append((hand * camera).inverted() * target * miss)
            }
        }
    }

    static func noise() throws -> EdgeCovariance { try EdgeCovariance(turn: 0.1 * degree, shift: 0.001) }

    @Test("Exact poses give the exact place", arguments: Seeds.few)
    func exact(seed: UInt64) throws {
        let scene = Scene(span: 30, noise: 0, seed: seed, sample: 0)
        let fit = try HandEyeFit(
            hands: scene.hands, cameras: scene.cameras, cameraNoise: HandEyeTests.noise())
        for (found, truth) in [(fit.handFromCamera, scene.camera), (fit.baseFromTarget, scene.target)] {
            let miss = (found.inverted() * truth).twist
            #expect(miss.rotation.length < PoseGraphTests.rounding)
            #expect(miss.translation.length < 10 * PoseGraphTests.rounding)
        }
        #expect(fit.cost < 1e-12)
    }

    /// The step that Newton would still take, by central differences of the cost along every direction of both motions.
    @Test("The answer is where the cost of the residuals is least", arguments: Seeds.few)
    func minimum(seed: UInt64) throws {
        let scene = Scene(span: 30, seed: seed, sample: 1)
        let fit = try HandEyeFit(
            hands: scene.hands, cameras: scene.cameras, cameraNoise: HandEyeTests.noise())
        func cost(_ direction: Int, _ step: Double) -> Double {
            var parts = [SIMD3<Double>](repeating: .zero, count: 4)
            parts[direction / 3][direction % 3] = step
            let x = fit.handFromCamera * GoldenGraph.twist(parts[0], parts[1])
            let z = fit.baseFromTarget * GoldenGraph.twist(parts[2], parts[3])
            return zip(scene.hands, scene.cameras).reduce(0) { sum, pair in
                let miss = (z.inverted() * pair.0 * x * pair.1).twist
                let turn = miss.rotation / (0.1 * HandEyeTests.degree), shift = miss.translation / 0.001
                return sum + turn.dot(turn) + shift.dot(shift)
            }
        }
        let width = 1e-5
        for direction in 0..<12 {
            let (up, middle, down) = (cost(direction, width), cost(direction, 0), cost(direction, -width))
            let step = width / 2 * (up - down) / (up - 2 * middle + down)
            #expect(step.magnitude < HandEyeTests.leastResolved)
        }
    }

    /// In metres and radians: the rounding of a cost near 80 over its slope, with room.
    private static let leastResolved = 1e-9

    @Test("Errors are as large as said")
    func coverage() throws {
        let scenes = Effort.count(1000, quick: 150)
        var squares = 0.0, cost = 0.0
        for sample in 0..<scenes {
            let scene = Scene(span: 30, seed: Seeds.first, sample: sample)
            let fit = try HandEyeFit(
                hands: scene.hands, cameras: scene.cameras, cameraNoise: HandEyeTests.noise())
            let miss = (fit.handFromCamera.inverted() * scene.camera).twist
            squares += try #require(fit.cameraCovariance.squaredDistance(miss)) / Double(scenes)
            cost += fit.cost / Double(fit.freedom) / Double(scenes)
        }
        // Five deviations of the mean of as many squared distances.
        #expect((squares / 6 - 1).magnitude < 5 * (12 / Double(scenes)).squareRoot() / 6)
        #expect((cost - 1).magnitude < 5 * (2 / Double(78 * scenes)).squareRoot())
    }

    @Test(
        "A common motion of the base moves the target with it and the camera not at all", arguments: Seeds.few
    )
    func base(seed: UInt64) throws {
        let scene = Scene(span: 30, seed: seed, sample: 0), moved = GoldenGraph.yaw(50, SIMD3(1, 2, 3))
        let one = try HandEyeFit(
            hands: scene.hands, cameras: scene.cameras, cameraNoise: HandEyeTests.noise())
        let other = try HandEyeFit(
            hands: scene.hands.map { moved * $0 }, cameras: scene.cameras, cameraNoise: HandEyeTests.noise())
        let camera = (one.handFromCamera.inverted() * other.handFromCamera).twist
        let target = ((moved * one.baseFromTarget).inverted() * other.baseFromTarget).twist
        for twist in [camera, target] {
            #expect(twist.rotation.length < 100 * PoseGraphTests.rounding)
            #expect(twist.translation.length < 100 * PoseGraphTests.rounding)
        }
    }

    @Test("A pose that is paired wrongly is set aside")
    func robust() throws {
        var scene = Scene(poses: 20, span: 30, seed: Seeds.first, sample: 0)
        scene.cameras[6] = scene.cameras[6] * GoldenGraph.yaw(2, SIMD3(0.05, 0, 0))
        let fit = try HandEyeFit(
            hands: scene.hands, cameras: scene.cameras, cameraNoise: HandEyeTests.noise(), isRobust: true)
        #expect(fit.weights.indices.filter { fit.weights[$0] < 0.5 } == [6])
    }

    @Test("Poses that leave something unknown are refused")
    func refusals() throws {
        let noise = try HandEyeTests.noise(), axis = SIMD3(0.6, 0, 0.8)
        let few = Scene(poses: 2, span: 30, seed: 1, sample: 0)
        #expect(throws: HandEyeError.tooFewPoses(found: 2, needed: 3)) {
            try HandEyeFit(hands: few.hands, cameras: few.cameras, cameraNoise: noise)
        }
        #expect(throws: HandEyeError.unpairedPoses(hands: 1, cameras: 2)) {
            try HandEyeFit(hands: [few.hands[0]], cameras: few.cameras, cameraNoise: noise)
        }
        let still = Scene(span: 0, seed: 1, sample: 0)
        #expect {
            try HandEyeFit(hands: still.hands, cameras: still.cameras, cameraNoise: noise)
        } throws: { ($0 as? HandEyeError)?.code == "TURN_FREE" }
        let hinge = Scene(span: 40, axis: axis, seed: 1, sample: 0)
        #expect {
            try HandEyeFit(hands: hinge.hands, cameras: hinge.cameras, cameraNoise: noise)
        } throws: { error in
            guard case .axisFree(let free, _)? = error as? HandEyeError else { return false }
            return free.cross(axis).length < 1e-6
        }
        // Poses of up to 4 degrees in any direction are at most 8 apart.
        let narrow = Scene(span: 4, seed: 1, sample: 0)
        #expect(try HandEyeFit(hands: narrow.hands, cameras: narrow.cameras, cameraNoise: noise).isNarrow)
    }
}
