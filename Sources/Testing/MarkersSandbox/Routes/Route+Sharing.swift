internal import HTTPServer

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

    /// The validation of a cache as servers have it that take the times alone.
    static let flatValidation = Route(
        .post, "/cache/validate/{user_id}", .validateCache, "the same, of times alone", body: .dates,
        .ok(.object), isOwn: true, work: Sandbox.validateCache)
}
