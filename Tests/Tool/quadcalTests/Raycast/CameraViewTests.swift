import Foundation
import Markers
import TestSupport
import Testing

@testable import QuadcalTool

@Suite("quadcal raycast --camera")
struct CameraViewTests {
    /// Squares of 1 m at z = 0 and 2, and half a meter to the right at z = 4; and one that has no corner.
    private static let room = Rows.file(
        Rows.square, Rows.square, "0.5,1,0,1.5,1,0,1.5,0,0,0.5,0,0", Rows.notANumber)

    /// A camera 9 m before the first square, whose image has 64 by 48 pixels, and perhaps other members.
    private static func frame(_ changes: [String: String] = [:]) -> String {
        var members = [
            "intrinsics": #"{"fx":100,"fy":100,"cx":32,"cy":24,"width":64,"height":48}"#, "boxes": "[]",
            "mirrored": "false", "worldFromCamera": "[1,0,0,0,0,1,0,0,0,0,1,0,0.5,0.5,9,1]",
        ]
        members.merge(changes) { $1 }
        return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ",")
            + "}\n"
    }

    private static func look(
        _ camera: String, _ options: [String] = [], markers: String = room, in folder: Folder? = nil
    ) throws -> Tool.Run {
        try Tool.run(
            ["raycast", "--camera", "camera.ndjson"] + options + ["room.csv"],
            files: ["room.csv": markers, "camera.ndjson": camera], in: folder)
    }

    @Test("says where the image shows each marker, how far and how squarely, and how much of it others hide")
    func table() throws {
        let run = try Self.look(Self.frame())
        #expect(run.exit == 0)
        #expect(
            run.output == """
                  side    at m  angle  pixels  hidden   center px                    box px  marker
                  back  5.0249   5.7°     400     0 %  42.0, 24.0  32.0, 14.0 to 52.0, 34.0  "c" (line 3)
                  back  7.0000   0.0°      98    50 %  32.0, 24.0  24.9, 16.9 to 39.1, 31.1  "b" (line 2)
                  back  9.0000   0.0°       0   100 %  32.0, 24.0  26.4, 18.4 to 37.6, 29.6  "a" (line 1)
                2 of 4 markers seen, 3 in view: 64 x 48 pixels, the frame in camera.ndjson

                """)
        #expect(
            run.advice
                == "quadcal: room.csv: 1 row has no corners that a ray could hit; see quadcal check\n")
    }

    @Test("looks through the image that the steps of the frame lead to")
    func steps() throws {
        let upright = try Self.look(Self.frame(["boxes": #"["portrait",{"resize":0.5}]"#]), ["--json"])
        let document = try JSONValue(upright.output)
        #expect(document["camera"]?["width"]?.double == 24 && document["camera"]?["height"]?.double == 32)
        let first = document["markers"]?.elements.first
        // Right in the camera's own image is down in the upright one.
        #expect(first?["center"]?.elements.compactMap(\.double) == [12, 21])
        #expect(first?["pixels"]?.double == 100)
        let box = ["left", "top", "right", "bottom"].map { first?["box"]?[$0]?.double }
        #expect(box == [7, 16, 17, 26])
    }

    @Test("takes the frame that is named by its id or its number, and of several none that is not")
    func frames() throws {
        let far = #""worldFromCamera":[1,0,0,0,0,1,0,0,0,0,1,0,0.5,0.5,14,1]"#
        let frames = Self.frame(["requestId": #""one""#]) + "{\"requestId\":\"1\",\(far)}\n{}\n"
        for (name, number) in [("one", 1.0), ("1", 2), ("3", 3)] {
            let run = try Self.look(frames, ["--json", "--frame", name])
            #expect(try JSONValue(run.output)["camera"]?["frame"]?.double == number)
        }
        let text = try Self.look(frames, ["--frame", "1"])
        #expect(text.lines.last?.hasSuffix("frame 2 of 3 \"1\" in camera.ndjson") == true)
        let none = try Self.look(frames)
        #expect(
            none.exit == 2 && none.advice.contains("camera.ndjson has 3 camera frames; give the requestId"))
        let other = try Self.look(frames, ["--frame", "4"])
        #expect(other.exit == 2 && other.advice.contains("its number from 1 to 3"))
        let twice = try Self.look(frames + "{\"requestId\":\"one\"}\n", ["--frame", "one"])
        #expect(twice.exit == 2 && twice.advice.contains("the frames 1 and 4 have this id"))
    }

    @Test("writes pictures whose pixels are the colours of the document and millimetres of depth, by zlib")
    func pictures() throws {
        let folder = try Folder()
        let run = try Self.look(Self.frame(), ["--json", "--picture", "ids.png"], in: folder)
        _ = try Self.look(Self.frame(), ["--picture", "depth.png", "--shade", "depth"], in: folder)
        let script = """
            import struct, sys, zlib
            for name in "ids.png", "depth.png":
                data, place, body = open(name, "rb").read(), 8, b""
                while place < len(data):
                    length, kind = struct.unpack(">I4s", data[place:place + 8])
                    part = data[place + 8:place + 8 + length]
                    assert struct.unpack(">I", data[place + 8 + length:place + 12 + length])[0] == zlib.crc32(kind + part)
                    if kind == b"IHDR": width, height, depth, color = struct.unpack(">IIBB", part[:10])
                    if kind == b"IDAT": body += part
                    place += 12 + length
                raw, step = zlib.decompress(body), 3 if color == 2 else 2
                rows, above = [], bytes(width * step)
                for row in range(height):
                    line = raw[row * (width * step + 1):(row + 1) * (width * step + 1)]
                    assert line[0] == 2
                    above = bytes((a + b) % 256 for a, b in zip(line[1:], above))
                    rows.append([above[i * step:(i + 1) * step].hex() for i in range(width)])
                count = {}
                for pixel in sum(rows, []): count[pixel] = count.get(pixel, 0) + 1
                print(width, height, rows[24][28], rows[24][42], *sorted(f"{k}={v}" for k, v in count.items()))
            """
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        process.currentDirectoryURL = folder.url
        process.standardOutput = pipe
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let markers = try JSONValue(run.output)["markers"]?.elements ?? []
        let colors = markers.compactMap { $0["color"]?.string?.dropFirst() }.map(String.init)
        try #require(colors.count == 3 && Set(colors).count == 3)
        let counts = ["000000=2574", "\(colors[0])=400", "\(colors[1])=98"].sorted().joined(separator: " ")
        // 7 m and 5 m in millimetres.
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                64 48 \(colors[1]) \(colors[0]) \(counts)
                64 48 1b58 1388 0000=2574 1388=400 1b58=98

                """)
        let again = try Self.look(Self.frame(), ["--picture", "ids.png"], in: folder)
        #expect(again.exit == 2 && again.advice.contains("--force"))
    }

    @Test("writes a page with the picture, the table and the document, for any label")
    func page() throws {
        let folder = try Folder()
        let run = try Self.look(
            Self.frame(), ["--json", "--report", "view.html"],
            markers: Self.room.replacing("a,", with: "\"</script><img src=x>\",", maxReplacements: 1),
            in: folder)
        let page = try folder.read("view.html")
        #expect(page.contains("href=\"data:image/png;base64,"))
        #expect(page.contains("img-src data:") && !page.contains("<img"))
        #expect(page.contains("2 of 4 markers seen, 3 in view") && page.contains("Hidden"))
        let data = page.components(separatedBy: "id=\"quadcal-raycast\">").last?
            .components(separatedBy: "</script>").first
        #expect(try JSONValue(data ?? "")["markers"]?.elements.count == 3)
        #expect(run.exit == 0)
    }

    @Test("says why it shows nothing: the camera looks away, or is in a marker's plane")
    func nothing() throws {
        let away = try Self.look(
            Self.frame(["worldFromCamera": "[1,0,0,0,0,-1,0,0,0,0,-1,0,0.5,0.5,9,1]"]))
        #expect(away.exit == 0)
        #expect(
            away.output == "0 of 4 markers seen, 0 in view: 64 x 48 pixels, the frame in camera.ndjson\n")
        #expect(
            away.advice.contains(
                "no marker is in view; 3 of 3 are behind the camera, which looks along its -z axis, and 3 would be"
            ))
        // Beside the first square, in its plane, looking along it.
        let flat = try Self.look(
            Self.frame(["worldFromCamera": "[0,0,-1,0,0,1,0,0,1,0,0,0,9,0.5,0,1]"]), ["--quiet"])
        #expect(flat.lines[1].hasPrefix("  edge   8.5000  90.0°       0       -"))
        #expect(flat.advice.isEmpty)
        let told = try Self.look(
            Self.frame(["worldFromCamera": "[0,0,-1,0,0,1,0,0,1,0,0,0,9,0.5,0,1]"]))
        #expect(
            told.advice.contains(
                "covers the center of no pixel: seen edge on, too small, or at the image's edge"))
    }

    @Test(
        "refuses a camera that is none, with its line and its member",
        arguments: [
            (["intrinsics": #"{"fx":1e999,"fy":1,"cx":1,"cy":1,"width":9,"height":9}"#], "/intrinsics/fx"),
            (
                ["intrinsics": #"{"fx":NaN,"fy":1,"cx":1,"cy":1,"width":9,"height":9}"#],
                "line 1 at /intrinsics"
            ),
            (
                ["intrinsics": #"{"fx":9,"fy":9,"cx":1,"cy":1,"width":9,"height":0}"#],
                "/intrinsics/height: height of the intrinsics is 0"
            ),
            (
                ["intrinsics": #"{"fx":9,"fy":9,"cx":1,"cy":1,"width":100000,"height":100000}"#],
                "an image of 100000 by 100000 pixels, of at most 25000000"
            ),
            (
                ["intrinsics": #"{"fx":1e-9,"fy":9,"cx":1,"cy":1,"width":9,"height":9}"#],
                "fx of the intrinsics is 1e-09"
            ),
            (["worldFromCamera": "[2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,1]"], "the pose is no rigid motion"),
            (["worldFromCamera": "[1,0,0,0,0,1,0,0,0,0,-1,0,0,0,0,1]"], "the pose mirrors"),
            (["mirrored": "true"], "/mirrored: the image is mirrored"),
        ])
    func refusal(_ changes: [String: String], _ reason: String) throws {
        let run = try Self.look(Self.frame(changes))
        #expect(run.exit == 3 && run.output.isEmpty)
        #expect(run.advice.hasPrefix("quadcal: camera.ndjson: BAD_CAMERA, line 1"))
        #expect(run.advice.contains(reason), "\(run.advice)")
    }

    @Test("refuses options of rays beside a camera, and options of a camera without one, by their names")
    func options() throws {
        for option in [["--all"], ["--to-m", "3"], ["--rays", "rays.csv"], ["--origin", "0,0,0"]] {
            let run = try Self.look(Self.frame(), option)
            #expect(run.exit == 2)
            #expect(run.advice.contains("--camera and \(option[0]) contradict each other"))
        }
        for option in [["--frame", "1"], ["--picture", "a.png"], ["--report", "a.html"]] {
            let run = try Tool.run(
                ["raycast", "--origin", "0,0,0", "--direction", "0,0,1"] + option + ["room.csv"],
                files: ["room.csv": Self.room])
            #expect(run.exit == 2 && run.advice.contains("--camera FILE is needed: \(option[0])"))
        }
    }
}
