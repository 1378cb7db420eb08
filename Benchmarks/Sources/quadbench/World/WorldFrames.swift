import Foundation
import QuadGeometry

/// The motion from one scan to the next, by the textbook's turn about the vertical.
struct WorldMotion: Sendable {
    let yaw: Double
    let shift: SIMD3<Double>

    func callAsFunction(_ point: SIMD3<Double>) -> SIMD3<Double> {
        let (c, s) = (cos(yaw), sin(yaw))
        return SIMD3(c * point.x + s * point.z, point.y, c * point.z - s * point.x) + shift
    }

    var inverse: WorldMotion {
        WorldMotion(yaw: -yaw, shift: -WorldMotion(yaw: -yaw, shift: .zero)(shift))
    }
}

/// The frames of the scans of a place: each begins with a rescan, and a motion leads to it from the one before.
struct WorldFrames: Sendable {
    private(set) var motions: [WorldMotion] = []

    /// The distance from its place within which a marker is where a fit of noisy pairs takes it, in metres.
    private static let near = 0.06

    /// The newest frame, counted from 0.
    var newest: Int { motions.count }

    mutating func add(_ motion: WorldMotion) { motions.append(motion) }

    /// Whether the motion to a frame is about that to an earlier one: it takes things in a room to within some distance, in metres, of where
    /// that did.
    func isRepeated(_ frame: Int, within most: Double = 1e-6) -> Bool {
        guard frame > 1 else { return false }
        let own = motions[frame - 1]
        return motions.prefix(frame - 1).contains { other in
            WorldFrames.room.allSatisfy { (own($0) - other($0)).lengthSquared < most * most }
        }
    }

    private static let room = [SIMD3(0.0, 0, 0), SIMD3(12.0, 0, 0), SIMD3(0.0, 3, 6), SIMD3(12.0, 3, 6)]

    /// Corners of the first frame, in another.
    func corners(_ place: [SIMD3<Double>], in frame: Int) -> [SIMD3<Double>] {
        motions.prefix(frame).reduce(place) { corners, motion in corners.map { motion($0) } }
    }

    /// The frames in which a marker of this place has these corners.
    func frames(of corners: [SIMD3<Double>], at place: [SIMD3<Double>]) -> Set<Int> {
        Set((0...newest).filter { WorldFrames.isNear(self.corners(place, in: $0), corners) })
    }

    static func isNear(_ some: [SIMD3<Double>], _ others: [SIMD3<Double>]) -> Bool {
        zip(some, others).allSatisfy { ($0 - $1).lengthSquared < near * near }
    }
}

extension SIMD3<Double> {
    fileprivate var lengthSquared: Double { (self * self).sum() }
}
