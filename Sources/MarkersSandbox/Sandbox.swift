internal import Foundation
internal import Markers
internal import SQLiteStore

/// The server without its sockets: a request in, an answer out. For one thread at a time.
package final class Sandbox {
    let store: Store
    let options: SandboxOptions
    let numbers: SeededNumbers
    var leases = Leases()
    /// What the vector of a session's space adds to raw points, as far as it was asked for; nil for no vector.
    var shifts: [String: SIMD3<Double>?] = [:]
    /// Whether markers are shown as they were before their last change, and whether one was.
    var showsPrevious = false, hasShownPrevious = false
    private let routes: [Route]
    private(set) var requestCount = 0

    /// Opens the store, and makes it where there is none.
    package init(_ options: SandboxOptions) throws(SandboxError) {
        do throws(DatabaseError) { store = try Store(options.dataFile) } catch {
            throw .store(file: options.dataFile ?? "memory", code: error.code.rawValue, error.message)
        }
        self.options = options
        numbers = SeededNumbers(seed: options.seed ?? .random(in: .min ... .max))
        routes = Route.all(options.variants)
        do throws(Problem) { try store.load(options.contents) } catch {
            throw .store(file: options.dataFile ?? "memory", code: "CONTENTS", error.message)
        }
    }

    func has(_ variant: Variant) -> Bool { options.variants.contains(variant) }

    /// The number of the next request.
    func nextRequest() -> Int {
        requestCount += 1
        return requestCount
    }

    /// Does what a request asks for and answers it.
    package func answer(_ request: HTTPRequest) -> HTTPResponse { answer(request, number: nextRequest()) }

    func answer(_ request: HTTPRequest, number: Int) -> HTTPResponse {
        do throws(Problem) {
            let (route, parameters) = try route(of: request)
            if !route.path.hasPrefix("/sandbox/") { try requireToken(request) }
            let call = try call(route, parameters, request, number)
            guard !route.changesNothing else { return try route.work(self)(call) }
            return try store.transaction { () throws(Problem) in try route.work(self)(call) }
        } catch {
            // They may come from what was undone.
            shifts.removeAll()
            guard has(.textErrors) else { return error.response }
            return HTTPResponse(
                error.status, fields: [HTTPField("Content-Type", "text/plain; charset=utf-8")] + error.fields,
                text: Array(error.message.utf8))
        }
    }

    private func route(of request: HTTPRequest) throws(Problem) -> (Route, [String]) {
        let all = routes.compactMap { route in
            route.parameters(in: request.target.path).map { (route, $0) }
        }
        // A path with a fixed part is no other path with a parameter in its place.
        let fewest = all.map { $0.1.count }.min()
        let matching = all.filter { $0.1.count == fewest }
        guard !matching.isEmpty else { throw Problem(404, "there is no route \(request.target.text)") }
        let method = request.method == .head ? .get : request.method
        guard let match = matching.first(where: { $0.0.method == method }) else {
            let allowed = Set(
                matching.flatMap { $0.0.method == .get ? ["GET", "HEAD"] : [$0.0.method.rawValue] })
            throw Problem(
                405, "this takes \(allowed.sorted().joined(separator: ", "))",
                fields: [HTTPField("Allow", allowed.sorted().joined(separator: ", "))])
        }
        return match
    }

    private func call(
        _ route: Route, _ parameters: [String], _ request: HTTPRequest, _ number: Int
    ) throws(Problem) -> Call {
        var canonical: [String] = []
        for (name, text) in zip(route.parameterNames, parameters) {
            let id = WireID(text)
            guard Route.isIdentifier(name) ? id.uuid != nil : Shape.isSegment(text) else {
                throw Problem(400, "\(name) in the path is not what it must be")
            }
            canonical.append(Route.isIdentifier(name) ? id.canonical : text)
        }
        for (name, text) in request.target.query {
            guard let query = route.query.first(where: { $0.name == name }) ?? paging(route, name) else {
                throw Problem(400, "the query has no parameter \(name) here")
            }
            guard query.takes(text) else { throw Problem(400, "\(name) in the query is not what it must be") }
        }
        return Call(
            number: number, agent: request["user-agent"], parameters: canonical, query: request.target.query,
            body: try body(route, request), text: request.body)
    }

    private func paging(_ route: Route, _ name: String) -> Route.Query? {
        guard has(.pagedLists) || has(.linkedLists), name == "offset", case .list? = route.replies[0].shape
        else {
            return nil
        }
        return Route.Query(name: name, shape: .counts)
    }

    private func body(_ route: Route, _ request: HTTPRequest) throws(Problem) -> Document {
        guard let record = route.body.record else {
            guard request.body.isEmpty else { throw Problem(400, "this takes no body") }
            return Document()
        }
        if request.body.isEmpty, case .optional = route.body { return Document() }
        guard let type = request["content-type"], Sandbox.isJSON(type) else {
            throw Problem(415, "the body must be of the type application/json, in UTF-8")
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(
                request.body, options: JSONOptions(size: HTTPLimits.body, values: 1 << 21))
        } catch {
            throw Problem(error)
        }
        _ = try record.members(of: value)
        return Document(value)
    }

    private static func isJSON(_ type: String) -> Bool {
        let parts = type.lowered.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
        return parts[0] == "application/json"
            && parts.dropFirst().allSatisfy { $0 == "charset=utf-8" || $0 == "charset=\"utf-8\"" }
    }
}

extension Route.Query {
    /// Whether the text behind the equals sign is what it must be.
    func takes(_ text: String) -> Bool {
        switch shape {
        case .uuid: WireID(text).uuid != nil
        case .flag: ["true", "false"].contains(text)
        case .whole(let range): Int64(text).map(range.contains) ?? false
        case .name: Shape.isName(text)
        default: true
        }
    }
}
