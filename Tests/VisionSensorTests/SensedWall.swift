import QuadGeometry
import TestSupport
import VisionSensor

/// Twelve objects of 8 cm on a wall, at least 15 cm apart, neighbours below 30 cm of different labels, seen from 20 stands of 10 frames.
struct SensedWall {
    private(set) var points: [SIMD3<Double>] = []
    private(set) var labels: [String] = []
    private(set) var frames: [CameraFrame] = []
    /// Of each frame: detections, each with the number of its object.
    private(set) var replies: [[(detection: Detection, object: Int)]] = []

    init(_ kind: DistanceKind, named: Bool = true, using generator: inout SeededGenerator) throws {
        placeObjects(using: &generator)
        let boxes = try SampleCamera.a(), noise = try SensorNoise(depth: DepthPreset.lidar.deviation)
        for stand in 0..<20 {
            let base = SensedWall.look(using: &generator)
            let wrongTurn = SensedWall.turn(noise.poseTurn, using: &generator)
            let wrongShift = SIMD3.normal(using: &generator) * noise.poseShift
            for _ in 0..<10 {
                // The hand moves a little.
                let turn = SensedWall.turn(0.01, using: &generator) * base.rotation
                let place = base.translation + SIMD3.normal(using: &generator) * 0.01
                let pose = RigidTransform(rotation: turn, translation: place) ?? .identity
                let said =
                    RigidTransform(rotation: wrongTurn * turn, translation: place + wrongShift) ?? .identity
                frames.append(
                    CameraFrame(
                        boxes: boxes, worldFromCamera: said, stand: named ? "stand \(stand)" : nil,
                        noise: noise))
                replies.append(detections(kind, boxes, pose, noise, using: &generator))
            }
        }
    }

    private mutating func placeObjects(using generator: inout SeededGenerator) {
        while points.count < 12 {
            let point = SIMD3(
                Double.random(in: -0.6...0.6, using: &generator), .random(in: -0.4...0.4, using: &generator),
                .random(in: -0.05...0.05, using: &generator))
            guard points.allSatisfy({ ($0 - point).length >= 0.15 }) else { continue }
            let near = Set(zip(points, labels).filter { ($0.0 - point).length < 0.3 }.map(\.1))
            let label = ["red", "green", "blue", "white", "black", "grey"].first { !near.contains($0) }
            guard let label else { continue }
            points.append(point)
            labels.append(label)
        }
    }

    private static func turn(_ deviation: Double, using generator: inout SeededGenerator) -> Rotation {
        Rotation(rotationVector: SIMD3.normal(using: &generator) * deviation) ?? .identity
    }

    /// A pose 0.9 to 1.4 m from the wall that looks at its middle.
    private static func look(using generator: inout SeededGenerator) -> RigidTransform {
        let eye = SIMD3(
            Double.random(in: -0.5...0.5, using: &generator), .random(in: -0.3...0.3, using: &generator),
            .random(in: 0.9...1.4, using: &generator))
        let back = eye.unit ?? SIMD3(0, 0, 1), right = SIMD3(0, 1, 0).cross(back).unit ?? SIMD3(1, 0, 0)
        let up = back.cross(right)
        let turn = try? Rotation(columns: right, up, back)
        return RigidTransform(rotation: turn ?? .identity, translation: eye) ?? .identity
    }

    private func detections(
        _ kind: DistanceKind, _ boxes: BoxFrame, _ pose: RigidTransform, _ noise: SensorNoise,
        using generator: inout SeededGenerator
    ) -> [(detection: Detection, object: Int)] {
        var found: [(detection: Detection, object: Int)] = []
        for (object, point) in points.enumerated() {
            let seen = pose.inverted() * point
            let half = boxes.image.fx * 0.04 / -seen.z
            guard let pixel = boxes.pixel(of: seen), pixel.x > half + 8, pixel.y > half + 8,
                pixel.x < boxes.image.width - half - 8,
                pixel.y < boxes.image.height - half - 8
            else { continue }
            let a = SIMD3.normal(using: &generator), b = SIMD3.normal(using: &generator)
            let size = boxes.image.fx * 0.08 / -seen.z
            // Edges are off one by one; the centre is their mean.
            let left = pixel.x - size / 2 + a.x * noise.edge, right = pixel.x + size / 2 + a.y * noise.edge
            let top = pixel.y - size / 2 + a.z * noise.edge, bottom = pixel.y + size / 2 + b.x * noise.edge
            let distance = (kind == .axis ? -seen.z : seen.length) + b.y * noise.depth
            guard
                let box = PixelBox(
                    centerX: (left + right) / 2, centerY: (top + bottom) / 2, width: right - left,
                    height: bottom - top)
            else { continue }
            let seenAs = Detection(
                label: labels[object], confidence: Double.random(in: 0.5...1, using: &generator), box: box,
                distance: distance, realWidth: 0.08, realHeight: 0.08)
            if let seenAs { found.append((seenAs, object)) }
        }
        return found.shuffled(using: &generator)
    }
}
