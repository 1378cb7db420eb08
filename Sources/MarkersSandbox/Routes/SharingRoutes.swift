extension Route {
    static let presenceRoutes = [
        Route(
            .get, "\(base)/presence/{session_id}", "listPresence", "lists who is in a session",
            .ok(.record(users)), work: Sandbox.listPresence),
        Route(
            .post, "\(base)/presence/{session_id}", "beatPresence", "says that somebody is in a session",
            body: .needed(user), .ok(.record(users)), work: Sandbox.beatPresence),
        Route(
            .delete, "\(base)/presence/{session_id}/{user_id}", "endPresence",
            "says that somebody has left a session",
            .nothing, work: Sandbox.endPresence),
    ]

    /// Both styles of the routes do the same.
    static let lockRoutes: [Route] =
        [
            Route(
                .post, "\(newLock)", "acquireLock", "takes the lock of a session, if it is free",
                body: .needed(term), .ok(.record(acquired)), work: Sandbox.acquireLock),
            Route(
                .post, "\(newLock)/extend", "extendLock", "holds a lock for longer",
                body: .needed(longerTerm),
                .ok(.record(flag("Extended", "extended"))), work: Sandbox.extendLock),
            Route(
                .post, "\(newLock)/unlock", "releaseLock", "lets a lock go", body: .needed(token),
                .ok(.record(flag("Released", "released"))), work: Sandbox.releaseLock),
            Route(
                .get, "\(newLock)/status", "getLock", "says whether a session is locked",
                .ok(.record(flag("Locked", "locked"))), work: Sandbox.getLock),
            Route(
                .post, "\(oldLock)", "acquireOldLock", "takes the lock of a session, by the older route",
                body: .needed(term), .ok(.record(acquired)), work: Sandbox.acquireLock),
            Route(
                .post, "\(oldLock)/extend", "extendOldLock", "holds a lock for longer, by the older route",
                body: .needed(longerTerm), .ok(.record(flag("ExtendedOld", "acquired"))),
                work: Sandbox.extendOldLock),
            Route(
                .delete, "\(oldLock)", "releaseOldLock", "lets a lock go, by the older route",
                body: .needed(token), .ok(.record(flag("Released", "released"))), work: Sandbox.releaseLock),
            Route(
                .get, "\(oldLock)", "getOldLock", "says whether a session is locked, by the older route",
                .ok(.record(flag("Locked", "locked"))), work: Sandbox.getLock),
        ]

    private static let newLock = "\(base)/locks/work-sessions/{session_id}"
    private static let oldLock = "\(base)/locks/{session_id}"

    private static let user = Record(name: "User", members: [.init("user_id", .segment, isRequired: true)])
    private static let users = Record(
        name: "Users", members: [.init("users", .list(.segment, atMost: Shape.longestList), isRequired: true)]
    )
    private static let seconds = Shape.whole(1...3600)
    private static let term = Record(
        name: "LockTerm", members: [.init("ttl_seconds", seconds, isRequired: true)])
    private static let token = Record(name: "LockToken", members: [.init("token", .text, isRequired: true)])
    private static let longerTerm = Record(
        name: "LockExtension", members: token.members + term.members)
    private static let acquired = Record(
        name: "Acquired",
        members: [.init("acquired", .flag, isRequired: true), .init("token", .nullable(.text))])

    private static func flag(_ name: String, _ member: String) -> Record {
        Record(name: name, members: [.init(member, .flag, isRequired: true)])
    }

    /// What the contract leaves open, and what only a sandbox has.
    static let ownRoutes = [
        Route(
            .get, "\(base)/events", "listEvents", "lists every write that took effect",
            query: [
                .init(name: "entity_id", shape: .uuid), .init(name: "after", shape: .counts),
                .init(name: "limit", shape: .whole(1...100_000)),
            ], .ok(.list(.record(event), atMost: Shape.longestList)), work: Sandbox.listEvents),
        Route(
            .post, "\(base)/spaces/{space_id}/import", "importWorkSession",
            "makes a session of an export, under new ids", body: .needed(exported),
            .created(.record(Entity.workSession.reply)), isOwn: true, work: Sandbox.importSession),
        Route(
            .put, "\(base)/spaces/{space_id}/laser-guide", "putLaserGuide", "sets the rows of a laser",
            body: .needed(Entity.laserGuide.creation), .ok(.record(Entity.laserGuide.reply)), isOwn: true,
            work: Sandbox.putLaserGuide),
        Route(
            .get, "/sandbox/faults", "listFaults", "lists every fault that reached a client",
            .ok(.list(.record(firedFault), atMost: Shape.longestList)), isOwn: true, work: Sandbox.listFaults),
        Route(
            .post, "/sandbox/token", "issueToken", "gives out a bearer token",
            .ok(
                .record(
                    Record(
                        name: "BearerToken",
                        members: [
                            .init("token", .text, isRequired: true),
                            .init("expires_in", .number, isRequired: true),
                        ]))), isOwn: true, work: Sandbox.issueToken),
    ]

    private static let event = Record(
        name: "Event",
        members: [
            .init("number", .counts, isRequired: true), .init("created_at", .date, isRequired: true),
            .init("request", .counts, isRequired: true), .init("agent", .nullable(.text)),
            .init("action", .words(Effect.Action.allCases.map(\.rawValue)), isRequired: true),
            .init("entity_type", .text, isRequired: true), .init("entity_id", .uuid, isRequired: true),
            .init("version", .nullable(.counts)), .init("body", .nullable(.object)),
        ])

    private static let firedFault = Record(
        name: "FiredFault",
        members: [
            .init("request", .counts, isRequired: true), .init("method", .text, isRequired: true),
            .init("path", .text, isRequired: true), .init("fault", .text, isRequired: true),
        ])
}
