internal import HTTPServer
internal import Markers

/// Finds the route of a request, checks the request against it, and has its work done.
struct Router {
    private let routes: [Route]

    init(_ options: SandboxOptions) {
        routes = Route.all(
            options.variants, hasPhone: options.phone != nil, hasRoom: options.room != nil)
    }

    func answer(_ request: IncomingRequest, number: Int, in sandbox: Sandbox) -> OutgoingResponse {
        var response = response(to: request, number: number, in: sandbox)
        if let token = sandbox.nextToken(after: request, number: number) { response.fields.append(token) }
        return response
    }

    private func response(
        to request: IncomingRequest, number: Int, in sandbox: Sandbox
    ) -> OutgoingResponse {
        do throws(Problem) {
            let (route, parameters) = try match(request)
            // A renewal has a token of its own.
            if !route.isPhone, !route.isRoom, !route.path.hasPrefix("/sandbox/"),
                route.operation != .refreshToken
            {
                try sandbox.requireToken(request)
            }
            var call = try call(route, parameters, request, number, in: sandbox)
            if route.opens != nil { call.opening = try request.opening() }
            if route.isRoom { call.refusal = sandbox.room?.refusal(of: request) }
            guard !route.changesNothing else { return try shown(route, call, to: request, in: sandbox) }
            return try sandbox.store.transaction { () throws(Problem) in try route.work(sandbox)(call) }
        } catch {
            // They may come from what was undone.
            sandbox.shifts.removeAll()
            return sandbox.answer(error, to: request)
        }
    }

    /// The answer to a request that only reads, with a validator; without a body if the client has that already.
    private func shown(
        _ route: Route, _ call: Call, to request: IncomingRequest, in sandbox: Sandbox
    ) throws(Problem) -> OutgoingResponse {
        guard let tag = sandbox.tag(of: route.operation, call) else { return try route.work(sandbox)(call) }
        let field = HeaderField("ETag", tag)
        if request.has(tag) { return OutgoingResponse(304, fields: [field]) }
        var response = try route.work(sandbox)(call)
        if response.status == 200 { response.fields.append(field) }
        return response
    }

    /// The operation that a request asks for; nil where there is none.
    func operation(of request: IncomingRequest) -> Operation? { (try? match(request))?.0.operation }

    /// The use of the WebSocket that a request opens; nil where it opens none.
    func socketOpening(of request: IncomingRequest, number: Int, patience: Double) -> SocketOpening? {
        guard let route = (try? match(request))?.0, let purpose = route.opens else { return nil }
        return SocketOpening(
            purpose: purpose, request: request, operation: route.operation, number: number, patience: patience
        )
    }

    private func match(_ request: IncomingRequest) throws(Problem) -> (Route, [String]) {
        let all = routes.compactMap { route in
            route.parameters(in: request.target.path).map { (route, $0) }
        }
        // A path that matches a fixed part does not match a parameter in its place.
        let fewest = all.map { $0.1.count }.min()
        let matching = all.filter { $0.1.count == fewest }
        guard !matching.isEmpty else { throw Problem(404, "there is no route \(request.target.text)") }
        let method = request.method == .head ? .get : request.method
        guard let match = matching.first(where: { $0.0.method == method }) else {
            let allowed = Set(
                matching.flatMap { $0.0.method == .get ? ["GET", "HEAD"] : [$0.0.method.rawValue] }
            ).sorted().joined(separator: ", ")
            throw Problem(405, "this takes \(allowed)", fields: [HeaderField("Allow", allowed)])
        }
        return match
    }

    private func call(
        _ route: Route, _ parameters: [String], _ request: IncomingRequest, _ number: Int, in sandbox: Sandbox
    ) throws(Problem) -> Call {
        var canonical: [String] = []
        for (name, text) in zip(route.parameterNames, parameters) {
            let rule = Route.rule(ofParameter: name)
            guard rule.fits(text) else { throw Problem(400, "\(name) in the path is not what it must be") }
            canonical.append(rule.canonical?(text) ?? text)
        }
        var known = route.query
        if sandbox.hasPages, route.isList {
            known.append(Route.Query(name: "offset", shape: .counts))
        }
        for (name, text) in request.target.query {
            guard let query = known.first(where: { $0.name == name }) else {
                throw Problem(400, "the query has no parameter \(name) here")
            }
            guard query.shape.fits(text: text) else {
                throw Problem(400, "\(name) in the query is not what it must be")
            }
        }
        return Call(
            number: number, agent: request["user-agent"], bearer: Sandbox.bearer(of: request),
            parameters: canonical, query: request.target.query,
            body: route.isPhone && sandbox.has(.phoneLenient)
                ? (try? JSONValue(request.body)).map { Document($0) } ?? Document() : try body(route, request)
        )
    }

    private func body(_ route: Route, _ request: IncomingRequest) throws(Problem) -> Document {
        var shape = route.body.record.map { Shape.record($0) }
        if case .dates = route.body { shape = .dates }
        guard let shape else {
            guard request.body.isEmpty else { throw Problem(400, "this takes no body") }
            return Document()
        }
        if request.body.isEmpty, case .optional = route.body { return Document() }
        // The phone's documents name no type.
        guard route.isPhone || request["content-type"].map(Router.isJSON) ?? false else {
            throw Problem(415, "the body must be of the type application/json, in UTF-8")
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(
                request.body, options: JSONOptions(size: RequestLimits.body, values: 1 << 21))
        } catch {
            throw Problem(error)
        }
        try shape.require(value)
        return Document(value)
    }

    private static func isJSON(_ type: String) -> Bool {
        let parts = type.lowered.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
        return parts[0] == "application/json"
            && parts.dropFirst().allSatisfy { $0 == "charset=utf-8" || $0 == "charset=\"utf-8\"" }
    }
}
