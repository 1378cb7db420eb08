import Foundation
import MarkersClient
import MarkersSandbox
import Testing
import VisionSensor
import VisionSensorClient

@Suite("The routes of a phone")
struct SensorAPITests {
    private static let health = #"{"status":"ok","model":"colorcapyolo26x","state":"idle"}"#
    private static let status = #"""
        {"uptimeSeconds":612.0,"processedFPS":1.5,"lastInferenceMs":24.3,"p95InferenceMs":29.1,"thermalState":"nominal"}
        """#
    private static let reply = #"""
        {"requestId":"ID","success":true,"objects":[{"class":"red","confidence":0.96,"centerX":320.0,"centerY":240.0,"width":80.0,"height":80.0,"distanceMeters":0.42,"realWidthMeters":0.08,"realHeightMeters":0.08}]}
        """#

    private static func phone(
        _ answers: [HandMadeServer.Answer]
    ) throws -> (server: HandMadeServer, api: SensorAPI) {
        let server = try HandMadeServer(answers)
        let origin = try Origin("http://127.0.0.1:\(server.port)")
        let transport = try CurlTransport(origin, SensorAPI.transportOptions)
        return (server, SensorAPI(transport, pause: .zero))
    }

    private static func failure<Value>(
        _ work: () async throws(SensorFailure) -> Value
    ) async -> SensorFailure? {
        do throws(SensorFailure) {
            _ = try await work()
            return nil
        } catch { return error }
    }

    @Test("are asked as they are documented, without any credential")
    func documented() async throws {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3, 0xFF, 0xD9]
        let (server, api) = try Self.phone([
            .bytes(HandMadeServer.ok(Self.health)), .bytes(HandMadeServer.ok(Self.status)),
            .echo(Self.reply), .bytes(HandMadeServer.answer("200 OK", "image/jpeg", jpeg)),
            .bytes(
                HandMadeServer.ok(
                    #"{"success":true,"updatedFields":["confidenceThreshold","targetFPS"]}"#)),
        ])
        let health = try await api.health()
        #expect((health.status, health.model, health.state) == ("ok", "colorcapyolo26x", "idle"))
        let status = try await api.status()
        #expect(status.uptimeSeconds == 612 && status.thermalState == "nominal")
        let answer = try await api.detect()
        #expect(answer.reply.objects.map(\.label) == ["red"] && answer.reply.objects[0].distance == 0.42)
        #expect(try await api.capture() == jpeg)
        let settings = SensorSettings(confidenceThreshold: 0.55, targetFPS: 20)
        let changed = try await api.change(settings)
        #expect(changed.updatedFields == ["confidenceThreshold", "targetFPS"] && changed.unasked.isEmpty)
        let requests = server.requests
        let lines = ["GET /health", "GET /status", "POST /detect", "POST /capture", "POST /settings"]
        try #require(requests.count == lines.count)
        for (request, line) in zip(requests, lines) {
            #expect(request.hasPrefix(line + " HTTP/1.1\r\n"))
            let head = request.lowercased()
            #expect(!head.contains("authorization") && !head.contains("api-key") && !head.contains("cookie"))
        }
        let id = try #require(requests[2].firstMatch(of: #/\r\n\r\n\{"requestId":"([0-9a-f-]{36})"\}$/#))
        #expect(id.output.1.dropFirst(14).first == "4" && String(id.output.1) == answer.reply.requestID)
        #expect(requests[3].hasSuffix("\r\n\r\n"))
        // Exactly the two that were named.
        #expect(requests[4].hasSuffix("\r\n\r\n{\"confidenceThreshold\":0.55,\"targetFPS\":20.0}"))
    }

    @Test("refuse replies to another request, cut ones, and those without success")
    func refused() async throws {
        let cases: [(HandMadeServer.Answer, String)] = [
            (.bytes(HandMadeServer.ok(Self.reply.replacing("ID", with: "other"))), "WRONG_REQUEST"),
            (.echo(String(Self.reply.dropLast(9))), "UNREADABLE"),
            (.echo(Self.reply.replacing("true", with: "false")), "NOT_SUCCESSFUL"),
            (.echo(Self.reply.replacing("0.42", with: "NaN")), "UNREADABLE"),
        ]
        for (answer, code) in cases {
            let (server, api) = try Self.phone([answer, answer, answer])
            let failure = try #require(
                await Self.failure { () throws(SensorFailure) in try await api.detect() })
            #expect(failure.code == code)
            // What came is not asked for again.
            #expect(server.requests.count == 1)
        }
        let (_, api) = try Self.phone([.echo(Self.reply.replacing(#""distanceMeters":0.42,"#, with: ""))])
        let object = try #require(try await api.detect().reply.objects.first)
        #expect(object.distance == nil && object.detection == nil)
        let fields = #"{"success":true,"updatedFields":["targetFPS"]}"#
        let (_, other) = try Self.phone([.bytes(HandMadeServer.ok(fields))])
        let failure = await Self.failure { () throws(SensorFailure) in
            try await other.change(SensorSettings(confidenceThreshold: 0.5, targetFPS: 20))
        }
        #expect(failure?.reason == .refused(.fieldsNotUpdated(["confidenceThreshold"])))
    }

    @Test(
        "W6: are understood of a phone that writes ids in capitals, ends answers by closing, or has no model")
    func otherPhones() async throws {
        let id = "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"
        for version in ["HTTP/1.1", "HTTP/1.0"] {
            let reply = Self.reply.replacing("ID", with: id)
            let closing = "\(version) 200 OK\r\nContent-Type: application/json\r\n\r\n\(reply)"
            let server = try HandMadeServer([.bytes(Array(closing.utf8))])
            let origin = try Origin("http://127.0.0.1:\(server.port)")
            let api = SensorAPI(
                try CurlTransport(origin, SensorAPI.transportOptions), makeID: { id.lowercased() })
            let answer = try await api.detect().reply
            #expect(answer.requestID == id && answer.objects.count == 1)
            // A part of a reply is none.
            let part = try HandMadeServer([.bytes(Array(closing.utf8.dropLast(3)))])
            let other = SensorAPI(
                try CurlTransport(
                    Origin("http://127.0.0.1:\(part.port)"), SensorAPI.transportOptions),
                makeID: { id.lowercased() })
            let failure = await Self.failure { () throws(SensorFailure) in try await other.detect() }
            #expect(failure?.code == "UNREADABLE")
        }
        let (_, api) = try Self.phone([
            .bytes(HandMadeServer.ok(#"{"status":"ok","model":null,"state":"idle"}"#))
        ])
        #expect(try await api.health().model == "unknown")
    }

    @Test("are asked again at most twice where no answer came, each time under a new id")
    func repeats() async throws {
        let busy = HandMadeServer.answer("503 Service Unavailable", "text/plain", [])
        let cut = HandMadeServer.answer("200 OK", "application/json", Array("{".utf8), length: 99)
        let (server, api) = try Self.phone([.bytes(busy), .bytes(cut), .echo(Self.reply)])
        #expect(try await api.detect().reply.objects.count == 1)
        let ids = Set(server.requests.compactMap { $0.components(separatedBy: "\r\n\r\n").last })
        #expect(server.requests.count == 3 && ids.count == 3)
        let (silent, lost) = try Self.phone([HandMadeServer.Answer](repeating: .bytes(busy), count: 9))
        let failure = await Self.failure { () throws(SensorFailure) in try await lost.detect() }
        #expect(failure?.reason == .status(503) && silent.requests.count == 1 + SensorAPI.mostRepeats)
        let (once, setting) = try Self.phone([HandMadeServer.Answer](repeating: .bytes(busy), count: 9))
        _ = await Self.failure { () throws(SensorFailure) in
            try await setting.change(SensorSettings(isScanning: false))
        }
        #expect(once.requests.count == 1)
    }

    @Test("wait 5 s for an answer, and 15 s for a picture")
    func timeouts() async throws {
        let transport = SilentTransport(try Origin("http://127.0.0.1:9"))
        let api = SensorAPI(transport, pause: .zero)
        // After silence once more, and not twice.
        let short = [Duration](repeating: .seconds(5), count: 2)
        let long = [Duration](repeating: .seconds(15), count: 2)
        func failure(_ work: () async throws(SensorFailure) -> Void) async -> String? {
            await Self.failure(work)?.code
        }
        #expect(await failure { () throws(SensorFailure) in _ = try await api.health() } == "TIMEOUT")
        #expect(await failure { () throws(SensorFailure) in _ = try await api.status() } == "TIMEOUT")
        #expect(await failure { () throws(SensorFailure) in _ = try await api.detect() } == "TIMEOUT")
        #expect(transport.timeouts == short + short + short)
        #expect(await failure { () throws(SensorFailure) in _ = try await api.capture() } == "TIMEOUT")
        #expect(transport.timeouts.suffix(long.count) == long[...])
        let settings = SensorSettings(isScanning: true)
        #expect(
            await failure { () throws(SensorFailure) in _ = try await api.change(settings) } == "TIMEOUT")
        #expect(transport.timeouts.suffix(2) == [.seconds(15), .seconds(5)])
    }

    @Test("follow no redirect, and name the URL and what to look at")
    func strangers() async throws {
        let elsewhere = Array(
            "HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        let page = HandMadeServer.answer("200 OK", "text/html", Array("<html>login</html>".utf8))
        for (answer, code) in [(elsewhere, "REDIRECT"), (page, "NO_PHONE")] {
            let (server, api) = try Self.phone([.bytes(answer), .bytes(answer)])
            let failure = try #require(
                await Self.failure { () throws(SensorFailure) in try await api.health() })
            #expect(failure.code == code && server.requests.count == 1)
            #expect(failure.message.hasPrefix("http://127.0.0.1:\(server.port)/health "))
            #expect(failure.remedy.contains("hotspot") && failure.remedy.contains("/health"))
        }
        let closed = try HandMadeServer([.hangUp, .hangUp, .hangUp])
        let origin = try Origin("http://127.0.0.1:\(closed.port)")
        let api = SensorAPI(try CurlTransport(origin, SensorAPI.transportOptions), pause: .zero)
        let failure = try #require(await Self.failure { () throws(SensorFailure) in try await api.status() })
        guard case .transport = failure.reason else {
            Issue.record("\(failure.message)")
            return
        }
    }

    @Test("refuse pictures that are no whole JPEG")
    func pictures() async throws {
        let whole: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xD9]
        let cases: [(String, [UInt8], SensorFailure.PictureFault)] = [
            ("image/png", whole, .type("image/png")), ("image/jpeg", Array(whole.dropLast(2)), .end),
            ("image/jpeg", [1] + whole, .beginning), ("image/jpeg", [0xFF, 0xD8, 0xFF], .end),
        ]
        for (type, bytes, fault) in cases {
            let (_, api) = try Self.phone([.bytes(HandMadeServer.answer("200 OK", type, bytes))])
            let failure = await Self.failure { () throws(SensorFailure) in try await api.capture() }
            #expect(failure?.reason == .picture(fault))
        }
    }

    @Test("are answered by the phone of the sandbox as by its documents")
    func sandbox() async throws {
        var options = SandboxOptions(seed: 1)
        options.phone = .sample
        let server = try SandboxServer(options)
        defer { server.stop() }
        let transport = try CurlTransport(try Origin(server.address), SensorAPI.transportOptions)
        let api = SensorAPI(transport)
        let health = try await api.health()
        #expect((health.status, health.model, health.state) == ("ok", "colorcapyolo26x", "idle"))
        #expect(try await api.status().thermalState == "nominal")
        let object = try #require(try await api.detect().reply.objects.first)
        #expect((object.label, object.confidence, object.distance ?? 0) == ("red", 0.96, 0.42))
        #expect((object.realWidth ?? 0, object.realHeight ?? 0) == (0.08, 0.08))
        let settings = SensorSettings(confidenceThreshold: 0.55, targetFPS: 20)
        #expect(try await api.change(settings).updatedFields == ["confidenceThreshold", "targetFPS"])
        #expect(try await api.capture().count > 1000)
    }

    @Test("refuse answers above 1 MB")
    func large() async throws {
        let blanks = [UInt8](repeating: UInt8(ascii: " "), count: SensorLimits.largestAnswer + 1)
        let (_, api) = try Self.phone([
            .bytes(HandMadeServer.answer("200 OK", "application/json", Array("{}".utf8) + blanks))
        ])
        let failure = await Self.failure { () throws(SensorFailure) in try await api.health() }
        #expect(failure?.code == "TOO_LARGE")
    }
}

@Suite("Camera frames of an app")
struct CameraAPITests {
    @Test("are asked for by the id of the request")
    func frames() async throws {
        let server = try HandMadeServer([
            .bytes(HandMadeServer.ok("{\"stand\":\"a\"}")),
            .bytes(HandMadeServer.answer("404 Not Found", "application/json", Array("{}".utf8))),
        ])
        let url = "http://127.0.0.1:\(server.port)/poses/{requestId}?form=json"
        let (origin, path) = try #require(CameraAPI.parts(of: url))
        let api = CameraAPI(try CurlTransport(origin, SensorAPI.transportOptions), path: path)
        #expect(try await api.frame(of: "9b1d-4b") == Array("{\"stand\":\"a\"}".utf8))
        #expect(try await api.frame(of: "other") == nil)
        #expect(try await api.frame(of: "../x") == nil)
        #expect(
            server.requests.map { $0.prefix(31) } == [
                "GET /poses/9b1d-4b?form=json HT", "GET /poses/other?form=json HTTP",
            ])
        #expect(CameraAPI.parts(of: "http://host/poses") == nil)
        #expect(CameraAPI.parts(of: "poses-{requestId}.json") == nil)
    }
}
