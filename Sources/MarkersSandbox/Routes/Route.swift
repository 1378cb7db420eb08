internal import Markers

/// One thing the server can be asked for: how, and what does it.
final class Route: Sendable {
    let method: HTTPMethod
    /// As the contract writes it, with the names of parameters in braces.
    let path: String
    /// As the OpenAPI document names it.
    let name: String
    let summary: String
    let query: [Query]
    let body: Body
    let replies: [Reply]
    /// Whether it is the sandbox's own, and no part of the contract.
    let isOwn: Bool
    let work: Work

    typealias Work = @Sendable (Sandbox) -> (Call) throws(Problem) -> HTTPResponse

    /// A parameter behind the question mark.
    struct Query: Sendable {
        let name: String
        let shape: Shape
    }

    /// What a request carries.
    enum Body: Sendable {
        case none
        case needed(Record)
        /// May be left out.
        case optional(Record)

        var record: Record? {
            switch self {
            case .none: nil
            case .needed(let record), .optional(let record): record
            }
        }
    }

    /// An answer that is no error.
    struct Reply: Sendable {
        let status: Int
        var shape: Shape?

        static func ok(_ shape: Shape) -> Reply { Reply(status: 200, shape: shape) }
        static func created(_ shape: Shape) -> Reply { Reply(status: 201, shape: shape) }
        static let nothing = Reply(status: 204)
    }

    init(
        _ method: HTTPMethod, _ path: String, _ name: String, _ summary: String, query: [Query] = [],
        body: Body = .none, _ replies: Reply..., isOwn: Bool = false, work: @escaping Work
    ) {
        (self.method, self.path, self.name, self.summary) = (method, path, name, summary)
        (self.query, self.body, self.replies, self.isOwn, self.work) = (query, body, replies, isOwn, work)
        segments = path.split(separator: "/").map(String.init)
        parameterNames = segments.filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
        fixed = segments.map { $0.hasPrefix("{") ? nil : $0 }
    }

    let segments: [String]
    /// The names of the parameters in the path.
    let parameterNames: [String]
    /// The segments that are no parameters.
    private let fixed: [String?]

    var changesNothing: Bool { method == .get }

    /// What stands in the place of the parameters; nil for another path.
    func parameters(in path: [String]) -> [String]? {
        guard path.count == fixed.count else { return nil }
        var parameters: [String] = []
        // What tells routes apart stands at the end.
        for place in path.indices.reversed() {
            if let segment = fixed[place] {
                guard segment == path[place] else { return nil }
            } else {
                guard !path[place].isEmpty else { return nil }
                parameters.append(path[place])
            }
        }
        return parameters.reversed()
    }

    /// Whether a parameter of the path is a UUID; all others are names.
    static func isIdentifier(_ name: String) -> Bool { name != "user_id" }
}

/// A request on its way to what does it.
struct Call {
    let number: Int
    let agent: String?
    /// UUIDs in lower case.
    let parameters: [String]
    let query: [String: String]
    /// The members of the body, which are judged already.
    let body: Document
    /// The body as it came.
    let text: [UInt8]

    /// An id in the query, in lower case.
    func identifier(_ name: String) -> String? { query[name].map { WireID($0).canonical } }
}

extension WireID {
    /// A UUID in lower case; anything else as it is.
    var canonical: String { uuid?.wireText ?? text }
}
