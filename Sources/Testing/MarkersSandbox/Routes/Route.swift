internal import HTTPServer

/// A request that the server understands, and the work that answers it.
final class Route: Sendable {
    let method: RequestMethod
    /// The path of the contract, with the names of parameters in braces.
    let path: String
    let operation: Operation
    let summary: String
    let query: [Query]
    let body: Body
    let replies: [Reply]
    /// Whether only the sandbox has it, and not the contract.
    let isOwn: Bool
    /// Whether it is there only with a phone, which knows no tokens and keeps nothing in the store.
    let isPhone: Bool
    /// The use of the WebSocket that it opens; nil for a route that opens none.
    let opens: SocketPurpose?
    let work: Work

    typealias Work = @Sendable (Sandbox) -> (Call) throws(Problem) -> OutgoingResponse

    /// A parameter after the question mark.
    struct Query: Sendable {
        let name: String
        let shape: Shape
    }

    /// The body of a request.
    enum Body: Sendable {
        case none
        case needed(Record)
        /// A body that may be left out.
        case optional(Record)
        /// An object of dates.
        case dates

        var record: Record? {
            switch self {
            case .none, .dates: nil
            case .needed(let record), .optional(let record): record
            }
        }
    }

    /// An answer that is not an error.
    struct Reply: Sendable {
        let status: Int
        var shape: Shape?
        /// The type of a body without a shape.
        var mediaType: String?

        static func ok(_ shape: Shape) -> Reply { Reply(status: 200, shape: shape) }
        static func created(_ shape: Shape) -> Reply { Reply(status: 201, shape: shape) }
        static func ok(_ entity: Entity) -> Reply { .ok(.record(entity.reply)) }
        static func created(_ entity: Entity) -> Reply { .created(.record(entity.reply)) }
        static func list(_ entity: Entity) -> Reply {
            .ok(.list(.record(entity.reply), atMost: Shape.longestList))
        }
        static let nothing = Reply(status: 204)
        static let picture = Reply(status: 200, mediaType: "image/jpeg")
    }

    /// - Parameter path: without ``base``, which all but the sandbox's own paths and the phone's begin with.
    init(
        _ method: RequestMethod, _ path: String, _ operation: Operation, _ summary: String,
        query: [Query] = [],
        body: Body = .none, _ replies: Reply..., isOwn: Bool = false, isPhone: Bool = false,
        opens: SocketPurpose? = nil, work: @escaping Work
    ) {
        let isAtRoot = isPhone || path.hasPrefix("/sandbox/") || opens == .room
        let path = isAtRoot ? path : Route.base + path
        (self.method, self.path, self.operation, self.summary) = (method, path, operation, summary)
        (self.query, self.body, self.replies, self.work) = (query, body, replies, work)
        (self.isOwn, self.isPhone, self.opens) = (isOwn, isPhone, opens)
        let segments = path.split(separator: "/").map(String.init)
        parameterNames = segments.filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
        fixed = segments.map { $0.hasPrefix("{") ? nil : $0 }
    }

    /// The names of the parameters in the path.
    let parameterNames: [String]
    /// The segments that are no parameters.
    private let fixed: [String?]

    /// Whether it leaves the store unchanged.
    var changesNothing: Bool { method == .get || isPhone }

    /// Whether it belongs to the room of devices, which knows no tokens of the API.
    var isRoom: Bool { opens == .room }

    /// Whether it answers with a list of documents.
    var isList: Bool {
        if method == .get, !isPhone, case .list? = replies[0].shape { true } else { false }
    }

    /// The values of the parameters in a path; nil for a path of another route.
    func parameters(in path: [String]) -> [String]? {
        guard path.count == fixed.count else { return nil }
        var parameters: [String] = []
        // Most routes differ at the end.
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

    /// The rule for a parameter of the path.
    static func rule(ofParameter name: String) -> StringRule {
        ["user_id", "requestId"].contains(name) ? .segment : .uuid
    }
}
