import HTTPServer
import Markers
import TestSupport
import Testing

@testable import MarkersSandbox

@Suite("A phone that fails")
struct PhoneFaultTests {
    @Test(
        "shows a frame that is lost only if the fault comes after it",
        arguments: [("503:@1:before:detect", "stand 1", 1), ("503:@1:after:detect", "stand 1", 2)])
    func phases(fault: String, stand: String, frames: Int) throws {
        let scene = try PhoneScene(.wall, faults: [fault])
        let body = #"{"requestId":"\#(PhoneScene.request)"}"#
        #expect(try scene.ask(.post, "/detect", body).status == 503)
        #expect(
            try scene.ask(.get, "/sandbox/camera/\(PhoneScene.request)").status == (frames == 2 ? 200 : 404))
        let second = try scene.detect()
        let other = try PhoneScene(.wall)
        for _ in 1..<frames { _ = try other.detect() }
        #expect(try second["objects"] == other.detect()["objects"])
        #expect(
            scene.server.faults == [FiredFault(request: 1, method: "POST", path: "/detect", fault: fault)])
        let listed = try JSONValue(try scene.ask(.get, "/sandbox/faults").body)
        #expect(listed.elements.map { $0["path"]?.string } == ["/detect"])
    }

    @Test("meets faults by one word, never those of the server, and none on the sandbox's own paths")
    func words() throws {
        let scene = try PhoneScene(.wall, faults: ["503:phone"])
        for path in ["/health", "/status"] { #expect(try scene.ask(.get, path).status == 503) }
        for (path, body) in [("/settings", "{}"), ("/capture", nil)] {
            #expect(try scene.ask(.post, path, body).status == 503)
        }
        #expect(try scene.ask(.get, "/api/v1/health").status == 200)
        #expect(try scene.ask(.get, "/sandbox/objects").status == 200)
    }

    @Test("takes anything, as a lenient one")
    func lenient() throws {
        let scene = try PhoneScene(.sample, variants: [.phoneLenient])
        for body in [
            "", "[]", "{", #"{"requestId":7}"#, #"{"requestId":"\#(PhoneScene.request)","more":[1]}"#,
        ] {
            let reply = try scene.ask(.post, "/detect", body)
            #expect(reply.status == 200)
            #expect(try JSONValue(reply.body)["objects"]?.elements.count == 1)
        }
        #expect(
            try scene.ask(.post, "/settings", #"{"fps":3,"isScanning":"yes","targetFPS":500}"#).text
                == #"{"success":true,"updatedFields":["targetFPS"]}"#)
        #expect(try scene.ask(.post, "/capture", "{}").status == 200)
    }

    @Test("refuses with status 200")
    func refuses() throws {
        let scene = try PhoneScene(.wall, variants: [.phoneRefuses])
        let reply = try scene.detect()
        #expect(reply["success"]?.bool == false && reply["objects"]?.elements.isEmpty == true)
        #expect(reply["requestId"]?.string == PhoneScene.identifier(0))
        #expect(
            try scene.ask(.post, "/settings", #"{"isScanning":true}"#).text
                == #"{"success":false,"updatedFields":[]}"#)
        #expect(try scene.ask(.get, "/health").text.contains("idle"))
    }

    @Test("leaves out metres, answers another id, and is hot")
    func odd() throws {
        let bare = try PhoneScene(.sample, variants: [.phoneBare])
        let object = try #require(try bare.detect()["objects"]?.elements.first)
        #expect(
            object.members.map(\.name)
                == ["class", "confidence", "centerX", "centerY", "width", "height"])
        let other = try PhoneScene(.sample, variants: [.phoneEchoesOther])
        let echoed = try #require(try other.detect()["requestId"]?.string)
        #expect(echoed != PhoneScene.identifier(0) && WireID(echoed).uuid != nil)
        #expect(try other.ask(.get, "/sandbox/camera/\(PhoneScene.identifier(0))").status == 200)
        let hot = try PhoneScene(.sample, variants: [.phoneHot])
        #expect(try hot.ask(.get, "/status").text.contains(#""thermalState":"serious""#))
    }

    @Test("keeps many frames, and forgets the oldest")
    func forgets() throws {
        let phone = Phone(.sample, SeededNumbers(seed: 1), seed: 1, at: 0)
        for number in 0..<25_000 { _ = phone.shoot(for: PhoneScene.identifier(number), on: "\(number)") }
        #expect(phone.shot(of: PhoneScene.identifier(24_999))?.date == "24999")
        #expect(phone.shot(of: PhoneScene.identifier(15_000)) != nil)
        #expect(phone.shot(of: PhoneScene.identifier(4_999)) == nil)
    }
}
