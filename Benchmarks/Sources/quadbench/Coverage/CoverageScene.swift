import Foundation
import QuadGeometry
import RigidCalibration

/// Markers along a path in two scans, the second of which drifts, with a known motion between them.
struct CoverageScene {
    /// The markers, those that are predicted included.
    static let markers = 60
    /// The length of the path, in metres.
    static let length = 30.0
    /// The deviation of one coordinate of a corner, both scans together, in metres.
    static let noise = 0.002
    /// Half the edge of a marker, in metres.
    private static let size = 0.15

    private(set) var sources: [SIMD3<Double>] = []
    private(set) var targets: [SIMD3<Double>] = []
    /// The places that the second scan has for the sources, drift included, without the errors of markers and corners.
    private(set) var exact: [SIMD3<Double>] = []
    private(set) var groups: [[Int]] = []

    init(_ kind: CoverageKind, using random: inout SeededGenerator) {
        let lean =
            SIMD3(Double.normal(using: &random), 0, .normal(using: &random)) * MotionModel.usualTilt
            * QuadLimits.degree
        let yaw = SIMD3(0, Double.random(in: -3...3, using: &random), 0)
        let rotation = Self.turn(lean) * Self.turn(yaw)
        let shift = SIMD3<Double>.random(in: -5...5, using: &random)
        let path = kind.isClosed ? Self.room : Self.corridor
        for (place, drift) in zip(path, Self.drift(kind.drift, along: path, &random)) {
            // Beside the path, and at heights that people reach.
            let beside = SIMD3<Double>.random(in: -1...1, using: &random)
            let pose = Self.turn(.random(in: -2...2, using: &random))
            let own = Self.markerError(kind, &random)
            groups.append(Array(sources.count..<(sources.count + 4)))
            for (x, y) in [
                (-Self.size, Self.size), (Self.size, Self.size), (Self.size, -Self.size),
                (-Self.size, -Self.size),
            ] {
                let arm = pose * SIMD3(x, y, 0)
                func scanned(_ turn: Rotation, _ more: SIMD3<Double>) -> SIMD3<Double> {
                    rotation * (place + beside + drift.shift + turn * arm + more) + shift
                }
                let corner = SIMD3<Double>.normal(using: &random) * Self.noise
                sources.append(place + beside + arm)
                exact.append(scanned(Self.turn(drift.turn), .zero))
                // Turns as small as these add up as vectors do.
                targets.append(scanned(Self.turn(drift.turn + own.turn), own.shift + corner))
            }
        }
    }

    /// The scene as a set to choose pairs from.
    func set(named name: String) throws -> CoverageSet {
        CoverageSet(
            name: name, try Correspondences(sources: sources, targets: targets), groups: groups, exact: exact)
    }

    /// A path that winds a little.
    private static let corridor = (0..<markers).map { marker in
        let along = length * Double(marker) / Double(markers - 1)
        return SIMD3(along, 0, 2 * sin(along / 3))
    }

    /// A path along the walls of a room half again as long as it is wide.
    private static let room = (0..<markers).map { marker in
        let long = 0.3 * length, wide = 0.2 * length
        let along = length * Double(marker) / Double(markers)
        if along < long { return SIMD3(along, 0, 0) }
        if along < long + wide { return SIMD3(long, 0, along - long) }
        if along < 2 * long + wide { return SIMD3(2 * long + wide - along, 0, wide) }
        return SIMD3(0, 0, length - along)
    }

    /// A shift in metres, and a turn about a marker's middle.
    private struct Displacement {
        var shift = SIMD3<Double>.zero
        var turn = SIMD3<Double>.zero
    }

    /// The error that the corners of a marker share.
    private static func markerError(_ kind: CoverageKind, _ random: inout SeededGenerator) -> Displacement {
        var shift = SIMD3<Double>.normal(using: &random) * (kind.markerError * noise)
        if kind.isHeavyTailed {
            let other = SIMD3<Double>.normal(using: &random)
            shift *= (3 / other.dot(other)).squareRoot()
        }
        return Displacement(
            shift: shift,
            turn: SIMD3<Double>.normal(using: &random) * (kind.askew * QuadLimits.degree))
    }

    /// The drift at each place of a path, none at its beginning.
    private static func drift(
        _ drift: CoverageKind.Drift, along path: [SIMD3<Double>], _ random: inout SeededGenerator
    ) -> [Displacement] {
        let steps = Double(path.count - 1)
        var now = Displacement()
        switch drift {
        case .none: return path.map { _ in now }
        case .walk(let share):
            let step = share * length / (3 * steps).squareRoot()
            return path.map { _ in
                defer { now.shift += SIMD3<Double>.normal(using: &random) * step }
                return now
            }
        case .bend(let share):
            let across = SIMD3<Double>.randomDirection(using: &random) * (share * length)
            let phase = Double.random(in: 0...(2 * .pi), using: &random)
            return path.indices.map { place in
                Displacement(shift: across * sin(2 * .pi * Double(place) / steps + phase))
            }
        case .heading(let degrees):
            let step = degrees * QuadLimits.degree / steps.squareRoot()
            return path.indices.map { place in
                if place > 0 {
                    now.shift += now.turn.cross(path[place] - path[place - 1])
                    now.turn.y += Double.normal(using: &random) * step
                }
                return now
            }
        }
    }

    private static func turn(_ vector: SIMD3<Double>) -> Rotation {
        Rotation(rotationVector: vector) ?? .identity
    }
}
