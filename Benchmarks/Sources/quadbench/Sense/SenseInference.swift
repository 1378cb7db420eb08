import QuadGeometry
import VisionSensor

/// Answers to the question along which line distances are measured, from sightings of one still object about a metre away.
enum SenseInference {
    /// The results of the simulation in the specification, in percent: right, wrong and open, and right by the sign alone.
    private static let expected:
        [DepthPreset: [Int: (right: Double, wrong: Double, open: Double, sign: Double)]] = [
            .lidar: [
                2: (51.3, 0, 48.7, 97.1), 3: (81.0, 0, 19.0, 99.7), 5: (95.5, 0, 4.5, 100),
                10: (100, 0, 0, 100),
            ],
            .features: [
                2: (48.3, 0.1, 51.6, 93.5), 3: (79.7, 0, 20.3, 98.0), 5: (95.4, 0, 4.6, 99.9),
                10: (100, 0, 0, 100),
            ],
        ]
    /// The bounds in percent, of five sightings and of ten.
    private static let (mostWrong, mostOpen, leastBySign, leastRight) = (0.1, 7.0, 99.0, 99.5)
    /// The pixels around the principal point within which rays differ too little to tell.
    private static let narrow = 20.0

    static func measure(seeds: Int, seed: UInt64) throws -> (document: [String: Any], hasFailed: Bool) {
        var rows: [String: Any] = [:], hasFailed = false
        for depth in [DepthPreset.lidar, .features] {
            for (name, count) in [("two", 2), ("three", 3), ("five", 5), ("ten", 10)] {
                let found = try answers(count, depth, seeds: seeds, seed: seed)
                // Of fewer than 1,000 seeds, one that is not as the others is a larger share.
                let one = Double.maximum(0, 100 / Double(max(seeds, 1)) - 0.1)
                if count == 5 {
                    hasFailed =
                        hasFailed || found.wrong > mostWrong + one || found.open > mostOpen + one
                        || found.sign < leastBySign - one
                } else if count == 10 {
                    hasFailed = hasFailed || found.right < leastRight - one
                }
                var row: [String: Any] = [
                    "sightings": count,
                    "right_percent": found.right, "wrong_percent": found.wrong, "open_percent": found.open,
                    "right_by_sign_percent": found.sign,
                ]
                if let simulated = expected[depth]?[count] {
                    row["specification"] = [
                        "right_percent": simulated.right, "wrong_percent": simulated.wrong,
                        "open_percent": simulated.open, "right_by_sign_percent": simulated.sign,
                    ]
                }
                var both = rows[name] as? [String: Any] ?? [:]
                both[depth.rawValue] = row
                rows[name] = both
            }
        }
        let open = try answers(10, .lidar, seeds: seeds, seed: seed, within: narrow).open
        return (
            rows.merging(["seeds": seeds, "narrow_open_percent": open]) { $1 }, hasFailed || open < 100
        )
    }

    private static func answers(
        _ count: Int, _ depth: DepthPreset, seeds: Int, seed: UInt64, within: Double? = nil
    ) throws -> (right: Double, wrong: Double, open: Double, sign: Double) {
        var right = 0, wrong = 0, open = 0, bySign = 0
        for sample in 0..<seeds {
            var random = SeededGenerator(seed: seed, sample: sample)
            let kind = DistanceKind.allCases[sample % 2]
            let seen = try sightings(count, kind, depth, within: within, using: &random)
            var inference = DistanceInference()
            inference.add(axis: seen.axis, ray: seen.ray)
            switch inference.kind {
            case nil: open += 1
            case kind: right += 1
            default: wrong += 1
            }
            bySign += (inference.logRatio > 0) == (kind == .axis) ? 1 : 0
        }
        func percent(_ part: Int) -> Double { 100 * Double(part) / Double(max(seeds, 1)) }
        return (percent(right), percent(wrong), percent(open), percent(bySign))
    }

    /// Sightings of one point by both kinds, from poses 0.8 to 1.2 m away.
    private static func sightings(
        _ count: Int, _ kind: DistanceKind, _ depth: DepthPreset, within: Double?,
        using random: inout SeededGenerator
    ) throws -> (axis: [CenterSighting], ray: [CenterSighting]) {
        let boxes = try SenseScene.boxes(), noise = try SensorNoise(depth: depth.deviation),
            image = boxes.image
        var axis: [CenterSighting] = [], ray: [CenterSighting] = []
        for _ in 0..<count {
            let u = within.map { image.cx - $0...image.cx + $0 } ?? 60...image.width - 60
            let v = within.map { image.cy - $0...image.cy + $0 } ?? 60...image.height - 60
            let pixel = SIMD2(Double.random(in: u, using: &random), Double.random(in: v, using: &random))
            let seen = boxes.ray(pixel.x, pixel.y), range = Double.random(in: 0.8...1.2, using: &random)
            let far = range / seen.length
            let turn = try GraphScene.motion(GraphScene.normals(using: &random) * 0.5, .zero).rotation
            let wrong = try GraphScene.motion(
                GraphScene.normals(using: &random) * noise.poseTurn,
                GraphScene.normals(using: &random) * noise.poseShift)
            guard
                let pose = RigidTransform(
                    rotation: wrong.rotation * turn, translation: -(turn * (seen * far)) + wrong.translation)
            else { continue }
            let off = GraphScene.normals(using: &random), edge = noise.edge / 2.0.squareRoot()
            guard
                let box = PixelBox(
                    centerX: pixel.x + off.x * edge, centerY: pixel.y + off.y * edge, width: 80, height: 80)
            else { continue }
            let distance = (kind == .axis ? far : range) + off.z * noise.depth
            let frame = CameraFrame(boxes: boxes, worldFromCamera: pose, noise: noise)
            axis.append(CenterSighting(box, distance: distance, .axis, in: frame))
            ray.append(CenterSighting(box, distance: distance, .ray, in: frame))
        }
        return (axis, ray)
    }
}
