import QuadGeometry
import StrictJSON
import Testing
import VisionSensor

@Suite("Camera frames in JSON")
struct CameraFrameReaderTests {
    static let whole = #"""
        {"requestId": "9b1d", "intrinsics": {"fx": 933.9137, "fy": 933.9137, "cx": 617.7059, "cy": 363.0624, "width": 1280, "height": 720}, "boxes": [{"resize": 0.5}, {"pad": [0, 60, 640, 480]}], "worldFromCamera": [1,0,0,0, 0,1,0,0, 0,0,1,0, 1,1.5,2,1], "mirrored": false, "stand": "door", "sigmas": {"edgePx": 2, "depthMetres": 0.0015, "poseMetres": 0.005, "poseDegrees": 0.3}, "capturedAt": "2026-01-31T12:00:00.120Z"}
        """#

    private static func frames(_ text: String) throws -> [ReadCameraFrame] {
        var reader = CameraFrameReader(ByteSource(Array(text.utf8))), frames: [ReadCameraFrame] = []
        while let frame = try reader.next() { frames.append(frame) }
        return frames
    }

    private static func refusal(_ text: String) -> CameraFrameError? {
        do { _ = try frames(text) } catch { return error as? CameraFrameError }
        return nil
    }

    @Test("are read as they are documented")
    func documented() throws {
        let read = try #require(try Self.frames(Self.whole).first), frame = read.frame
        #expect(frame.requestID == "9b1d" && frame.stand == "door" && !frame.isMirrored)
        #expect(
            frame.boxes
                == (try SampleCamera.a([.resize(0.5), .pad(left: 0, top: 60, width: 640, height: 480)])))
        #expect(frame.worldFromCamera.translation == SIMD3(1, 1.5, 2))
        #expect(frame.noise == (try SensorNoise(depth: DepthPreset.lidar.deviation)))
        #expect(frame.capturedAt == "2026-01-31T12:00:00.120Z" && read.correction == 0)
    }

    @Test("take from the line before what they lack, but neither its request nor its time")
    func inheritance() throws {
        let lines = """
            \(Self.whole)
            {"requestId": "two", "worldFromCamera": [1,0,0,0, 0,1,0,0, 0,0,1,0, 3,0,0,1]}

            {"stand": "window", "mirrored": true, "sigmas": {"edgePx": 3}}
            {"boxes": ["portrait"], "intrinsics": {"fx": 420, "fy": 420, "cx": 320, "cy": 240, "width": 640, "height": 480}}
            """
        let frames = try Self.frames(lines).map(\.frame)
        try #require(frames.count == 4)
        #expect(frames.map(\.requestID) == ["9b1d", "two", nil, nil])
        #expect(frames.map(\.stand) == ["door", "door", "window", "window"])
        #expect(frames.map(\.isMirrored) == [false, false, true, true])
        #expect(frames.map(\.noise.edge) == [2, 2, 3, 3])
        #expect(frames.map(\.noise.depth) == [Double](repeating: DepthPreset.lidar.deviation, count: 4))
        #expect(frames.map(\.worldFromCamera.translation.x) == [1, 3, 3, 3])
        #expect(frames.map(\.capturedAt) == ["2026-01-31T12:00:00.120Z", nil, nil, nil])
        #expect(frames[2].boxes == frames[0].boxes && frames[3].boxes.steps == [.portrait])
    }

    @Test("are refused as BAD_CAMERA with line and pointer")
    func refusals() throws {
        let pose = "1,0,0,0, 0,1,0,0, 0,0,1,0, 1,1.5,2,1"
        let cases: [(String, String, String)] = [
            ("\"fx\": 933.9137", "\"fx\": 0", "/intrinsics/fx"),
            ("\"fy\": 933.9137", "\"fy\": -1", "/intrinsics/fy"),
            ("617.7059", "1281", "/intrinsics/cx"), ("363.0624", "-1", "/intrinsics/cy"),
            ("\"width\": 1280, ", "", "/intrinsics/width"),
            ("1280", "\"1280\"", "/intrinsics/width"), ("1280", "1e999", "/intrinsics/width"),
            ("\"resize\": 0.5", "\"resize\": 0", "/boxes/0"), ("[0, 60,", "[0, 300,", "/boxes/1"),
            ("\"resize\"", "\"zoom\"", "/boxes/0"), ("[0, 60, 640, 480]", "[0, 60, 640]", "/boxes/1/pad"),
            (pose, "-1,0,0,0, 0,1,0,0, 0,0,1,0, 1,1.5,2,1", "/worldFromCamera"),
            (pose, "2,0,0,0, 0,2,0,0, 0,0,2,0, 1,1.5,2,1", "/worldFromCamera"),
            (pose, "1,0,0,0, 0,1,1,0, 0,0,1,0, 1,1.5,2,1", "/worldFromCamera"),
            (pose, "1,0,0,1, 0,1,0,1.5, 0,0,1,2, 0,0,0,1", "/worldFromCamera"),
            (pose, "1,0,0", "/worldFromCamera"),
            ("\"mirrored\": false, ", "", ""), ("\"mirrored\": false", "\"mirrored\": 0", "/mirrored"),
            ("\"edgePx\": 2", "\"edgePx\": 0", "/sigmas/edgePx"),
            ("\"poseDegrees\": 0.3", "\"poseDegrees\": -1", "/sigmas/poseDegrees"),
        ]
        for (old, new, pointer) in cases {
            try #require(Self.whole.contains(old))
            let error = try #require(Self.refusal(Self.whole.replacing(old, with: new)), "\(new)")
            #expect((error.code, error.pointer, error.line) == ("BAD_CAMERA", pointer, 1), "\(new)")
            #expect(!error.message.isEmpty)
        }
        let second = try #require(Self.refusal(Self.whole + "\n{\"worldFromCamera\": [1]}"))
        #expect(second.line == 2)
        #expect(Self.refusal(Self.whole + "\n{\"stand\":") != nil)
    }

    @Test("in single precision are made rigid, and say by how much they were not")
    func correction() throws {
        let turn = try #require(Rotation(rotationVector: SIMD3(0.3, -1.1, 0.7)))
        let exact = try #require(RigidTransform(rotation: turn, translation: SIMD3(1, 2, 3)))
        let single = exact.columnMajor.map { "\(Double(Float($0)))" }.joined(separator: ",")
        let text = Self.whole.replacing("1,0,0,0, 0,1,0,0, 0,0,1,0, 1,1.5,2,1", with: single)
        let read = try #require(try Self.frames(text).first)
        #expect(read.correction > 0 && read.correction <= Self.singleStep)
        let columns = read.frame.worldFromCamera.rotation
        #expect(Rotation.orthonormalityDefect(columns.x, columns.y, columns.z) <= Self.doubleDefect)
    }

    /// Half a step of single precision at 1, and what remains of |RᵀR - 1| in double precision.
    private static let singleStep = Double(Float.ulpOfOne), doubleDefect = 1e-15

    @Test("are read line by line, however many there are")
    func stream() throws {
        let line = Array("{\"stand\": \"door\"}\n".utf8), lines = 1_000_000
        var given = -1, largestRequest = 0
        let first = Array((Self.whole + "\n").utf8)
        // Makes each line as it is read: no more than a piece is ever there.
        let source = ByteSource { (buffer) throws(JSONError) in
            largestRequest = max(largestRequest, buffer.count)
            let bytes = given < 0 ? first : given < lines ? line : []
            given += 1
            buffer.copyBytes(from: bytes)
            return bytes.count
        }
        var reader = CameraFrameReader(source), count = 0
        while try reader.next() != nil { count += 1 }
        #expect(count == lines + 1)
        #expect(largestRequest <= CameraFrameReader.longestLine)
    }
}
