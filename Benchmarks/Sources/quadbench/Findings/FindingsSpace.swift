import Foundation
import QuadGeometry

/// A made-up space without a mistake, +Y up and in metres.
///
/// Nothing here knows the limits or the usual sizes of the library.
struct FindingsSpace {
    enum Kind: String, CaseIterable {
        case room, blade, bench, floor, roof, pipe, halls, lone
    }

    let kind: Kind
    private(set) var quads: [Quad] = []
    private var random: SeededGenerator
    /// The error of each coordinate of a corner, uniform within plus and minus this, in metres.
    private var noise = 0.0

    init(_ kind: Kind, seed: UInt64, number: Int) {
        self.kind = kind
        random = SeededGenerator(seed: seed, sample: number)
        switch kind {
        case .room: addRoom(at: .zero)
        case .blade: addBlade()
        case .bench: addBench()
        case .floor: addFloor()
        case .roof: addRoof()
        case .pipe: addPipe()
        case .halls:
            addRoom(at: .zero)
            addRoom(at: SIMD3(draw(30...80), 0, draw(30...80)))
        case .lone: addLone()
        }
    }

    private mutating func draw(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }

    /// A length whose logarithm is uniform.
    private mutating func size(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound * pow(range.upperBound / range.lowerBound, draw(0...1))
    }

    /// A rectangle about a center with two of its directions.
    private mutating func add(
        _ center: SIMD3<Double>, _ across: SIMD3<Double>, _ down: SIMD3<Double>, _ width: Double,
        _ height: Double
    ) {
        let (a, b) = (across * (width / 2), down * (height / 2))
        let corners = [center - a - b, center + a - b, center + a + b, center - a + b].map { corner in
            corner + SIMD3(draw(-noise...noise), draw(-noise...noise), draw(-noise...noise))
        }
        quads.append(Quad(corners[0], corners[1], corners[2], corners[3]))
    }

    private static func turned(_ yaw: Double, _ point: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(cos(yaw) * point.x + sin(yaw) * point.z, point.y, cos(yaw) * point.z - sin(yaw) * point.x)
    }

    /// Upright markers on four walls and some on the floor, most of targets of one size, some doors and windows.
    private mutating func addRoom(at origin: SIMD3<Double>) {
        let length = draw(4...15), width = draw(3...12), height = draw(2.3...4)
        let yaw = draw(0...1) < 0.1 ? 0 : draw(0...(.pi))
        let target =
            draw(0...1) < 0.5 ? [0.1, 0.15, 0.2, 0.3].randomElement(using: &random) ?? 0.2 : size(0.05...0.6)
        noise = draw(0.0005...0.003)
        for _ in 0..<Int.random(in: 8...60, using: &random) {
            let place = draw(0...1)
            let isTarget = draw(0...1) < 0.7
            let (wide, high) = isTarget ? (target, target) : (size(0.1...1.2), size(0.1...2))
            let surface = place < 0.25 ? 0 : place < 0.5 ? 1 : place < 0.7 ? 2 : place < 0.9 ? 3 : 4
            let along = draw(0...1), up = min(max(high / 2, draw(0.2...2.2)), height - high / 2)
            let spot: SIMD3<Double>
            var across = SIMD3<Double>(1, 0, 0), down = SIMD3<Double>(0, -1, 0)
            switch surface {
            case 0: spot = SIMD3(along * length, up, 0)
            case 1: spot = SIMD3(along * length, up, width)
            case 2: (spot, across) = (SIMD3(0, up, along * width), SIMD3(0, 0, 1))
            case 3: (spot, across) = (SIMD3(length, up, along * width), SIMD3(0, 0, 1))
            default: (spot, down) = (SIMD3(along * length, 0, draw(0...1) * width), SIMD3(0, 0, 1))
            }
            let shift = SIMD3(length / 2, 0, width / 2)
            add(
                FindingsSpace.turned(yaw, spot - shift) + origin, FindingsSpace.turned(yaw, across),
                FindingsSpace.turned(yaw, down), wide, high)
        }
    }

    /// Markers around an elliptic section along an axis, which lies or stands.
    private mutating func addTube(
        length: Double, _ thick: Double, _ thin: Double, count: Int, standing: Bool,
        sizes: ClosedRange<Double>
    ) {
        let yaw = draw(0...1) < 0.3 ? 0 : draw(0...(.pi))
        let axis = standing ? SIMD3<Double>(0, 1, 0) : FindingsSpace.turned(yaw, SIMD3(0, 0, 1))
        let first = FindingsSpace.turned(yaw, SIMD3(1, 0, 0)), second = axis.cross(first)
        let target = size(sizes)
        for _ in 0..<count {
            let angle = draw(0...(2 * .pi)), along = draw(0...1) * length
            let spot = axis * along + first * (thick * cos(angle)) + second * (thin * sin(angle))
            let tangent = first * (-thick * sin(angle)) + second * (thin * cos(angle))
            guard let across = tangent.unit else { continue }
            let wide = draw(0...1) < 0.6 ? target : size(sizes)
            add(spot, across, axis, wide, wide * draw(0.6...1.6))
        }
    }

    private mutating func addBlade() {
        noise = draw(0.0005...0.003)
        addTube(
            length: draw(60...110), draw(1...2.5), draw(0.2...0.6),
            count: .random(in: 20...150, using: &random),
            standing: draw(0...1) < 0.3, sizes: 0.08...0.6)
    }

    private mutating func addPipe() {
        noise = draw(0.0005...0.003)
        let radius = draw(0.3...4)
        addTube(
            length: draw(5...60), radius, radius, count: .random(in: 10...80, using: &random),
            standing: draw(0...1) < 0.3, sizes: 0.05...0.4)
    }

    /// Markers of a centimetre or two on a board and on blocks on it.
    private mutating func addBench() {
        let length = draw(0.3...2), width = draw(0.2...1), yaw = draw(0...(.pi)), side = draw(0.009...0.025)
        noise = draw(0.00002...0.0002)
        for _ in 0..<Int.random(in: 5...30, using: &random) {
            let roll = draw(0...(2 * .pi)), high = draw(0...1) < 0.5
            let spot = SIMD3(draw(0...length), high ? draw(0...0.2) : 0, draw(0...width))
            let across = SIMD3(cos(roll), 0, sin(roll))
            add(
                FindingsSpace.turned(yaw, spot) + SIMD3(0.4, 0.9, -0.3), FindingsSpace.turned(yaw, across),
                high ? SIMD3(0, -1, 0) : FindingsSpace.turned(yaw, SIMD3(-sin(roll), 0, cos(roll))), side,
                side)
        }
    }

    /// Large markers on the floor of a hall.
    private mutating func addFloor() {
        let length = draw(30...120), width = draw(20...80)
        noise = draw(0.001...0.004)
        for _ in 0..<Int.random(in: 4...40, using: &random) {
            let roll = draw(0...(2 * .pi)), side = size(1...5)
            add(
                SIMD3(draw(-0.5...0.5) * length, 0, draw(-0.5...0.5) * width), SIMD3(cos(roll), 0, sin(roll)),
                SIMD3(-sin(roll), 0, cos(roll)), side, side * draw(0.5...1))
        }
    }

    /// Markers on both sides of a roof, with edges along its ridge.
    private mutating func addRoof() {
        let length = draw(6...40), depth = draw(3...10), pitch = draw(10...50) * .pi / 180
        let yaw = draw(0...1) < 0.5 ? 0 : draw(0...(.pi))
        noise = draw(0.001...0.003)
        for _ in 0..<Int.random(in: 8...60, using: &random) {
            let side = draw(0...1) < 0.5 ? 1.0 : -1.0
            let fall = SIMD3(side * cos(pitch), -sin(pitch), 0)
            let spot = SIMD3(0, 8, draw(0...length)) + fall * draw(0...depth)
            let wide = size(0.1...1.5)
            add(
                FindingsSpace.turned(yaw, spot), FindingsSpace.turned(yaw, SIMD3(0, 0, 1)),
                FindingsSpace.turned(yaw, fall), wide, wide * draw(0.6...1.6))
        }
    }

    /// One marker, half of them of a size that targets have.
    private mutating func addLone() {
        noise = 0.0005
        let side =
            draw(0...1) < 0.5
            ? [0.1, 0.15, 0.2, 0.3, 0.5].randomElement(using: &random) ?? 0.2 : size(0.05...5)
        let yaw = draw(0...(.pi))
        add(
            SIMD3(draw(-8...8), draw(0...3), draw(-8...8)), FindingsSpace.turned(yaw, SIMD3(1, 0, 0)),
            SIMD3(0, -1, 0), side, side)
    }
}
