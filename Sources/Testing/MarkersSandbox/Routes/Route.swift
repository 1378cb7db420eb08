internal import HTTPServer
internal import Markers
internal import WebSocket

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

    struct Query: Sendable {
        let name: String
        let shape: Shape
    }

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

    let parameterNames: [String]
    /// The segments that are no parameters.
    private let fixed: [String?]

    /// Whether it leaves the store unchanged.
    var changesNothing: Bool { method == .get || isPhone }

    /// Whether it belongs to the room of devices, which knows no tokens of the API.
    var isRoom: Bool { opens == .room }

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

    static func rule(ofParameter name: String) -> StringRule {
        ["user_id", "requestId"].contains(name) ? .segment : .uuid
    }
}

extension Route {
    /// The routes of the phone, at the root of the port, and two that only a sandbox can have.
    static let phoneRoutes = [
        Route(
            .get, "/health", .phoneHealth, "says what the phone does", .ok(PhoneReplies.health.shape),
            isPhone: true, work: Sandbox.phoneHealth),
        Route(
            .get, "/status", .phoneStatus, "says how the phone is doing", .ok(PhoneReplies.status.shape),
            isPhone: true, work: Sandbox.phoneStatus),
        Route(
            .post, "/detect", .detect, "finds objects in the latest frame", body: .needed(detection),
            .ok(PhoneReplies.detection.shape), isPhone: true, work: Sandbox.detect),
        Route(
            .post, "/capture", .capture, "answers the latest picture", .picture, isPhone: true,
            work: Sandbox.capture),
        Route(
            .post, "/settings", .updatePhoneSettings, "changes settings of the phone",
            body: .needed(settings), .ok(PhoneReplies.settings.shape), isPhone: true,
            work: Sandbox.updatePhoneSettings),
        Route(
            .get, "/sandbox/camera/{requestId}", .getCameraFrame,
            "answers the camera in the frame of a detection", .ok(PhoneReplies.camera.shape), isOwn: true,
            isPhone: true, work: Sandbox.getCameraFrame),
        Route(
            .get, "/sandbox/objects", .listTrueObjects, "lists the objects with their true places",
            .ok(PhoneReplies.objects.shape), isOwn: true, isPhone: true, work: Sandbox.listTrueObjects),
    ]

    private static let detection = Record("DetectionRequest", [.init("requestId", .string(.requestID))])

    private static let settings = Record(
        "PhoneSettings",
        [
            .init("selectedModel", .segment, isRequired: false),
            .init("confidenceThreshold", .share, isRequired: false),
            .init("iouThreshold", .share, isRequired: false),
            .init("targetFPS", .amount(1...240), isRequired: false),
            .init("isScanning", .flag, isRequired: false),
        ])
}

extension Route {
    /// The paths that open WebSockets. OpenAPI has no words for them.
    static let socketRoutes = [
        Route(
            .get, "/events/live", .followEvents, "sends every write that takes effect through a WebSocket",
            query: [.init(name: "entity_id", shape: .uuid), .init(name: "after", shape: .counts)], .socket,
            isOwn: true, opens: .effects, work: Sandbox.openSocket),
        Route(
            .get, "/sandbox/echo", .echoMessages, "sends every message of a WebSocket back", .socket,
            isOwn: true, opens: .echo, work: Sandbox.openSocket),
        Route(
            .get, "/ws", .joinRoom, "lets a device join the room", .socket, isOwn: true, opens: .room,
            work: Sandbox.openRoom),
    ]
}

extension Route.Reply {
    fileprivate static let socket = Route.Reply(status: 101)
}

extension Sandbox {
    /// The most WebSockets at once, so that other requests always find a connection.
    static let mostSockets = 256

    func openSocket(_ call: Call) throws(Problem) -> OutgoingResponse {
        guard socketCount < Sandbox.mostSockets else {
            throw Problem(503, "\(Sandbox.mostSockets) WebSockets are open; close one first")
        }
        return OutgoingResponse(101, fields: call.opening)
    }
}

extension Sandbox {
    func openRoom(_ call: Call) throws(Problem) -> OutgoingResponse {
        if let text = call.refusal { throw Problem(503, text) }
        return OutgoingResponse(101, fields: call.opening)
    }
}

extension IncomingRequest {
    func opening() throws(Problem) -> [HeaderField] {
        do throws(OpeningRefusal) { return try socketFields() } catch {
            throw Problem(error.status, "\(error.code): \(error.message)", fields: error.headerFields)
        }
    }
}

extension Route {
    static let presenceRoutes = [
        Route(
            .get, "/presence/{session_id}", .listPresence, "lists who is in a session",
            .ok(Replies.users.shape), work: Sandbox.listPresence),
        Route(
            .post, "/presence/{session_id}", .beatPresence, "says that somebody is in a session",
            body: .needed(user), .ok(Replies.users.shape), work: Sandbox.beatPresence),
        Route(
            .delete, "/presence/{session_id}/{user_id}", .endPresence,
            "says that somebody has left a session", .nothing, work: Sandbox.endPresence),
    ]

    /// The routes of locks in two styles, which do the same.
    static let lockRoutes: [Route] =
        [
            Route(
                .post, newLock, .acquireLock, "takes the lock of a session, if it is free",
                body: .needed(term), .ok(Replies.acquired.shape), work: Sandbox.acquireLock),
            Route(
                .post, newLock + "/extend", .extendLock, "holds a lock for longer",
                body: .needed(longerTerm), .ok(Replies.extended.shape), work: Sandbox.extendLock),
            Route(
                .post, newLock + "/unlock", .releaseLock, "lets a lock go", body: .needed(token),
                .ok(Replies.released.shape), work: Sandbox.releaseLock),
            Route(
                .get, newLock + "/status", .getLock, "says whether a session is locked",
                .ok(Replies.locked.shape), work: Sandbox.getLock),
            Route(
                .post, oldLock, .acquireOldLock, "takes the lock of a session, by the older route",
                body: .needed(term), .ok(Replies.acquired.shape), work: Sandbox.acquireLock),
            Route(
                .post, oldLock + "/extend", .extendOldLock, "holds a lock for longer, by the older route",
                body: .needed(longerTerm), .ok(Replies.extendedOld.shape), work: Sandbox.extendOldLock),
            Route(
                .delete, oldLock, .releaseOldLock, "lets a lock go, by the older route",
                body: .needed(token), .ok(Replies.released.shape), work: Sandbox.releaseLock),
            Route(
                .get, oldLock, .getOldLock, "says whether a session is locked, by the older route",
                .ok(Replies.locked.shape), work: Sandbox.getLock),
        ]

    private static let newLock = "/locks/work-sessions/{session_id}"
    private static let oldLock = "/locks/{session_id}"

    private static let user = Record("User", [.init("user_id", .segment)])
    private static let seconds = Shape.whole(1...3600)
    private static let term = Record("LockTerm", [.init("ttl_seconds", seconds)])
    private static let token = Record("LockToken", [.init("token", .text)])
    private static let longerTerm = Record("LockExtension", token.members + term.members)

    /// Routes that the contract leaves open, and those that only a sandbox has.
    static let ownRoutes = [
        Route(
            .get, "/events", .listEvents, "lists every write that took effect",
            query: [
                .init(name: "entity_id", shape: .uuid), .init(name: "after", shape: .counts),
                .init(name: "limit", shape: .whole(1...100_000)),
            ],
            .ok(.list(Replies.event.shape, atMost: Shape.longestList)), work: Sandbox.listEvents),
        Route(
            .post, "/spaces/{space_id}/import", .importWorkSession,
            "makes a session of an export, under new ids", body: .needed(exported), .created(.workSession),
            isOwn: true, work: Sandbox.importSession),
        Route(
            .put, "/spaces/{space_id}/laser-guide", .putLaserGuide, "sets the rows of a laser",
            body: .needed(Entity.laserGuide.creation), .ok(.laserGuide), isOwn: true,
            work: Sandbox.putLaserGuide),
        Route(
            .get, "/sandbox/faults", .listFaults, "lists every fault that reached a client",
            .ok(.list(Replies.firedFault.shape, atMost: Shape.longestList)), isOwn: true,
            work: Sandbox.listFaults),
        Route(
            .get, "/sandbox/requests", .listRequests,
            "lists the latest requests that were answered, 100 unless asked for more",
            query: [.init(name: "limit", shape: .whole(1...Int64(RequestLog.longest)))],
            .ok(.list(Replies.loggedRequest.shape, atMost: Shape.longestList)), isOwn: true,
            work: Sandbox.listRequests),
        Route(
            .post, "/sandbox/token", .issueToken, "gives out a bearer token",
            .ok(Replies.bearerToken.shape), isOwn: true, work: Sandbox.issueToken),
        Route(
            .post, "/auth/refresh-token", .refreshToken,
            "gives out a bearer token for the refresh token in Authorization", .ok(Replies.accessToken.shape),
            isOwn: true, work: Sandbox.refreshToken),
        Route(
            .post, "/cache/validate/{user_id}", .validateCache,
            "says which of the lists that a client keeps have changed since the times that it gives",
            body: .needed(Record("CacheTimes", [.init("timestamps", .dates)])), .ok(.object), isOwn: true,
            work: Sandbox.validateCache),
    ]

    static let flatValidation = Route(
        .post, "/cache/validate/{user_id}", .validateCache, "the same, of times alone", body: .dates,
        .ok(.object), isOwn: true, work: Sandbox.validateCache)
}
