import Foundation
import QuadGeometry
import StrictJSON
import VisionSensor

/// The times of a reply's way into markers, beside msgspec, numpy and SciPy, which must give the same answers.
enum SenseSpeed {
    /// The boxes of a round.
    private static let boxCount = 1000
    /// The largest difference to the peer's answers, in metres; covariances are compared in units of their trace.
    private static let mostApart = 1e-9

    static func measure(
        seed: UInt64, rounds: Int, python: String?, script: String
    ) throws -> (document: [String: Any], hasFailed: Bool) {
        let scene = try SenseScene(seed: seed, seesAll: true)
        let bodies = scene.replies.map(SenseSpeed.body)
        let boxes = zip(scene.frames, scene.replies).flatMap { frame, reply in reply.map { (frame, $0) } }
            .prefix(boxCount)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "sense-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try document(scene, bodies).write(to: file)
        func peer(_ part: String) throws -> PeerProcess? {
            try python.map { try PeerProcess("\($0) \(script) \(part)", files: file.path) }
        }
        var sum = 0.0
        let read = try PeerRace.run(rounds: rounds, beside: try peer("read")) {
            ThreadClock.time {
                for body in bodies { sum += Double((try? DetectReply(body))?.objects.count ?? 0) }
            } / Double(bodies.count)
        }
        let quads = try PeerRace.run(rounds: rounds, beside: try peer("quads")) {
            ThreadClock.time { for (frame, seen) in boxes { sum += quad(seen, frame) } } / Double(boxes.count)
        }
        let tracks = try PeerRace.run(rounds: rounds, beside: try peer("tracks")) {
            ThreadClock.time { sum += Double(tracked(scene, bodies)?.count ?? 0) }
        }
        guard sum.isFinite else { throw BenchError.violated("a quad has a number that is not finite") }
        var result: [String: Any] = [
            "read": read.summary, "quad": quads.summary, "tracks": tracks.summary, "boxes": boxes.count,
            "replies": bodies.count, "reply_bytes": bodies.reduce(0) { $0 + $1.count } / bodies.count,
        ]
        var hasFailed = false
        if let python {
            let apart = try distance("\(python) \(script) answers", file.path, scene, bodies, Array(boxes))
            result["apart"] = apart
            hasFailed = !apart.values.allSatisfy { $0 <= mostApart }
        }
        result["call"] = try SenseCalls.measure(rounds: rounds, python: python)
        return (result, hasFailed)
    }

    /// A reply as the phone writes it.
    private static func body(_ detections: [Detection]) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("requestId", "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d")
            json.member("success", true)
            json.key("objects")
            json.array { json in
                for seen in detections {
                    json.object { json in
                        json.member("class", seen.label)
                        json.member("confidence", seen.confidence)
                        json.member("centerX", seen.box.centerX)
                        json.member("centerY", seen.box.centerY)
                        json.member("width", seen.box.width)
                        json.member("height", seen.box.height)
                        json.member("distanceMeters", seen.distance)
                        json.member("realWidthMeters", seen.realWidth)
                        json.member("realHeightMeters", seen.realHeight)
                    }
                }
            }
        }
        return json.bytes
    }

    @inline(never)
    private static func quad(_ seen: Detection, _ frame: CameraFrame) -> Double {
        guard let quad = try? DetectionQuad(seen.box, distance: seen.distance, .axis, in: frame) else {
            return .nan
        }
        let covariance = DetectionCovariance(seen.box, distance: seen.distance, .axis, in: frame)
        return quad.center.x + covariance.matrix[0]
    }

    @inline(never)
    private static func tracked(_ scene: SenseScene, _ bodies: [[UInt8]]) -> [FinishedTrack]? {
        var sensed = SensedObjects(.axis)
        for (frame, body) in zip(scene.frames, bodies) {
            guard let reply = try? DetectReply(body),
                (try? sensed.add(FramedReply(reply, in: frame).detections, from: frame)) != nil
            else { return nil }
        }
        return sensed.finished()
    }

    /// The data of the peer: bodies of replies, and the cameras of their frames.
    private static func document(_ scene: SenseScene, _ bodies: [[UInt8]]) throws -> Data {
        let image = try SenseScene.boxes().image
        let noise = scene.frames.first?.noise
        return try JSONSerialization.data(withJSONObject: [
            "replies": bodies.map { String(decoding: $0, as: UTF8.self) },
            "frames": scene.frames.map {
                ["pose": $0.worldFromCamera.columnMajor, "stand": $0.stand ?? ""] as [String: Any]
            },
            "camera": [image.fx, image.fy, image.cx, image.cy],
            "sigmas": [noise?.edge, noise?.depth, noise?.poseShift, noise?.poseTurn].map { $0 ?? .nan },
            "boxes": boxCount,
        ])
    }

    /// The largest differences of the peer's quads, covariances and markers to ours.
    private static func distance(
        _ command: String, _ file: String, _ scene: SenseScene, _ bodies: [[UInt8]],
        _ boxes: [(CameraFrame, Detection)]
    ) throws -> [String: Double] {
        let output = try PeerProcess.output(of: command, files: file)
        guard let answers = try JSONSerialization.jsonObject(with: output) as? [String: [[Double]]],
            let quads = answers["quads"], let covariances = answers["covariances"],
            let centers = answers["centers"], quads.count == boxes.count, covariances.count == boxes.count
        else { throw BenchError.peer(command, "printed something else than quads, covariances and centers") }
        var apart = ["quads_m": 0.0, "covariances_of_trace": 0.0, "centers_m": 0.0]
        func note(_ name: String, _ difference: Double) {
            apart[name] = Double.maximum(apart[name] ?? 0, difference.isFinite ? difference : .infinity)
        }
        for (place, (frame, seen)) in boxes.enumerated() {
            let quad = try DetectionQuad(seen.box, distance: seen.distance, .axis, in: frame).quad
            for corner in 0..<4 {
                for axis in 0..<3 {
                    note("quads_m", (quad[corner: corner][axis] - quads[place][3 * corner + axis]).magnitude)
                }
            }
            let own = DetectionCovariance(seen.box, distance: seen.distance, .axis, in: frame)
            for (mine, other) in zip(own.matrix, covariances[place]) {
                note("covariances_of_trace", (mine - other).magnitude / own.trace)
            }
        }
        let markers = (tracked(scene, bodies) ?? []).filter { $0.state == .marker }.map(\.track.center)
        guard markers.count == centers.count, centers.allSatisfy({ $0.count == 3 }) else {
            return ["centers_m": .infinity]
        }
        for marker in markers {
            note(
                "centers_m",
                centers.map { (SIMD3($0[0], $0[1], $0[2]) - marker).length }.min() ?? .infinity)
        }
        return apart
    }
}
