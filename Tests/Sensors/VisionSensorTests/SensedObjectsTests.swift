import QuadGeometry
import RigidCalibration
import TestSupport
import Testing
import VisionSensor

@Suite("Sightings become objects")
struct SensedObjectsTests {
    @Test("a wall of twelve objects makes twelve markers, each within its covariance", arguments: Seeds.few)
    func wall(seed: UInt64) throws {
        let scenes = Effort.count(40, quick: 4)
        var squares = 0.0, count = 0.0
        for sample in 0..<scenes {
            let wall = try SensedWall(seed: 1000 * seed + UInt64(sample))
            var objects = SensedObjects(.axis)
            for (frame, reply) in zip(wall.frames, wall.replies) {
                try objects.add(reply.map(\.detection), from: frame)
            }
            #expect(objects.standCount == 20 && objects.repeats == 0)
            let tracks = objects.finished()
            let markers = tracks.filter { $0.state == .marker }
            #expect(markers.count == 12 && tracks.count == 12, "seed \(seed), scene \(sample)")
            var missing = Set(wall.points.indices)
            for marker in markers {
                let track = marker.track
                let object = try #require(
                    wall.points.indices.min {
                        (wall.points[$0] - track.center).length < (wall.points[$1] - track.center).length
                    })
                #expect(missing.remove(object) != nil && track.label == wall.labels[object])
                #expect(track.replies.count == wall.replies.count { $0.contains { $0.object == object } })
                let off = track.center - wall.points[object]
                squares += off.dot(try #require(track.covariance.inverse) * off)
                count += 1
                let quad = marker.quad()
                #expect((quad.center - track.center).length < 1e-12)
                #expect(abs(track.size.width - 0.08) < 1e-12 && abs(quad.edgeLengths.max() - 0.08) < 1e-9)
            }
        }
        // Four deviations of the mean of squares of three degrees of freedom, of which those of a scene share poses.
        let bound = 4 * (6 / Double(scenes)).squareRoot()
        #expect(abs(squares / count - 3) < bound, "seed \(seed): \(squares / count) instead of 3")
        print(
            "sensed wall, seed \(seed), \(scenes) scenes: squared error over its covariance \(squares / count)"
        )
    }

    @Test("stands without names begin where the camera moves")
    func stands() throws {
        let wall = try SensedWall(seed: Seeds.few[0], named: false)
        var objects = SensedObjects(.axis)
        for (frame, reply) in zip(wall.frames, wall.replies) {
            try objects.add(reply.map(\.detection), from: frame)
        }
        #expect((10...20).contains(objects.standCount))
    }

    private func frame(_ stand: String? = nil) throws -> CameraFrame {
        CameraFrame(boxes: try SampleCamera.a(), stand: stand, noise: try SensorNoise(depth: 0.0015))
    }

    private func detection(
        _ label: String, x: Double, confidence: Double = 0.9, distance: Double = 1
    ) throws -> Detection {
        let box = try #require(PixelBox(centerX: x, centerY: 360, width: 80, height: 80))
        return try #require(Detection(label: label, confidence: confidence, box: box, distance: distance))
    }

    @Test("two boxes of one object are one sighting, the more confident one")
    func repeats() throws {
        var objects = SensedObjects(.axis)
        try objects.add(
            [
                try detection("red", x: 600, confidence: 0.6), try detection("red", x: 603, confidence: 0.9),
                try detection("green", x: 602),
            ], from: try frame())
        #expect(objects.repeats == 1)
        let tracks = objects.finished()
        #expect(tracks.map(\.track.label).sorted() == ["green", "red"])
        #expect(tracks.first { $0.track.label == "red" }?.track.confidence == 0.9)
        #expect(tracks.allSatisfy { $0.state == .tooFewSightings })
    }

    @Test("an object that was moved ends, and the new place becomes the marker")
    func moved() throws {
        var objects = SensedObjects(.axis)
        for stand in ["a", "a", "b"] { try objects.add([detection("red", x: 300)], from: try frame(stand)) }
        for stand in ["b", "c", "c", "d"] {
            try objects.add([detection("red", x: 700)], from: try frame(stand))
        }
        #expect(objects.finished().map(\.state) == [.moved(to: 1), .marker])
        // One that is only hidden has not moved.
        var hidden = SensedObjects(.axis)
        for stand in ["a", "a", "b"] { try hidden.add([detection("red", x: 300)], from: try frame(stand)) }
        for stand in ["b", "c", "c", "d"] {
            try hidden.add([detection("green", x: 700)], from: try frame(stand))
        }
        #expect(hidden.finished().map(\.state) == [.marker, .marker])
    }

    @Test("too few stands make no marker")
    func fewStands() throws {
        var objects = SensedObjects(.axis)
        for _ in 0..<5 { try objects.add([detection("red", x: 600)], from: try frame()) }
        #expect(objects.finished().map(\.state) == [.tooFewStands])
    }

    @Test("what has no place is refused by name, and nothing of its reply is kept")
    func refused() throws {
        let box = try #require(SampleCamera.box)
        for distance in [0, -1, Double.nan, .infinity] {
            #expect(Detection(label: "red", confidence: 0.5, box: box, distance: distance) == nil)
        }
        for confidence in [-0.1, 1.1, Double.nan] {
            #expect(Detection(label: "red", confidence: confidence, box: box, distance: 1) == nil)
        }
        var objects = SensedObjects(.axis)
        let sound = try detection("red", x: 600), beyond = try detection("red", x: 1300)
        let far = try detection("red", x: 600, distance: 1001)
        let frame = try frame()
        #expect(throws: DetectionError.outsideFrame) { try objects.add([sound, beyond], from: frame) }
        #expect(throws: DetectionError.outOfRange(metres: 1001)) {
            try objects.add([sound, far], from: frame)
        }
        let mirrored = CameraFrame(boxes: frame.boxes, isMirrored: true, noise: frame.noise)
        #expect(throws: DetectionError.mirrored) { try objects.add([sound], from: mirrored) }
        try objects.add([], from: frame)
        #expect(objects.finished().isEmpty)
        for member in ["edgePx", "depthMetres"] {
            #expect(throws: CameraError.badDeviation(member: member, value: 0)) {
                try SensorNoise(edge: member == "edgePx" ? 0 : 2, depth: member == "edgePx" ? 1 : 0)
            }
        }
    }
}
