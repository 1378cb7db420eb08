internal import HTTPServer
internal import Markers

/// The OpenAPI 3.1 document of the server, written from the same tables that its requests are checked by.
public enum OpenAPIDocument {
    /// The document as JSON with one member per line.
    ///
    /// - Parameter hasPhone: whether it has the routes of the phone, too.
    package static func json(hasPhone: Bool = false) -> [UInt8] {
        let routes = Route.all([], hasPhone: hasPhone).filter { $0.opens == nil }
        return JSONWriter.object(openDepth: 6, endsLine: true) { json in
            json.member("openapi", "3.1.0")
            json.object("info") { json in
                json.member("title", "Roboscope sandbox")
                json.member("version", "1")
                json.member(
                    "description",
                    "A local server that keeps to the wire contract and stores what it receives.")
            }
            json.object("paths") { json in paths(routes, &json) }
            json.object("components") { json in
                json.object("schemas") { json in schemas(routes, &json) }
            }
        }
    }

    private static func paths(_ routes: [Route], _ json: inout JSONWriter) {
        var known: [String] = []
        for route in routes where !known.contains(route.path) { known.append(route.path) }
        for path in known {
            json.object(path) { json in
                for route in routes where route.path == path {
                    json.object(route.method.rawValue.lowercased()) { json in write(route, to: &json) }
                }
            }
        }
    }

    private static func write(_ route: Route, to json: inout JSONWriter) {
        json.member("operationId", route.operation.rawValue)
        json.member("summary", route.summary)
        if route.isOwn { json.member("x-sandbox-only", true) }
        json.array("parameters") { json in
            for name in route.parameterNames {
                let shape = Shape.string(Route.rule(ofParameter: name))
                write(parameter: name, in: "path", shape, isRequired: true, to: &json)
            }
            for query in route.query {
                write(parameter: query.name, in: "query", query.shape, isRequired: false, to: &json)
            }
        }
        if let record = route.body.record {
            json.object("requestBody") { json in
                if case .needed = route.body { json.member("required", true) }
                content(.record(record), to: &json)
            }
        }
        json.object("responses") { json in
            for reply in route.replies {
                json.object("\(reply.status)") { json in
                    json.member("description", OutgoingResponse.reason(reply.status))
                    if let shape = reply.shape { content(shape, to: &json) }
                    if let type = reply.mediaType {
                        json.object("content") { json in
                            json.object(type) { _ in }
                        }
                    }
                    if reply.status == 201 { links(from: route, to: &json) }
                }
            }
            if Sandbox.tagged.contains(route.operation) {
                json.object("304") { $0.member("description", "What If-None-Match names is what there is") }
            }
            json.object("default") { json in
                json.member("description", "Why it was not done")
                content(Replies.problem.shape, to: &json)
            }
        }
    }

    /// Writes which requests can follow the creation of a thing, for tools that walk from one to the next.
    private static func links(from route: Route, to json: inout JSONWriter) {
        guard let parameter = identifiers[route.operation] else { return }
        json.object("links") { json in
            for target in Route.all where !mayBeMissing.contains(target.operation) {
                let isAbout = target.parameterNames == [parameter]
                let member = carried[route.operation]?[target.operation]
                guard isAbout || member != nil else { continue }
                json.object(target.operation.rawValue) { json in
                    json.member("operationId", target.operation.rawValue)
                    if isAbout {
                        json.object("parameters") { $0.member(parameter, "$response.body#/id") }
                    }
                    if let member {
                        json.object("requestBody") {
                            $0.member(member.name, "$response.body#/\(member.source)")
                        }
                    }
                }
            }
        }
    }

    /// The members of a new thing that go into the bodies of other requests, and their names there.
    private static let carried: [Operation: [Operation: (name: String, source: String)]] = [
        .createSpace: [.createWorkSession: (name: "space_id", source: "id")],
        .createWorkSession: [
            .createMarker: (name: "work_session_id", source: "id"),
            .upsertAnchor: (name: "session_id", source: "id"),
            .updateWorkSession: (name: "version", source: "version"),
        ],
        .createMarker: [.updateMarker: (name: "version", source: "version")],
    ]

    /// Requests for what a new thing does not have yet.
    private static let mayBeMissing: Set<Operation> = [
        .getLaserGuide, .getMarkerDetails, .deleteMarkerDetails,
    ]

    /// The name under which the id of what an operation makes is a parameter of other paths.
    private static let identifiers: [Operation: String] = [
        .createSpace: "space_id", .createWorkSession: "session_id", .importWorkSession: "session_id",
        .createMarker: "marker_id", .upsertAnchor: "anchor_id",
    ]

    private static func write(
        parameter name: String, in place: String, _ shape: Shape, isRequired: Bool, to json: inout JSONWriter
    ) {
        json.object { json in
            json.member("name", name)
            json.member("in", place)
            json.member("required", isRequired)
            json.key("schema")
            shape.write(to: &json)
        }
    }

    private static func content(_ shape: Shape, to json: inout JSONWriter) {
        json.object("content") { json in
            json.object("application/json") { json in
                json.key("schema")
                shape.write(to: &json)
            }
        }
    }

    private static func schemas(_ routes: [Route], _ json: inout JSONWriter) {
        var records: [Record] = []
        for route in routes {
            route.body.record.map { Shape.record($0).collect(into: &records) }
            for reply in route.replies { reply.shape?.collect(into: &records) }
        }
        Replies.problem.shape.collect(into: &records)
        for record in records.sorted(by: { $0.name < $1.name }) {
            json.key(record.name)
            record.write(to: &json)
        }
    }
}

extension Shape {
    /// Adds the records in the shape, inner ones before outer ones.
    fileprivate func collect(into records: inout [Record]) {
        switch self {
        case .list(let shape, _), .nullable(let shape): shape.collect(into: &records)
        case .record(let record):
            guard !records.contains(where: { $0.name == record.name }) else { return }
            for member in record.members { member.shape.collect(into: &records) }
            records.append(record)
        default: break
        }
    }
}
