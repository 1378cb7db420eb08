internal import Foundation
internal import Markers

extension Sandbox {
    func getDetails(_ call: Call) throws(Problem) -> HTTPResponse {
        let marker = try store.document(.marker, call.parameters[0])
        guard let details = marker["details"], !details.isNull else {
            throw Problem(404, "the details of this marker are not computed")
        }
        return answer(200, Document(details))
    }

    func putDetails(_ call: Call) throws(Problem) -> HTTPResponse {
        try setDetails(of: try store.document(.marker, call.parameters[0]), call.body, call)
    }

    func deleteDetails(_ call: Call) throws(Problem) -> HTTPResponse {
        var marker = try store.document(.marker, call.parameters[0])
        guard let details = marker["details"], !details.isNull else {
            throw Problem(404, "the details of this marker are not computed")
        }
        marker.set("details", Document.null)
        try keep(.marker, marker)
        try log(.details, .marker, marker, call, body: nil)
        return HTTPResponse(204)
    }

    func calculateDetails(_ call: Call) throws(Problem) -> HTTPResponse {
        let marker = try store.document(.marker, call.parameters[0])
        return try setDetails(of: marker, computed(marker), call)
    }

    func calculateSessionDetails(_ call: Call) throws(Problem) -> HTTPResponse {
        _ = try store.document(.workSession, call.parameters[0])
        let markers = try store.documents(.marker, of: call.parameters[0])
        for marker in markers { _ = try setDetails(of: marker, computed(marker), call) }
        var json = JSONWriter()
        json.object { $0.member("calculated", markers.count) }
        return HTTPResponse(200, json: json.bytes)
    }

    /// The numbers by the contract's formulas.
    private func computed(_ marker: Document) -> Document {
        var body = Document()
        guard let quad = marker.quad, let id = marker.string("id").flatMap({ WireID($0).uuid }) else {
            return body
        }
        for (name, value) in MarkerMetrics(quad).details(of: id).numbers() {
            var json = JSONWriter()
            value.map { json.value($0) } ?? json.null()
            body.set(name, json.bytes)
        }
        return body
    }

    /// Stores details with their marker, whose version stays.
    private func setDetails(of marker: Document, _ body: Document, _ call: Call) throws(Problem)
        -> HTTPResponse
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
