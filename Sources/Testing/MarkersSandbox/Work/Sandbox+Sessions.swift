internal import HTTPServer
internal import Markers

extension Sandbox {
    func listSessions(_ call: Call) throws(Problem) -> OutgoingResponse {
        var texts = try store.texts(.workSession, of: call.identifier("space_id"))
        let wanted = ["status", "session_type"].filter { call.query[$0] != nil }
        if !wanted.isEmpty {
            texts.removeAll { text in
                let session = Document(text: text)
                return wanted.contains { session.string($0) != call.query[$0] }
            }
        }
        return answer(.workSession, texts, call, "\(Route.base)/work-sessions")
    }

    func createSession(_ call: Call) throws(Problem) -> OutgoingResponse {
        let space = try owner(.space, "space_id", in: call.body)
        return answer(201, try make(.workSession, call.body, owner: space, call))
    }

    func getSession(_ call: Call) throws(Problem) -> OutgoingResponse {
        try answer(.workSession, call.parameters[0])
    }

    func updateSession(_ call: Call) throws(Problem) -> OutgoingResponse {
        if let space = call.body["space_id"], !space.isNull {
            _ = try owner(.space, "space_id", in: call.body)
        }
        shifts.removeAll()
        var call = call
        if has(.dropMeta) { call.body.removeAll { $0.name == "meta" } }
        if has(.changeMeta), let meta = call.body["meta"], !meta.isNull {
            var rest = Document(meta)
            rest.removeAll { $0.json == Document.null }
            call.body.set("meta", rest.text)
        }
        return answer(200, try change(.workSession, call))
    }

    func deleteSession(_ call: Call) throws(Problem) -> OutgoingResponse {
        try remove(.workSession, call.parameters[0], call)
        shifts.removeAll()
        return OutgoingResponse(204)
    }

    func listSessionMarkers(_ call: Call) throws(Problem) -> OutgoingResponse {
        let session = call.parameters[0]
        _ = try store.document(.workSession, session)
        return answer(
            .marker, try markerTexts(of: session), call, "\(Route.base)/work-sessions/\(session)/markers")
    }

    /// The id of the document that a body names as its owner; refuses one that is not there.
    func owner(_ kind: Kind, _ name: String, in body: Document) throws(Problem) -> String {
        let id = body.string(name).map { WireID($0).canonical } ?? ""
        guard try store.text(kind, id) != nil else {
            throw .missing(kind, id, at: "/\(name)")
        }
        return id
    }

    func exportSession(_ call: Call) throws(Problem) -> OutgoingResponse {
        let id = call.parameters[0]
        var export = Document()
        export.set("work_session", try store.document(.workSession, id).text)
        export.set("markers", joined(try store.texts(.marker, of: id)))
        export.set("anchors", joined(try store.texts(.anchor, of: id)))
        let name = HeaderField("Content-Disposition", "attachment; filename=\"session-\(id).json\"")
        return OutgoingResponse(200, fields: [name], json: export.text)
    }

    func importSession(_ call: Call) throws(Problem) -> OutgoingResponse {
        let space = call.parameters[0]
        _ = try store.document(.space, space)
        guard let exported = call.body["work_session"] else { throw Problem(422, "there is no session") }
        var body = Document(exported)
        body.set("space_id", space)
        let session = try make(.workSession, body, owner: space, call) { $0.set("version", 1) }
        let id = session.string("id") ?? ""
        for value in call.body["markers"]?.elements ?? [] {
            var marker = Document(value)
            marker.set("work_session_id", id)
            // The vector of the new space counts, not that of the old.
            marker.removeAll { ["calibrated_data", "details", "version"].contains($0.name) }
            _ = try makeMarker(marker, session: id, call)
        }
        for value in call.body["anchors"]?.elements ?? [] {
            var anchor = Document(value)
            anchor.set("session_id", id)
            _ = try make(.anchor, anchor, owner: id, call)
        }
        return answer(201, session)
    }
}
