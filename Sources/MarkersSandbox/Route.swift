internal import Markers

/// One thing the server can be asked for: how, and what does it.
struct Route: Sendable {
    let method: HTTPMethod
    /// As the contract writes it, with the names of parameters in braces.
    let path: String
    /// As the OpenAPI document names it.
    let name: String
    let summary: String
    var query: [Query] = []
    var body: Body = .none
    var replies: [Reply]
    /// Whether it is the sandbox's own, and no part of the contract.
    var isOwn = false
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
    }

    let segments: [String]

    var changesNothing: Bool { method == .get }

    /// What stands in the place of the parameters; nil for another path.
    func parameters(in path: [String]) -> [String]? {
        guard path.count == segments.count else { return nil }
        var parameters: [String] = []
        for (segment, part) in zip(segments, path) {
            if segment.hasPrefix("{") {
                guard !part.isEmpty else { return nil }
                parameters.append(part)
            } else if segment != part {
                return nil
            }
        }
        return parameters
    }

    /// The names of the parameters in the path.
    var parameterNames: [String] {
        segments.filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
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
