import QuadGeometry
import StrictJSON
import Testing
import VisionSensor

@Suite("Replies of a phone")
struct DetectReplyTests {
    static let id = "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d"
    static let object = """
        {"class":"red","confidence":0.96,"centerX":320.0,"centerY":240.0,"width":80.0,"height":80.0,\
        "distanceMeters":0.42,"realWidthMeters":0.08,"realHeightMeters":0.08}
        """

    static func body(_ objects: String, success: String = "true", id: String = id) -> [UInt8] {
        Array(#"{"requestId":"\#(id)","success":\#(success),"objects":[\#(objects)]}"#.utf8)
    }

    private static func refusal(_ bytes: [UInt8], to sent: String? = id) -> SensorError? {
        do throws(SensorError) {
            _ = try DetectReply(bytes, to: sent)
            return nil
        } catch { return error }
    }

    @Test("are read as they are documented")
    func documented() throws {
        let reply = try DetectReply(Self.body(Self.object), to: Self.id)
        let object = try #require(reply.objects.first)
        #expect(reply.requestID == Self.id && reply.objects.count == 1 && reply.refused.isEmpty)
        #expect((object.label, object.confidence, object.distance ?? 0) == ("red", 0.96, 0.42))
        #expect(object.box == SampleCamera.box)
        #expect((object.realWidth, object.realHeight) == (SampleCamera.size, SampleCamera.size))
        #expect(Array(object.value.text) == Array(Self.object.utf8))
        #expect(try DetectReply(Self.body(""), to: Self.id).objects.isEmpty)
    }

    @Test("are refused as a whole, with the place, where they are not JSON of these types")
    func unreadable() throws {
        let sound = Self.body(Self.object)
        for length in 0..<sound.count {
            guard case .unreadable = Self.refusal(Array(sound[..<length])) else {
                Issue.record("\(length) bytes of \(sound.count) were read")
                continue
            }
        }
        func changed(_ old: String, _ new: String) -> [UInt8] {
            Self.body(Self.object.replacing(old, with: new))
        }
        let deep = String(repeating: "[", count: 62) + String(repeating: "]", count: 62)
        let cases: [(String, [UInt8], JSONError.Code, String)] = [
            ("NaN", changed("0.42", "NaN"), .valueExpected, "/objects/0/distanceMeters"),
            ("1e999", changed("0.42", "1e999"), .numberTooLarge, "/objects/0/distanceMeters"),
            ("text", changed("0.42", "\"0.42\""), .wrongType, "/objects/0/distanceMeters"),
            ("class", changed("\"red\"", "7"), .wrongType, "/objects/0/class"),
            (
                "twice", changed("\"width\":80.0", "\"width\":80.0,\"width\":80.0"), .duplicateKey,
                "/objects/0/width"
            ),
            ("missing", changed("\"width\":80.0,", ""), .missingMember, "/objects/0/width"),
            ("null", changed("\"centerX\":320.0", "\"centerX\":null"), .missingMember, "/objects/0/centerX"),
            ("deep", changed("{\"class\"", "{\"deep\":\(deep),\"class\""), .tooDeep, ""),
            ("more", sound + [UInt8(ascii: "x")], .trailingData, ""),
            ("HTML", Array("<html></html>".utf8), .valueExpected, ""),
            ("array", Array("[]".utf8), .wrongType, ""),
        ]
        for (name, bytes, code, pointer) in cases {
            guard case .unreadable(let error) = Self.refusal(bytes) else {
                Issue.record("\(name) was read")
                continue
            }
            #expect(error.code == code, "\(name)")
            #expect(code == .tooDeep || error.pointer == pointer, "\(name)")
        }
        let large = sound + [UInt8](repeating: UInt8(ascii: " "), count: 2 << 20)
        guard case .unreadable(let error) = Self.refusal(large) else {
            Issue.record("2 MB were read")
            return
        }
        #expect(error.code == .tooLarge)
    }

    @Test("nest as deep as 64 and no deeper")
    func depth() throws {
        func nested(_ levels: Int) -> [UInt8] {
            let open = String(repeating: "[", count: levels), close = String(repeating: "]", count: levels)
            return Array(
                #"{"requestId":"\#(Self.id)","success":true,"objects":[],"x":\#(open)\#(close)}"#.utf8)
        }
        #expect(try DetectReply(nested(63)).objects.isEmpty)
        guard case .unreadable(let error) = Self.refusal(nested(64)) else {
            Issue.record("depth 65 was read")
            return
        }
        #expect(error.code == .tooDeep)
    }

    @Test("of another request, and those without success, are refused whatever else they hold")
    func wrong() {
        let other = Self.body(Self.object, id: "other")
        #expect(Self.refusal(other) == .wrongRequest(sent: Self.id, answered: "other"))
        for body in ["", "{}", "7"] {
            #expect(Self.refusal(Self.body(body, success: "false")) == .notSuccessful, "\(body)")
        }
        #expect(Self.refusal(Array(#"{"success":false}"#.utf8)) == .notSuccessful)
        #expect(
            Self.refusal(Array(#"{"success":false,"error":{"code":7}}"#.utf8))?.code == "NOT_SUCCESSFUL")
    }

    @Test("of more than 1,000 objects are refused")
    func many() throws {
        func objects(_ count: Int) -> [UInt8] {
            Self.body([String](repeating: Self.object, count: count).joined(separator: ","))
        }
        #expect(try DetectReply(objects(1000)).objects.count == SensorLimits.mostObjects)
        #expect(Self.refusal(objects(1001)) == .tooManyObjects(limit: SensorLimits.mostObjects))
    }

    @Test("lose impossible objects with pointer and value, and keep the others")
    func impossible() throws {
        let wrong: [(String, String, String, Double)] = [
            ("\"width\":80.0", "\"width\":0", "width", 0),
            ("\"height\":80.0", "\"height\":-3", "height", -3),
            ("0.96", "1.5", "confidence", 1.5), ("0.96", "-0.1", "confidence", -0.1),
        ]
        for (old, new, member, value) in wrong {
            let bytes = Self.body(Self.object + "," + Self.object.replacing(old, with: new))
            let reply = try DetectReply(bytes)
            #expect(reply.objects.count == 1)
            let refused = try #require(reply.refused.first)
            #expect(
                (refused.code, refused.pointer, refused.value) == (.badObject, "/objects/1/\(member)", value))
        }
    }

    @Test("are sorted by what the camera frame says of them")
    func framed() throws {
        let frame = CameraFrame(boxes: try SampleCamera.a(), noise: try SensorNoise())
        func sorted(_ old: String, _ new: String) throws -> FramedReply {
            FramedReply(
                try DetectReply(Self.body(Self.object + "," + Self.object.replacing(old, with: new))),
                in: frame)
        }
        let bad: [(String, String, String, Double)] = [
            ("320.0", "1281", "centerX", 1281), ("240.0", "-1", "centerY", -1),
            ("0.42", "1000.5", "distanceMeters", 1000.5),
        ]
        for (old, new, member, value) in bad {
            let reply = try sorted(old, new)
            #expect(reply.detections.count == 1)
            let refused = try #require(reply.refused.first)
            #expect(
                (refused.code, refused.pointer, refused.value) == (.badObject, "/objects/1/\(member)", value))
        }
        // The left edge at -2 is in the frame, at -3 it is not.
        #expect(try sorted("320.0", "38").detections.count == 2)
        let outside = try sorted("320.0", "37").refused
        #expect(outside.map(\.code) == [.outsideFrame] && outside.map(\.value) == [3])
        for nothing in ["null", "0", "-1"] {
            let reply = try sorted("0.42", nothing)
            #expect((reply.detections.count, reply.withoutDistance.count) == (1, 1), "\(nothing)")
        }
        #expect(try sorted("\"distanceMeters\":0.42,", "").withoutDistance.count == 1)
        #expect(try sorted("0.08,", "null,").detections.last?.realWidth == nil)
    }

    @Test("keep the names of classes as they came, up to 65,536 bytes")
    func names() throws {
        let hostile = "\\u001b[2J\\n\\u202e red"
        let shown = try DetectReply(Self.body(Self.object.replacing("red", with: hostile)))
        #expect(shown.objects.first?.label == "\u{1B}[2J\n\u{202E} red")
        let long = String(repeating: "ä", count: 400_000)
        let reply = try DetectReply(Self.body(Self.object.replacing("red", with: "x" + long)))
        let label = try #require(reply.objects.first?.label)
        #expect(label.utf8.count == SensorLimits.longestClass - 1)
        #expect(("x" + long).hasPrefix(label))
    }
}

@Suite("Short answers of a phone")
struct SensorAnswerTests {
    @Test("of health and status are read as they are documented")
    func health() throws {
        let health = try SensorHealth(
            Array(#"{"status":"ok","model":"colorcapyolo26x","state":"idle","new":1}"#.utf8))
        #expect((health.status, health.model, health.state) == ("ok", "colorcapyolo26x", "idle"))
        let body = #"""
            {"uptimeSeconds":612.0,"processedFPS":1.5,"lastInferenceMs":24.3,"p95InferenceMs":29.1,\#
            "thermalState":"nominal"}
            """#
        let status = try SensorStatus(Array(body.utf8))
        #expect(status.uptimeSeconds == 612 && status.processedFPS == 1.5)
        #expect(status.lastInferenceMs == 24.3 && status.p95InferenceMs == 29.1 && !status.isHot)
        #expect(try SensorStatus(Array(#"{"thermalState":"serious"}"#.utf8)).isHot)
        #expect(throws: SensorError.self) { try SensorHealth(Array(#"{"status":"ok"}"#.utf8)) }
        #expect(throws: SensorError.self) {
            try SensorStatus(Array(body.replacing("612.0", with: "\"612\"").utf8))
        }
    }

    @Test("to settings name each setting that was sent")
    func settings() throws {
        let sent = SensorSettings(confidenceThreshold: 0.55, targetFPS: 20)
        let json = try #require(sent.json)
        #expect(String(decoding: json, as: UTF8.self) == #"{"confidenceThreshold":0.55,"targetFPS":20.0}"#)
        func reply(_ fields: String) throws -> SettingsReply {
            try SettingsReply(Array(#"{"success":true,"updatedFields":[\#(fields)]}"#.utf8), to: sent)
        }
        let whole = try reply(#""confidenceThreshold","targetFPS""#)
        #expect(whole.updatedFields == ["confidenceThreshold", "targetFPS"] && whole.unasked.isEmpty)
        #expect(try reply(#""targetFPS","confidenceThreshold","more""#).unasked == ["more"])
        #expect(throws: SensorError.fieldsNotUpdated(["targetFPS"])) { try reply(#""confidenceThreshold""#) }
        #expect(throws: SensorError.notSuccessful) {
            try SettingsReply(Array(#"{"success":false}"#.utf8), to: sent)
        }
    }

    @Test("to settings are refused where text is no value of them")
    func values() {
        var settings = SensorSettings()
        let good = [
            ("confidenceThreshold", "0.55"), ("iouThreshold", "1"), ("targetFPS", "15"),
            ("isScanning", "false"),
            ("selectedModel", "m"),
        ]
        for (name, text) in good {
            let isSet = settings.set(name, to: text)
            #expect(isSet, "\(name)")
        }
        #expect(settings.fields.count == SensorSettings.names.count)
        let bad = [
            ("confidenceThreshold", "1.1"), ("iouThreshold", "nan"), ("targetFPS", "0"),
            ("targetFPS", "0x10"),
            ("isScanning", "1"), ("selectedModel", ""), ("other", "1"),
        ]
        for (name, text) in bad {
            let isSet = settings.set(name, to: text)
            #expect(!isSet, "\(name)=\(text)")
        }
    }
}
