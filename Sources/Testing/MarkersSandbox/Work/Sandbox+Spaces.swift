internal import HTTPServer
internal import Markers

extension Sandbox {
    func health(_ call: Call) throws(Problem) -> OutgoingResponse {
        Replies.health.response("ok")
    }

    func listSpaces(_ call: Call) throws(Problem) -> OutgoingResponse {
        var spaces = try store.documents(.space)
        if call.query["include_inactive"] != "true" { spaces.removeAll { $0["is_active"]?.bool == false } }
        if let key = call.query["key"] { spaces.removeAll { $0.string("key") != key } }
        return answer(.space, spaces.map(\.text), call, "\(Route.base)/spaces")
    }

    func createSpace(_ call: Call) throws(Problem) -> OutgoingResponse {
        try requireFreeKey(call)
        return answer(201, try make(.space, call.body, owner: nil, call))
    }

    func getSpace(_ call: Call) throws(Problem) -> OutgoingResponse { try answer(.space, call.parameters[0]) }

    func updateSpace(_ call: Call) throws(Problem) -> OutgoingResponse {
        try requireFreeKey(call, besides: call.parameters[0])
        let before = try store.document(.space, call.parameters[0])
        let space = try change(.space, call)
        shifts.removeAll()
        if !has(.staleVector), space["calibration_vector"] != before["calibration_vector"] {
            for session in try store.documents(.workSession, of: call.parameters[0]) {
                try recalibrate(session: session.string("id") ?? "")
            }
        }
        return answer(200, space)
    }

    func deleteSpace(_ call: Call) throws(Problem) -> OutgoingResponse {
        try remove(.space, call.parameters[0], call)
        shifts.removeAll()
        return OutgoingResponse(204)
    }

    /// Refuses a key that another space has.
    private func requireFreeKey(_ call: Call, besides id: String? = nil) throws(Problem) {
        guard let key = call.body.string("key") else { return }
        let holder = try store.documents(.space).first { $0.string("key") == key }
        guard holder == nil || holder?.string("id") == id else {
            throw Problem(409, "another space has this key", at: "/key")
        }
    }

    /// Recomputes the calibrated corners of all markers of a session after a change of the vector; versions stay.
    private func recalibrate(session: String) throws(Problem) {
        for var marker in try store.documents(.marker, of: session) {
            try calibrate(&marker)
            try keep(.marker, marker)
        }
    }

    func getLaserGuide(_ call: Call) throws(Problem) -> OutgoingResponse {
        _ = try store.document(.space, call.parameters[0])
        guard let guide = try store.texts(.laserGuide, of: call.parameters[0]).first else {
            throw Problem(404, "this space has no laser guide")
        }
        return answer(200, Document(text: guide))
    }

    func putLaserGuide(_ call: Call) throws(Problem) -> OutgoingResponse {
        let space = call.parameters[0]
        _ = try store.document(.space, space)
        for old in try store.documents(.laserGuide, of: space) {
            try remove(.laserGuide, old.string("id") ?? "", call)
        }
        return answer(200, try make(.laserGuide, call.body, owner: space, call) { $0.set("space_id", space) })
    }

    func listReferenceSets(_ call: Call) throws(Problem) -> OutgoingResponse {
        let space = call.parameters[0]
        _ = try store.document(.space, space)
        return answer(
            .referenceSet, try store.texts(.referenceSet, of: space), call,
            "\(Route.base)/spaces/\(space)/reference-sets")
    }

    func createReferenceSet(_ call: Call) throws(Problem) -> OutgoingResponse {
        let space = call.parameters[0]
        _ = try store.document(.space, space)
        return answer(
            201, try make(.referenceSet, call.body, owner: space, call) { $0.set("space_id", space) })
    }
}
