internal import HTTPServer
internal import Markers

/// The work of the phone.
extension Sandbox {
    private func playedPhone() throws(Problem) -> Phone {
        guard let phone else { throw Problem(404, "there is no phone here") }
        return phone
    }

    func phoneHealth(_ call: Call) throws(Problem) -> OutgoingResponse {
        let settings = try playedPhone().settings
        return PhoneReplies.health.response((settings.model, settings.isScanning ? "scanning" : "idle"))
    }

    func phoneStatus(_ call: Call) throws(Problem) -> OutgoingResponse {
        var status = try playedPhone().status(at: options.seed == nil ? now : nil, requests: call.number)
        if has(.phoneHot) { status.thermalState = "serious" }
        return PhoneReplies.status.response(status)
    }

    func detect(_ call: Call) throws(Problem) -> OutgoingResponse {
        let phone = try playedPhone(), asked = call.body.string("requestId") ?? ""
        guard !has(.phoneRefuses) else {
            return PhoneReplies.detection.response(
                .init(requestID: asked, isDone: false, sightings: [], hasMetres: false))
        }
        let seen = phone.shoot(for: asked, on: date(ofFrame: phone.frameCount)).view.sightings.filter {
            $0.confidence >= phone.settings.leastConfidence
        }
        let answered = has(.phoneEchoesOther) ? numbers.identifier(UInt64(call.number), of: 91) : asked
        return PhoneReplies.detection.response(
            .init(requestID: answered, isDone: true, sightings: seen, hasMetres: !has(.phoneBare)))
    }

    /// The date of a frame; in a seeded sandbox one twentieth of a second after the other.
    private func date(ofFrame number: Int) -> String {
        let seeded = Sandbox.firstDate * 1_000_000_000 + Int64(number) * 50_000_000
        return UTCDate(options.seed == nil ? options.clock.date() : seeded).text
    }

    func capture(_ call: Call) throws(Problem) -> OutgoingResponse {
        let picture = PhonePicture.blocks(of: try playedPhone().view)
        return OutgoingResponse(
            200, fields: [HeaderField("Content-Type", "image/jpeg")], body: picture.jpeg())
    }

    func updatePhoneSettings(_ call: Call) throws(Problem) -> OutgoingResponse {
        let phone = try playedPhone(), body = call.body
        guard !has(.phoneRefuses) else { return PhoneReplies.settings.response((false, [])) }
        var updated: [String] = []
        func set<Value>(_ name: String, _ value: Value?, _ member: WritableKeyPath<Phone.Settings, Value>) {
            guard let value else { return }
            phone.settings[keyPath: member] = value
            updated.append(name)
        }
        set("selectedModel", body.string("selectedModel"), \.model)
        set("confidenceThreshold", body["confidenceThreshold"]?.double, \.leastConfidence)
        set("iouThreshold", body["iouThreshold"]?.double, \.mostOverlap)
        set("targetFPS", body["targetFPS"]?.double, \.targetFPS)
        set("isScanning", body["isScanning"]?.bool, \.isScanning)
        return PhoneReplies.settings.response((true, updated))
    }

    func getCameraFrame(_ call: Call) throws(Problem) -> OutgoingResponse {
        let id = call.parameters[0]
        guard let shot = try playedPhone().shot(of: id) else {
            throw Problem(404, "no detection was answered for the request \(id)")
        }
        return PhoneReplies.camera.response(shot)
    }

    func listTrueObjects(_ call: Call) throws(Problem) -> OutgoingResponse {
        PhoneReplies.objects.response(try playedPhone().objects)
    }
}
