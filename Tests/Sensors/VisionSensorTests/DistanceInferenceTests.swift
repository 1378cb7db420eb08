import QuadGeometry
import TestSupport
import Testing
import VisionSensor

@Suite("Along the axis or along the ray")
struct DistanceInferenceTests {
    /// Sightings of one point, by both kinds, from poses about 1 m away and at pixels anywhere, or in the middle.
    private func sightings(
        _ count: Int, _ kind: DistanceKind, _ depth: DepthPreset, isMiddle: Bool = false,
        using generator: inout SeededGenerator
    ) throws -> (axis: [CenterSighting], ray: [CenterSighting]) {
        let boxes = try SampleCamera.a(), noise = try SensorNoise(depth: depth.deviation)
        var axis: [CenterSighting] = [], ray: [CenterSighting] = []
        for _ in 0..<count {
            let around = isMiddle ? 20.0 : 0
            let u = Double.random(
                in: isMiddle ? boxes.image.cx - around...boxes.image.cx + around : 60...1220,
                using: &generator)
            let v = Double.random(
                in: isMiddle ? boxes.image.cy - around...boxes.image.cy + around : 60...660, using: &generator
            )
            let seen = boxes.ray(u, v), range = Double.random(in: 0.8...1.2, using: &generator)
            let depth = range / seen.length
            let turn = Rotation(rotationVector: SIMD3.normal(using: &generator) * 0.5) ?? .identity
            let wrong =
                Rotation(rotationVector: SIMD3.normal(using: &generator) * noise.poseTurn) ?? .identity
            let place = -(turn * (seen * depth)) + SIMD3.normal(using: &generator) * noise.poseShift
            let pose = try #require(RigidTransform(rotation: wrong * turn, translation: place))
            let off = SIMD3.normal(using: &generator), pixel = noise.edge / 2.0.squareRoot()
            let box = try #require(
                PixelBox(centerX: u + off.x * pixel, centerY: v + off.y * pixel, width: 80, height: 80))
            let distance = (kind == .axis ? depth : range) + off.z * noise.depth
            let frame = CameraFrame(boxes: boxes, worldFromCamera: pose, noise: noise)
            axis.append(CenterSighting(box, distance: distance, .axis, in: frame))
            ray.append(CenterSighting(box, distance: distance, .ray, in: frame))
        }
        return (axis, ray)
    }

    @Test("is decided rightly by five sightings, and always by ten", arguments: Seeds.few)
    func decides(seed: UInt64) throws {
        let seeds = Effort.count(1000, quick: 200)
        for depth in [DepthPreset.lidar, .features] {
            for (count, mostOpen) in [(5, 0.07), (10, 0.005)] {
                var wrong = 0, open = 0
                for sample in 0..<seeds {
                    var generator = SeededGenerator(seed: seed, sample: sample)
                    let kind = DistanceKind.allCases[sample % 2]
                    let seen = try sightings(count, kind, depth, using: &generator)
                    var inference = DistanceInference()
                    inference.add(axis: seen.axis, ray: seen.ray)
                    if inference.kind == nil { open += 1 } else { wrong += inference.kind == kind ? 0 : 1 }
                }
                print(
                    "distance by \(count) sightings, \(depth), seed \(seed): \(wrong) wrong, \(open) open of \(seeds)"
                )
                // One in a thousand, and three deviations of a count more.
                #expect(Double(wrong) <= 0.001 * Double(seeds) + 3 * (0.001 * Double(seeds)).squareRoot())
                #expect(
                    Double(open) <= mostOpen * Double(seeds) + 3 * (mostOpen * Double(seeds)).squareRoot(),
                    "\(depth), \(count) sightings")
            }
        }
    }

    @Test("stays open in the middle of the picture, where both are one", arguments: Seeds.few)
    func open(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var inference = DistanceInference()
        for _ in 0..<50 {
            let seen = try sightings(10, .axis, .lidar, isMiddle: true, using: &generator)
            inference.add(axis: seen.axis, ray: seen.ray)
        }
        #expect(inference.kind == nil && inference.spread < DistanceInference.leastSpread)
        #expect(DistanceInference().kind == nil)
    }
}
