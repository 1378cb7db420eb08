internal import Markers

extension Sandbox {
    func listEvents(_ call: Call) throws(Problem) -> HTTPResponse {
        let effects = try store.effects(
            after: call.query["after"].flatMap { Int64($0) } ?? 0, of: call.identifier("entity_id"),
            atMost: call.query["limit"].flatMap { Int64($0) } ?? Int64(Shape.longestList))
        var json = JSONWriter()
        json.array { json in
            for effect in effects { Sandbox.write(effect, to: &json) }
        }
        return HTTPResponse(200, json: json.bytes)
    }

    private static func write(_ effect: Effect, to json: inout JSONWriter) {
        json.object { json in
            json.key("number")
            json.value(effect.number)
            json.member("created_at", effect.at)
            json.member("request", effect.request)
            json.member("agent", effect.agent)
            json.member("action", effect.action.rawValue)
            json.member("entity_type", effect.kind)
            json.member("entity_id", effect.id)
            json.key("version")
            effect.version.map { json.value($0) } ?? json.null()
            json.key("body")
            if let body = effect.body.flatMap({ try? JSONValue($0) }) {
                json.value(body)
            } else {
                json.null()
            }
        }
    }

    func listFaults(_ call: Call) throws(Problem) -> HTTPResponse {
        let faults = try store.faults()
        var json = JSONWriter()
        json.array { json in
            for fault in faults {
                json.object { json in
                    json.member("request", fault.request)
                    json.member("method", fault.method)
                    json.member("path", fault.path)
                    json.member("fault", fault.fault)
                }
            }
        }
        return HTTPResponse(200, json: json.bytes)
    }
}
