internal import Foundation
internal import HTTPServer
internal import Markers
internal import SQLiteStore

/// The state of the server, and the work that requests ask for. For one thread at a time.
final class Sandbox {
    let store: Store
    let options: SandboxOptions
    let numbers: SeededNumbers
    /// The phone; nil without one.
    let phone: Phone?
    /// The room of devices; nil without one.
    let room: (any HostedRoom)?
    var leases = Leases()
    var requestLog = RequestLog()
    /// The offsets that spaces add to the raw points of sessions, as far as they were needed; nil for no vector.
    var shifts: [String: SIMD3<Double>?] = [:]
    /// The date of the last removal from a list, by the name that a client validates it by.
    var removals: [String: String] = [:]
    /// The date of the last effect before this process; nil where there was none.
    let lastFormerEffect: String?
    /// The way in which documents are shown, and whether that has changed an answer.
    var showing = Showing.present, hasShownOtherwise = false
    /// The name of this run among runs with other contents, the same for the same seed and contents.
    let run: String
    var socketCount = 0
    private(set) var requestCount = 0

    /// The documents that a fault lets lists and answers have.
    enum Showing {
        case present
        /// Markers in the state before their last change.
        case previous
        /// Lists without every other element.
        case someOnly
        /// Lists of the markers of another session.
        case foreign
    }

    /// Opens the store, and creates it where there is none.
    init(_ options: SandboxOptions) throws(SandboxError) {
        do throws(DatabaseError) { store = try Store(options.dataFile) } catch {
            throw .store(file: options.dataFile ?? "memory", code: error.code.rawValue, error.message)
        }
        self.options = options
        do throws(Problem) {
            lastFormerEffect = try store.effects(after: store.effectCount - 1).last?.at
        } catch {
            throw .store(file: options.dataFile ?? "memory", code: "EFFECTS", error.message)
        }
        numbers = SeededNumbers(seed: options.seed ?? .random(in: .min ... .max))
        let (numbers, clock) = (numbers, options.clock)
        phone = options.phone.map { Phone($0, numbers, seed: options.seed, at: clock.elapsed()) }
        // FNV-1a, of what is there at first.
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in options.contents.lazy.flatMap(\.json) { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
        sum ^= UInt64(store.documentCount) << 32 ^ UInt64(store.effectCount)
        run = String(numbers.number(sum, of: 5), radix: 36)
        room = options.room?.open()
        do throws(Problem) { try store.load(options.contents) } catch {
            throw .store(file: options.dataFile ?? "memory", code: "CONTENTS", error.message)
        }
    }

    func has(_ variant: Variant) -> Bool { options.variants.contains(variant) }

    /// The time that locks, presence and tokens end by, in seconds.
    var now: Double { options.clock.elapsed() }

    func nextRequest() -> Int {
        requestCount += 1
        return requestCount
    }
}

/// The validators of what a server shows, and the answer that nothing has changed (RFC 9110, 8.8.3 and 13.1.2).
///
/// A tag names this run of the server and the number of the last change of what is shown, so that no body is hashed.
extension Sandbox {
    /// The tag of what a request asks for; nil for what has none.
    func tag(of operation: Operation, _ call: Call) -> String? {
        guard !has(.noTags), showing == .present, let thing = Self.thing(operation, call) else { return nil }
        return "\"\(run)-\(store.changes[thing])\""
    }

    /// The requests whose answers have a tag.
    static let tagged: Set<Operation> = [
        .getSpace, .getWorkSession, .getMarker, .getMarkerDetails, .getAnchor, .listSpaces, .listWorkSessions,
        .listMarkers, .listSessionMarkers, .listAnchors, .listReferenceSets, .getLaserGuide,
    ]

    /// The document or the list that a request reads.
    private static func thing(_ operation: Operation, _ call: Call) -> String? {
        switch operation {
        case .getSpace, .getWorkSession, .getMarker, .getMarkerDetails, .getAnchor: call.parameters[0]
        case .listSpaces: ChangeNumbers.list(.space)
        case .listWorkSessions: ChangeNumbers.list(.workSession, of: call.identifier("space_id"))
        case .listMarkers: ChangeNumbers.list(.marker, of: call.identifier("work_session_id"))
        case .listSessionMarkers: ChangeNumbers.list(.marker, of: call.parameters[0])
        case .listAnchors: ChangeNumbers.list(.anchor, of: call.identifier("session_id"))
        case .listReferenceSets: ChangeNumbers.list(.referenceSet, of: call.parameters[0])
        case .getLaserGuide: ChangeNumbers.list(.laserGuide, of: call.parameters[0])
        default: nil
        }
    }
}

extension IncomingRequest {
    /// Whether it asks for nothing but what has another tag; weak tags count as the strong ones.
    func has(_ tag: String) -> Bool {
        guard let field = self["if-none-match"] else { return false }
        return field.split(separator: ",").contains { part in
            let text = part.trimmed
            return text == tag || text == "W/" + tag
        }
    }
}

/// Bearer tokens, and the refresh tokens that renew them.
extension Sandbox {
    /// The lifetime of a bearer token where none was asked for, seconds.
    private static let usualSeconds = 3600.0

    func issueToken(_ call: Call) throws(Problem) -> OutgoingResponse {
        let token = grantToken(call.number)
        let refresh = numbers.identifier(UInt64(call.number), of: 4)
        leases.grant("refresh", to: refresh, until: options.refreshSeconds.map { now + $0 } ?? .infinity)
        return Replies.bearerToken.response((token, refresh, options.tokenSeconds ?? Self.usualSeconds))
    }

    /// The next access token of a pair; the refresh token stays.
    func refreshToken(_ call: Call) throws(Problem) -> OutgoingResponse {
        guard leases.isHeld("refresh", by: call.bearer, at: now) else {
            let isMissing = call.bearer.isEmpty
            throw Problem(
                isMissing ? 400 : 401,
                isMissing
                    ? "a refresh token is needed in Authorization"
                    : "this refresh token is over, or was never given out",
                fields: isMissing ? [] : [HeaderField("WWW-Authenticate", "Bearer")])
        }
        let token = grantToken(call.number)
        var answer = Replies.accessToken.response(token)
        answer.fields.append(HeaderField("Authorization", "Bearer \(token)"))
        return answer
    }

    /// The field with the next token that an answer brings, where the server is of that kind.
    func nextToken(after request: IncomingRequest, number: Int) -> HeaderField? {
        guard has(.headerTokens), leases.isHeld("token", by: Self.bearer(of: request), at: now) else {
            return nil
        }
        return HeaderField("Authorization", "Bearer \(grantToken(number))")
    }

    private func grantToken(_ number: Int) -> String {
        let token = numbers.identifier(UInt64(number), of: 3)
        leases.grant("token", to: token, until: now + (options.tokenSeconds ?? Self.usualSeconds))
        return token
    }

    static func bearer(of request: IncomingRequest) -> String {
        let given = request["authorization"] ?? ""
        return given.lowered.hasPrefix("bearer ") ? String(given.dropFirst(7).trimmed) : ""
    }

    /// Refuses a request without a valid token, where the server wants one.
    func requireToken(_ request: IncomingRequest) throws(Problem) {
        guard options.tokenSeconds != nil else { return }
        guard leases.isHeld("token", by: Self.bearer(of: request), at: now) else {
            throw Problem(
                401, "a bearer token that holds is needed; POST /sandbox/token gives one",
                fields: [HeaderField("WWW-Authenticate", "Bearer")])
        }
    }
}

/// The validation of all that a client keeps by one request.
extension Sandbox {
    /// Answers for each list whether anything in it is newer than the time that the client gives, and with what.
    ///
    /// A list from which something was removed since is answered without items, since these cannot show what is gone.
    func validateCache(_ call: Call) throws(Problem) -> OutgoingResponse {
        let times: JSONValue? =
            has(.validateFlat) ? try? JSONValue(call.body.text) : call.body["timestamps"]
        var json = JSONWriter()
        json.object { json in
            for (name, value) in times?.members ?? [] {
                guard let texts = (try? texts(of: name)) ?? nil,
                    let time = value.string.flatMap(WireDate.init)
                else { continue }
                // What was removed before this process is known only to be no later than its last effect.
                let removed = (removals[name] ?? lastFormerEffect).flatMap(WireDate.init)
                let newer = texts.filter { Self.updated($0).map { $0 > time } ?? true }
                let isRemoved = removed.map { $0 > time } ?? false
                let isChanged = isRemoved || !newer.isEmpty
                guard isChanged || !has(.validateSparse) else { continue }
                json.object(name) { json in
                    json.member("invalidate", isChanged)
                    guard isChanged, !isRemoved || has(.validateWhole), !has(.inlineNever) else { return }
                    json.key("updatedItems")
                    let items = joined(has(.validateWhole) ? texts : newer)
                    if has(.inlineBase64) {
                        json.value(Data(items).base64EncodedString())
                    } else {
                        json.value(verbatim: items)
                    }
                }
            }
        }
        return OutgoingResponse(200, json: json.bytes)
    }

    /// The documents of a list by its name; nil for a name that is none.
    private func texts(of name: String) throws(Problem) -> [[UInt8]]? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.count) {
        case ("spaces", 1): return try store.texts(.space)
        case ("sessions", 2): return try store.texts(.workSession, of: WireID(parts[1]).canonical)
        case ("markers", 2): return try store.texts(.marker, of: WireID(parts[1]).canonical)
        default: return nil
        }
    }

    /// Notes that something is no longer in a list.
    func noteRemoval(_ kind: Kind, from owner: String?) {
        let name: String? =
            switch kind {
            case .space: "spaces"
            case .workSession: owner.map { "sessions/" + $0 }
            case .marker: owner.map { "markers/" + $0 }
            default: nil
            }
        if let name { removals[name] = date() }
    }

    private static func updated(_ text: [UInt8]) -> WireDate? {
        Document(text: text).string("updated_at").flatMap(WireDate.init)
    }
}

/// Answers with documents, in the way of the server's variants.
extension Sandbox {
    func answer(_ status: Int, _ document: Document) -> OutgoingResponse {
        OutgoingResponse(status, json: shown(document))
    }

    func answer(_ kind: Kind, _ id: String) throws(Problem) -> OutgoingResponse {
        guard let text = try store.text(kind, id) else { throw .missing(kind, id) }
        return OutgoingResponse(200, json: shown(text))
    }

    func answer(_ problem: Problem, to request: IncomingRequest) -> OutgoingResponse {
        var problem = problem
        if has(.echoTokens) { problem.echo = TokenEcho(request) }
        guard has(.textErrors) else { return problem.response }
        return OutgoingResponse(
            problem.status,
            fields: [HeaderField("Content-Type", "text/plain; charset=utf-8")] + problem.fields,
            body: Array((problem.echo?.words(after: problem.message) ?? problem.message).utf8))
    }

    func joined(_ texts: some Collection<[UInt8]>) -> [UInt8] {
        var list: [UInt8] = [UInt8(ascii: "[")]
        list.reserveCapacity(texts.reduce(2) { $0 + $1.count + 1 })
        for (index, text) in texts.enumerated() {
            if index > 0 { list.append(UInt8(ascii: ",")) }
            list.append(contentsOf: shown(text))
        }
        list.append(UInt8(ascii: "]"))
        return list
    }

    func shown(_ text: [UInt8]) -> [UInt8] {
        guard has(.sparse) || has(.formerDetails) else { return text }
        return shown(Document(text: text))
    }

    func shown(_ document: Document) -> [UInt8] {
        var document = document
        if has(.formerDetails) { useFormerNames(in: &document) }
        if has(.sparse) {
            document.removeAll { member in
                member.json == Document.null || ["created_at", "updated_at", "meta"].contains(member.name)
            }
        }
        return document.text
    }

    /// Writes details, alone or in a marker, under their older names.
    private func useFormerNames(in document: inout Document) {
        if let details = document["details"], !details.isNull {
            var inner = Document(details)
            useFormerNames(in: &inner)
            document.set("details", inner.text)
        }
        for (new, old) in [
            ("x_negative", "left_distance"), ("x_positive", "right_distance"),
            ("z_negative", "near_distance"),
            ("z_positive", "far_distance"),
        ] { document.rename(new, to: old) }
    }
}

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

extension Sandbox {
    func getDetails(_ call: Call) throws(Problem) -> OutgoingResponse {
        answer(200, try details(of: try store.document(.marker, call.parameters[0])))
    }

    func putDetails(_ call: Call) throws(Problem) -> OutgoingResponse {
        try setDetails(of: try store.document(.marker, call.parameters[0]), call.body, call)
    }

    func deleteDetails(_ call: Call) throws(Problem) -> OutgoingResponse {
        var marker = try store.document(.marker, call.parameters[0])
        _ = try details(of: marker)
        marker.set("details", Document.null)
        try keep(.marker, marker)
        try log(.details, .marker, marker, call, body: nil)
        return OutgoingResponse(204)
    }

    func calculateDetails(_ call: Call) throws(Problem) -> OutgoingResponse {
        let marker = try store.document(.marker, call.parameters[0])
        return try setDetails(of: marker, computed(marker), call)
    }

    func calculateSessionDetails(_ call: Call) throws(Problem) -> OutgoingResponse {
        _ = try store.document(.workSession, call.parameters[0])
        let markers = try store.documents(.marker, of: call.parameters[0])
        for marker in markers { _ = try setDetails(of: marker, computed(marker), call) }
        return Replies.calculated.response(markers.count)
    }

    private func details(of marker: Document) throws(Problem) -> Document {
        guard let details = marker["details"], !details.isNull else {
            throw Problem(404, "the details of this marker are not computed")
        }
        return Document(details)
    }

    /// The numbers by the contract's formulas.
    private func computed(_ marker: Document) -> Document {
        var body = Document()
        guard let quad = marker.quad, let id = marker.string("id").flatMap({ WireID($0).uuid }) else {
            return body
        }
        let metrics = MarkerMetrics(quad)
        var details = metrics.details(of: id)
        if has(.distanceDetails) { details.xNegative = metrics.xDistance }
        for (name, value) in details.numbers() {
            var json = JSONWriter()
            value.map { json.value($0) } ?? json.null()
            body.set(name, json.bytes)
        }
        return body
    }

    /// Stores details with their marker, whose version stays.
    private func setDetails(of marker: Document, _ body: Document, _ call: Call) throws(Problem)
        -> OutgoingResponse
    {
        let old = marker["details"].flatMap { $0.isNull ? nil : Document($0) }
        var details = Entity.details.document(body)
        let now = date()
        details.set("marker_id", marker.string("id") ?? "")
        details.set("created_at", old?.string("created_at") ?? now)
        details.set("updated_at", now)
        if body["custom_props"] == nil, let kept = old?["custom_props"] {
            details.set("custom_props", Array(kept.text))
        }
        var marker = marker
        marker.set("details", details.text)
        try keep(.marker, marker)
        try log(.details, .marker, marker, call, body: body)
        return answer(200, details)
    }
}

/// Answers with lists, in the way of the server's variants.
extension Sandbox {
    /// The most elements of a page, or of a list that is cut.
    private static let pageSize = 100

    /// Whether lists come in pages.
    var hasPages: Bool {
        !options.variants.isDisjoint(with: [.pagedLists, .linkedLists, .endlessLists, .loopingLists])
    }

    func answer(_ kind: Kind, _ texts: [[UInt8]], _ call: Call, _ path: String) -> OutgoingResponse {
        var texts = texts
        if showing == .someOnly, !texts.isEmpty {
            hasShownOtherwise = true
            texts = texts.indices.filter { !$0.isMultiple(of: 2) }.map { texts[$0] }
        }
        if has(.oddElements), let odd = OddElement.text(kind, call) { texts.insert(odd, at: 0) }
        guard hasPages else {
            let list = joined(has(.cutLists) ? texts.prefix(Sandbox.pageSize) : texts[...])
            return OutgoingResponse(200, json: wrapped(list, kind))
        }
        let start = call.query["offset"].flatMap { Int($0) } ?? 0
        let (page, offset) = page(of: texts, from: start)
        let next = offset.map { Sandbox.path(path, call.query, offset: $0) }
        guard has(.pagedLists) else {
            let link = next.map { HeaderField("Link", "<\($0)>; rel=\"next\"") }
            return OutgoingResponse(200, fields: link.map { [$0] } ?? [], json: wrapped(joined(page), kind))
        }
        var json = JSONWriter()
        json.object { json in
            json.member("data", verbatim: joined(page))
            json.member("total", texts.count)
            json.key("next")
            next.map { json.value($0) } ?? json.null()
        }
        return OutgoingResponse(200, json: json.bytes)
    }

    /// The elements of a page, and where the next one begins; nil after the last.
    private func page(of texts: [[UInt8]], from start: Int) -> (texts: [[UInt8]], next: Int?) {
        let start = has(.endlessLists) ? start : min(start, texts.count)
        let end = start + Sandbox.pageSize
        guard has(.endlessLists) else {
            let page = Array(texts[start..<min(end, texts.count)])
            return (page, end < texts.count ? end : has(.loopingLists) ? 0 : nil)
        }
        let page = (start..<end).compactMap { place -> [UInt8]? in
            guard place >= texts.count else { return texts[place] }
            guard let model = texts.last else { return nil }
            var made = Document(text: model)
            made.set("id", numbers.identifier(UInt64(place), of: 4))
            return made.text
        }
        return (page, end)
    }

    /// A list as a server of this variant writes it.
    private func wrapped(_ list: [UInt8], _ kind: Kind) -> [UInt8] {
        guard has(.wrappedLists) || has(.itemLists) else { return list }
        return JSONWriter.object { json in
            json.member(has(.itemLists) ? "items" : "\(kind.rawValue)s", verbatim: list)
        }
    }

    private static func path(_ path: String, _ query: [String: String], offset: Int) -> String {
        let kept = query.filter { $0.key != "offset" }.sorted { $0.key < $1.key }.map {
            "\($0.key)=\(RequestTarget.encoded($0.value))&"
        }
        return "\(path)?\(kept.joined())offset=\(offset)"
    }
}

/// Documents that are not as the contract says, for lists that have one beside sound ones.
enum OddElement {
    /// An element for a list; nil for lists that have none.
    static func text(_ kind: Kind, _ call: Call) -> [UInt8]? {
        var document = Document()
        document.set("id", id)
        switch kind {
        case .space:
            guard call.query["key"] ?? key == key else { return nil }
            document.set("key", key)
            document.set("name", "Odd")
            document.set("calibration_vector", Array("[0,0,1,0,0,0]".utf8))
        case .workSession:
            guard call.query["status"] == nil, call.query["session_type"] == nil else { return nil }
            document.set("space_id", call.identifier("space_id") ?? id)
            document.set("session_type", "inspection")
            document.set("status", "active")
            document.set("version", "one")
        case .referenceSet:
            document.set("space_id", call.parameters[0])
            document.set("name", "Odd")
            document.set("markers", Array("{}".utf8))
        case .anchor:
            document.set("session_id", call.identifier("session_id") ?? id)
            document.set("run", 1)
            document.set("local_z", 0)
            document.set("world_position", Array("[0,0]".utf8))
        case .marker, .laserGuide: return nil
        }
        return document.text
    }

    private static let key = "odd"
    private static let id = "0dd00000-0000-4000-8000-000000000000"
}
