internal import Foundation
internal import HTTPServer
internal import Markers

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
