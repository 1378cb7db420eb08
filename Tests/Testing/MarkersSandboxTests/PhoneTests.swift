import DemoScenes
import HTTPServer
import Markers
import QuadGeometry
import TestSupport
import Testing

@testable import MarkersSandbox

@Suite("The phone")
struct PhoneTests {
    @Test("answers as the documents show, member for member")
    func sample() throws {
        let scene = try PhoneScene(.sample)
        #expect(
            try scene.ask(.get, "/health").text
                == #"{"status":"ok","model":"colorcapyolo26x","state":"idle"}"#)
        #expect(
            try scene.ask(.get, "/status").text
                == #"{"uptimeSeconds":612.0,"processedFPS":1.5,"lastInferenceMs":24.3,"p95InferenceMs":29.1,"#
                + #""thermalState":"nominal"}"#)
        for _ in 0..<2 {
            #expect(
                try scene.ask(.post, "/detect", #"{"requestId":"\#(PhoneScene.request)"}"#).text
                    == #"{"requestId":"\#(PhoneScene.request)","success":true,"objects":[{"class":"red","#
                    + #""confidence":0.96,"centerX":320.0,"centerY":240.0,"width":80.0,"height":80.0,"#
                    + #""distanceMeters":0.42,"realWidthMeters":0.08,"realHeightMeters":0.08}]}"#)
        }
        #expect(
            try scene.ask(.post, "/settings", #"{"targetFPS":20.0,"confidenceThreshold":0.55}"#).text
                == #"{"success":true,"updatedFields":["confidenceThreshold","targetFPS"]}"#)
        // The object lies where the implied camera sees it.
        let truth = try JSONValue(try scene.ask(.get, "/sandbox/objects").body)
        let corners = try #require(truth["objects"]?.elements.first?["corners"]).elements
        #expect(corners.map { $0.elements.map(\.double) }[0] == [-0.04, 0.04, -0.42])
        let camera = try JSONValue(try scene.ask(.get, "/sandbox/camera/\(PhoneScene.request)").body)
        #expect(camera["intrinsics"]?["fx"]?.double == 420 && camera["intrinsics"]?["width"]?.integer == 640)
    }

    @Test("takes settings, of which the model, the threshold and the scan do something")
    func settings() throws {
        let scene = try PhoneScene(.wall)
        func set(_ body: String) throws -> [String?] {
            let reply = try JSONValue(try scene.ask(.post, "/settings", body).body)
            #expect(reply["success"]?.bool == true)
            return try #require(reply["updatedFields"]).elements.map(\.string)
        }
        #expect(try set(#"{"selectedModel":"caps-2","isScanning":true}"#) == ["selectedModel", "isScanning"])
        #expect(
            try scene.ask(.get, "/health").text == #"{"status":"ok","model":"caps-2","state":"scanning"}"#)
        #expect(try set(#"{"isScanning":false}"#) == ["isScanning"])
        #expect(try scene.ask(.get, "/health").text.contains(#""state":"idle""#))
        #expect(try set("{}").isEmpty)
        #expect(try set(#"{"iouThreshold":0.3}"#) == ["iouThreshold"])
        let wall = DemoWall(seed: 1), least = 0.8
        let all = try scene.detect()["objects"]?.elements.count
        #expect(all == wall.frame(0).sightings.count)
        #expect(try set(#"{"confidenceThreshold":\#(least)}"#) == ["confidenceThreshold"])
        let some = try #require(try scene.detect()["objects"]).elements.map { $0["confidence"]?.double ?? 0 }
        let expected = wall.frame(1).sightings.map(\.confidence).filter { $0 >= least }
        #expect(some == expected && some.count < wall.frame(1).sightings.count)
    }

    @Test(
        "is strict about bodies, and says where they are wrong",
        arguments: [
            ("/detect", "", 400, nil), ("/detect", "{}", 422, "/requestId"),
            ("/detect", #"{"requestId":7}"#, 422, "/requestId"),
            ("/detect", #"{"requestId":"red"}"#, 422, "/requestId"),
            // A UUID of version 1.
            ("/detect", #"{"requestId":"9b1deb4d-3b7d-1bad-9bdd-2b0d7b3dcb6d"}"#, 422, "/requestId"),
            ("/detect", #"{"requestId":"\#(PhoneScene.request)","more":1}"#, 422, "/more"),
            ("/detect", #"{"requestId":"a","requestId":"b"}"#, 400, nil), ("/detect", "[]", 422, ""),
            ("/detect", #"{"requestId":"#, 400, nil),
            ("/settings", #"{"confidenceThreshold":1.01}"#, 422, "/confidenceThreshold"),
            ("/settings", #"{"confidenceThreshold":"0.5"}"#, 422, "/confidenceThreshold"),
            ("/settings", #"{"confidenceThreshold":null}"#, 422, "/confidenceThreshold"),
            ("/settings", #"{"confidenceThreshold":NaN}"#, 400, nil),
            ("/settings", #"{"iouThreshold":-0.1}"#, 422, "/iouThreshold"),
            ("/settings", #"{"targetFPS":0}"#, 422, "/targetFPS"),
            ("/settings", #"{"isScanning":1}"#, 422, "/isScanning"),
            ("/settings", #"{"selectedModel":""}"#, 422, "/selectedModel"),
            ("/settings", #"{"fps":20}"#, 422, "/fps"), ("/capture", "{}", 400, nil),
        ] as [(String, String, Int, String?)])
    func strict(path: String, body: String, status: Int, pointer: String?) throws {
        let scene = try PhoneScene(.sample)
        let answer = try scene.ask(.post, path, body)
        #expect(answer.status == status, "\(answer.text)")
        let problem = try JSONValue(answer.body)
        #expect(problem["status"]?.integer == Int64(status) && problem["message"]?.string?.isEmpty == false)
        if let pointer { #expect(problem["pointer"]?.string == pointer) }
        // Nothing was shot, and nothing was set.
        #expect(try scene.ask(.get, "/sandbox/camera/\(PhoneScene.request)").status == 404)
        #expect(try scene.detect()["objects"]?.elements.count == 1)
    }

    @Test(
        "takes bodies of any type, since the documents name none",
        arguments: [nil, "application/json", "application/x-www-form-urlencoded", "text/plain"])
    func types(type: String?) throws {
        let scene = try PhoneScene(.sample), body = #"{"requestId":"\#(PhoneScene.request)"}"#
        #expect(try scene.ask(.post, "/detect", body, type: type).status == 200)
        #expect(try scene.ask(.post, "/settings", "{}", type: type).status == 200)
    }

    @Test("shows the next frame of the wall with each detection, and where its camera was")
    func wall() throws {
        let scene = try PhoneScene(.wall, seed: 5), wall = DemoWall(seed: 5)
        for number in 0..<30 {
            let frame = wall.frame(number)
            let reply = try scene.detect(number), id = PhoneScene.identifier(number)
            #expect(reply["requestId"]?.string == id)
            let objects = try #require(reply["objects"]).elements
            #expect(objects.count == frame.sightings.count)
            for (found, seen) in zip(objects, frame.sightings) {
                #expect(found["class"]?.string == wall.objects[seen.object].label)
                let numbers = [
                    "confidence", "centerX", "centerY", "width", "height", "distanceMeters",
                    "realWidthMeters", "realHeightMeters",
                ].map { found[$0]?.double }
                #expect(
                    numbers == [
                        seen.confidence, seen.centerX, seen.centerY, seen.width, seen.height, seen.distance,
                        0.08, 0.08,
                    ])
            }
        }
        for number in [0, 9, 10, 29] {
            let id = PhoneScene.identifier(number), frame = wall.frame(number)
            let camera = try JSONValue(try scene.ask(.get, "/sandbox/camera/\(id.uppercased())").body)
            #expect(camera["requestId"]?.string == id && camera["stand"]?.string == frame.stand)
            #expect(camera["worldFromCamera"]?.elements.map(\.double) == frame.measured.columnMajor)
            #expect(camera["intrinsics"]?["cx"]?.double == 617.7059)
            #expect(camera["sigmas"]?["poseDegrees"]?.double == 0.3 && camera["mirrored"]?.bool == false)
            #expect(camera["boxes"]?.elements.isEmpty == true)
        }
        let dates = try [0, 1].map { number in
            let camera = try scene.ask(.get, "/sandbox/camera/\(PhoneScene.identifier(number))")
            return try JSONValue(camera.body)["capturedAt"]?.string
        }
        #expect(dates == ["2026-01-01T00:00:00.000000000Z", "2026-01-01T00:00:00.050000000Z"])
        let truth = try JSONValue(try scene.ask(.get, "/sandbox/objects").body)
        let objects = try #require(truth["objects"]).elements
        #expect(objects.map { $0["class"]?.string } == wall.objects.map(\.label))
        for (object, actual) in zip(objects, wall.objects) {
            func numbers(_ point: SIMD3<Double>) -> [Double?] { [point.x, point.y, point.z] }
            #expect(object["center"]?.elements.map(\.double) == numbers(actual.center))
            let corners = try #require(object["corners"]).elements.map { $0.elements.map(\.double) }
            #expect(corners == (0..<4).map { numbers(actual.quad[corner: $0]) })
        }
    }

    @Test("says how it is doing")
    func status() throws {
        let scene = try PhoneScene(.wall)
        func status() throws -> [String: Double] {
            let reply = try JSONValue(try scene.ask(.get, "/status").body)
            return Dictionary(uniqueKeysWithValues: reply.members.map { ($0.name, $0.value.double ?? -1) })
        }
        #expect(try status()["p95InferenceMs"] == 0)
        for number in 0..<40 { _ = try scene.detect(number) }
        let after = try status()
        let last = try #require(after["lastInferenceMs"]), slow = try #require(after["p95InferenceMs"])
        #expect(last >= 22 && last <= 29 && slow >= last.rounded(.down) - 7 && slow <= 29)
        // A seeded server counts a tenth of a second a request.
        #expect(after["uptimeSeconds"] == 4.2)
        #expect(try #require(after["processedFPS"]) > 9)
    }

    @Test("is only there if it is asked for, and needs no token")
    func presence() throws {
        let without = try PhoneScene(nil)
        for (method, path) in [
            (.get, "/health"), (.get, "/status"), (.post, "/detect"), (.get, "/sandbox/objects"),
        ] as [(RequestMethod, String)] {
            #expect(try without.ask(method, path).status == 404)
        }
        #expect(try without.ask(.get, "/api/v1/health").status == 200)
        let scene = try PhoneScene(.wall, tokenSeconds: 60)
        #expect(try scene.ask(.get, "/api/v1/spaces").status == 401)
        #expect(try scene.ask(.get, "/health").status == 200)
        #expect(try scene.ask(.get, "/detect").status == 405)
        _ = try scene.detect()
        #expect(scene.server.effects.isEmpty)
    }
}
