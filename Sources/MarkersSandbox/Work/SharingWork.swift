internal import Markers

/// Anchors, presence, locks, tokens and the log.
extension Sandbox {
    func listAnchors(_ call: Call) throws(Problem) -> HTTPResponse {
        answer(
            .anchor, try store.texts(.anchor, of: call.identifier("session_id")), call,
            "\(Route.base)/anchors")
    }

    /// Rows are the same where they differ by less, metres.
    private static let rowTolerance = 1e-9

    func upsertAnchor(_ call: Call) throws(Problem) -> HTTPResponse {
        let session = try owner(.workSession, "session_id", in: call.body)
        let (run, row) = (call.body.integer("run"), call.body["local_z"]?.double ?? 0)
        let same = try store.documents(.anchor, of: session).first { anchor in
            let distance = (anchor["local_z"]?.double ?? .infinity) - row
            return anchor.integer("run") == run && distance.magnitude <= Sandbox.rowTolerance
        }
        guard var anchor = same else {
            return answer(201, try make(.anchor, call.body, owner: session, call))
        }
        if let position = call.body["world_position"] { anchor.set("world_position", Array(position.text)) }
        anchor.set("updated_at", date())
        try keep(.anchor, anchor)
        try log(.update, .anchor, anchor, call, body: call.body)
        return answer(200, anchor)
    }

    func getAnchor(_ call: Call) throws(Problem) -> HTTPResponse { try answer(.anchor, call.parameters[0]) }

    func updateAnchor(_ call: Call) throws(Problem) -> HTTPResponse { answer(200, try change(.anchor, call)) }

    func deleteAnchor(_ call: Call) throws(Problem) -> HTTPResponse {
        try remove(.anchor, call.parameters[0], call)
        return HTTPResponse(204)
    }

    /// Seconds after which somebody is taken to have left a session.
    private static let presenceSeconds = 30.0

    func listPresence(_ call: Call) throws(Problem) -> HTTPResponse {
        let session = try session(of: call)
        var json = JSONWriter()
        json.object { json in
            json.key("users")
            json.array { json in
                for user in leases.holders(of: "presence \(session)", at: now) { json.value(user) }
            }
        }
        return HTTPResponse(200, json: json.bytes)
    }

    func beatPresence(_ call: Call) throws(Problem) -> HTTPResponse {
        let session = try session(of: call)
        leases.grant(
            "presence \(session)", to: call.body.string("user_id") ?? "", until: now + Sandbox.presenceSeconds
        )
        return try listPresence(call)
    }

    func endPresence(_ call: Call) throws(Problem) -> HTTPResponse {
        let session = try session(of: call)
        _ = leases.end("presence \(session)", of: call.parameters[1], at: now)
        return HTTPResponse(204)
    }

    func acquireLock(_ call: Call) throws(Problem) -> HTTPResponse {
        let lock = "lock \(try session(of: call))"
        let isFree = leases.holders(of: lock, at: now).isEmpty
        let token = isFree ? numbers.identifier(UInt64(call.number), of: 2) : nil
        if let token { leases.grant(lock, to: token, until: now + Double(call.body.integer("ttl_seconds"))) }
        var json = JSONWriter()
        json.object { json in
            json.member("acquired", isFree)
            json.member("token", token)
        }
        return HTTPResponse(200, json: json.bytes)
    }

    func extendLock(_ call: Call) throws(Problem) -> HTTPResponse { try extend("extended", call) }

    func extendOldLock(_ call: Call) throws(Problem) -> HTTPResponse { try extend("acquired", call) }

    private func extend(_ name: String, _ call: Call) throws(Problem) -> HTTPResponse {
        let lock = "lock \(try session(of: call))", token = call.body.string("token") ?? ""
        let isHeld = leases.holders(of: lock, at: now).contains(token)
        if isHeld { leases.grant(lock, to: token, until: now + Double(call.body.integer("ttl_seconds"))) }
        return flag(name, isHeld)
    }

    func releaseLock(_ call: Call) throws(Problem) -> HTTPResponse {
        let lock = "lock \(try session(of: call))"
        return flag("released", leases.end(lock, of: call.body.string("token") ?? "", at: now))
    }

    func getLock(_ call: Call) throws(Problem) -> HTTPResponse {
        flag("locked", !leases.holders(of: "lock \(try session(of: call))", at: now).isEmpty)
    }

    private func flag(_ name: String, _ value: Bool) -> HTTPResponse {
        HTTPResponse(200, json: Array("{\"\(name)\":\(value)}".utf8))
    }

    private var now: Double { options.clock.elapsed() }

    private func session(of call: Call) throws(Problem) -> String {
        guard try store.text(.workSession, call.parameters[0]) != nil else {
            throw .missing(.workSession, call.parameters[0])
        }
        return call.parameters[0]
    }

    func issueToken(_ call: Call) throws(Problem) -> HTTPResponse {
        let (seconds, token) = (options.tokenSeconds ?? 3600, numbers.identifier(UInt64(call.number), of: 3))
        leases.grant("token", to: token, until: now + seconds)
        var json = JSONWriter()
        json.object { json in
            json.member("token", token)
            json.member("expires_in", seconds)
        }
        return HTTPResponse(200, json: json.bytes)
    }

    /// Refuses a request without a token that still holds, where the server wants one.
    func requireToken(_ request: HTTPRequest) throws(Problem) {
        guard options.tokenSeconds != nil else { return }
        let given = request["authorization"] ?? ""
        let token = given.lowered.hasPrefix("bearer ") ? given.dropFirst(7).trimmed : ""
        guard leases.holders(of: "token", at: now).contains(token) else {
            throw Problem(
                401, "a bearer token that holds is needed; POST /sandbox/token gives one",
                fields: [HTTPField("WWW-Authenticate", "Bearer")])
        }
    }
}
