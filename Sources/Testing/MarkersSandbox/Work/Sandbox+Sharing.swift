internal import HTTPServer
internal import Markers

/// Anchors, presence, locks and the logs.
extension Sandbox {
    func listAnchors(_ call: Call) throws(Problem) -> OutgoingResponse {
        answer(
            .anchor, try store.texts(.anchor, of: call.identifier("session_id")), call,
            "\(Route.base)/anchors")
    }

    /// The largest difference at which rows count as the same, metres.
    private static let rowTolerance = 1e-9

    func upsertAnchor(_ call: Call) throws(Problem) -> OutgoingResponse {
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

    func getAnchor(_ call: Call) throws(Problem) -> OutgoingResponse {
        try answer(.anchor, call.parameters[0])
    }

    func updateAnchor(_ call: Call) throws(Problem) -> OutgoingResponse {
        answer(200, try change(.anchor, call))
    }

    func deleteAnchor(_ call: Call) throws(Problem) -> OutgoingResponse {
        try remove(.anchor, call.parameters[0], call)
        return OutgoingResponse(204)
    }

    /// Seconds of silence after which somebody counts as having left a session.
    private static let presenceSeconds = 30.0

    func listPresence(_ call: Call) throws(Problem) -> OutgoingResponse {
        let session = try session(of: call)
        return Replies.users.response(leases.holders(of: "presence \(session)", at: now))
    }

    func beatPresence(_ call: Call) throws(Problem) -> OutgoingResponse {
        let session = try session(of: call)
        leases.grant(
            "presence \(session)", to: call.body.string("user_id") ?? "", until: now + Sandbox.presenceSeconds
        )
        return try listPresence(call)
    }

    func endPresence(_ call: Call) throws(Problem) -> OutgoingResponse {
        let session = try session(of: call)
        _ = leases.end("presence \(session)", of: call.parameters[1], at: now)
        return OutgoingResponse(204)
    }

    func acquireLock(_ call: Call) throws(Problem) -> OutgoingResponse {
        let lock = "lock \(try session(of: call))"
        let isFree = leases.holders(of: lock, at: now).isEmpty
        let token = isFree ? numbers.identifier(UInt64(call.number), of: 2) : nil
        if let token { leases.grant(lock, to: token, until: now + Double(call.body.integer("ttl_seconds"))) }
        return Replies.acquired.response(token)
    }

    func extendLock(_ call: Call) throws(Problem) -> OutgoingResponse {
        Replies.extended.response(try extend(call))
    }

    func extendOldLock(_ call: Call) throws(Problem) -> OutgoingResponse {
        Replies.extendedOld.response(try extend(call))
    }

    /// Whether the lock was held, and now is for longer.
    private func extend(_ call: Call) throws(Problem) -> Bool {
        let lock = "lock \(try session(of: call))", token = call.body.string("token") ?? ""
        let isHeld = leases.holders(of: lock, at: now).contains(token)
        if isHeld { leases.grant(lock, to: token, until: now + Double(call.body.integer("ttl_seconds"))) }
        return isHeld
    }

    func releaseLock(_ call: Call) throws(Problem) -> OutgoingResponse {
        let lock = "lock \(try session(of: call))"
        return Replies.released.response(
            leases.end(lock, of: call.body.string("token") ?? "", at: now))
    }

    func getLock(_ call: Call) throws(Problem) -> OutgoingResponse {
        Replies.locked.response(!leases.holders(of: "lock \(try session(of: call))", at: now).isEmpty)
    }

    private func session(of call: Call) throws(Problem) -> String {
        guard try store.text(.workSession, call.parameters[0]) != nil else {
            throw .missing(.workSession, call.parameters[0])
        }
        return call.parameters[0]
    }

    func listEvents(_ call: Call) throws(Problem) -> OutgoingResponse {
        Replies.event.response(
            listing: try store.effects(
                after: call.query["after"].flatMap { Int64($0) } ?? 0, of: call.identifier("entity_id"),
                atMost: call.query["limit"].flatMap { Int64($0) } ?? Int64(Shape.longestList)))
    }

    func listFaults(_ call: Call) throws(Problem) -> OutgoingResponse {
        Replies.firedFault.response(listing: try store.faults())
    }

    func listRequests(_ call: Call) throws(Problem) -> OutgoingResponse {
        let count = call.query["limit"].flatMap { Int($0) } ?? RequestLog.usualCount
        return Replies.loggedRequest.response(listing: Array(requestLog.latest.suffix(count)))
    }
}
