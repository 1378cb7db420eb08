internal import HTTPServer

extension Route {
    /// The path that all routes of the contract begin with.
    static let base = "/api/v1"

    /// Every route; those with a fixed part come before those with a parameter in its place.
    static let all: [Route] =
        spaceRoutes + sessionRoutes + markerRoutes + detailsRoutes + anchorRoutes + presenceRoutes
        + lockRoutes + ownRoutes + socketRoutes + phoneRoutes

    /// The routes that a server of these variants has, with those of a phone or without.
    static func all(_ variants: Set<Variant>, hasPhone: Bool, hasRoom: Bool = false) -> [Route] {
        all.filter { route in
            guard hasPhone || !route.isPhone, hasRoom || !route.isRoom else { return false }
            let isNew = route.path.hasPrefix("\(base)/locks/work-sessions/")
            let isOld = route.path.hasPrefix("\(base)/locks/{")
            return !(isNew && variants.contains(.oldLocks) || isOld && variants.contains(.newLocks))
                && !(route.operation == .validateCache && variants.contains(.validateFlat))
        } + (variants.contains(.validateFlat) ? [flatValidation] : [])
    }

    private static let spaceRoutes = [
        Route(
            .get, "/health", .health, "says that the server is there", .ok(Replies.health.shape),
            work: Sandbox.health),
        Route(
            .get, "/spaces", .listSpaces, "lists active spaces, or all",
            query: [.init(name: "key", shape: .name), .init(name: "include_inactive", shape: .flag)],
            .list(.space), work: Sandbox.listSpaces),
        Route(
            .post, "/spaces", .createSpace, "makes a space", body: .needed(Entity.space.creation),
            .created(.space), work: Sandbox.createSpace),
        Route(.get, "/spaces/{space_id}", .getSpace, "answers a space", .ok(.space), work: Sandbox.getSpace),
        Route(
            .patch, "/spaces/{space_id}", .updateSpace, "changes a space; there is no version to guard it",
            body: .needed(Entity.space.update), .ok(.space), work: Sandbox.updateSpace),
        Route(
            .delete, "/spaces/{space_id}", .deleteSpace, "removes a space with all that is in it", .nothing,
            work: Sandbox.deleteSpace),
        Route(
            .get, "/spaces/{space_id}/laser-guide", .getLaserGuide,
            "answers the rows of a laser, if there are any", .ok(.laserGuide), work: Sandbox.getLaserGuide),
        Route(
            .get, "/spaces/{space_id}/reference-sets", .listReferenceSets,
            "lists the reference sets of a space", .list(.referenceSet), work: Sandbox.listReferenceSets),
        Route(
            .post, "/spaces/{space_id}/reference-sets", .createReferenceSet, "makes a reference set",
            body: .needed(Entity.referenceSet.creation), .created(.referenceSet),
            work: Sandbox.createReferenceSet),
    ]

    private static let sessionRoutes = [
        Route(
            .get, "/work-sessions", .listWorkSessions, "lists work sessions",
            query: [
                .init(name: "space_id", shape: .uuid), .init(name: "status", shape: .name),
                .init(name: "session_type", shape: .name),
            ],
            .list(.workSession), work: Sandbox.listSessions),
        Route(
            .post, "/work-sessions", .createWorkSession, "makes a work session",
            body: .needed(Entity.workSession.creation), .created(.workSession), work: Sandbox.createSession),
        Route(
            .get, "/work-sessions/{session_id}", .getWorkSession, "answers a work session",
            .ok(.workSession), work: Sandbox.getSession),
        Route(
            .patch, "/work-sessions/{session_id}", .updateWorkSession, "changes a work session",
            body: .needed(Entity.workSession.update), .ok(.workSession), work: Sandbox.updateSession),
        Route(
            .delete, "/work-sessions/{session_id}", .deleteWorkSession,
            "removes a work session with its markers", .nothing, work: Sandbox.deleteSession),
        Route(
            .get, "/work-sessions/{session_id}/markers", .listSessionMarkers,
            "lists the markers of a session", .list(.marker), work: Sandbox.listSessionMarkers),
        Route(
            .post, "/work-sessions/{session_id}/markers/calculate-details", .calculateSessionDetails,
            "computes the details of every marker of a session", body: .optional(Record("Empty", [])),
            .ok(Replies.calculated.shape), work: Sandbox.calculateSessionDetails),
        Route(
            .get, "/work-sessions/{session_id}/export", .exportWorkSession,
            "answers a session with all that is in it", .ok(.record(exported)), work: Sandbox.exportSession),
    ]

    private static let markerRoutes = [
        Route(
            .get, "/markers", .listMarkers, "lists the markers of a session, or every marker",
            query: [.init(name: "work_session_id", shape: .uuid)], .list(.marker), work: Sandbox.listMarkers),
        Route(
            .post, "/markers", .createMarker, "makes a marker", body: .needed(Entity.marker.creation),
            .created(.marker), work: Sandbox.createMarker),
        Route(
            .post, "/markers/bulk", .createMarkers, "makes all of several markers, or none",
            body: .needed(
                Record(
                    "CreateMarkers",
                    [.init("markers", .list(.record(Entity.marker.creation), atMost: Shape.longestList))])),
            .created(.list(.record(Entity.marker.reply), atMost: Shape.longestList)),
            work: Sandbox.createMarkers),
        Route(
            .get, "/markers/{marker_id}", .getMarker, "answers a marker", .ok(.marker),
            work: Sandbox.getMarker),
        Route(
            .patch, "/markers/{marker_id}", .updateMarker, "changes a marker of the version that is given",
            body: .needed(Entity.marker.update), .ok(.marker), work: Sandbox.updateMarker),
        Route(
            .delete, "/markers/{marker_id}", .deleteMarker, "removes a marker", .nothing,
            work: Sandbox.deleteMarker),
    ]

    private static let detailsRoutes = [
        Route(
            .get, "/markers/{marker_id}/details", .getMarkerDetails,
            "answers the details of a marker, if they were computed", .ok(.details),
            work: Sandbox.getDetails),
        Route(
            .put, "/markers/{marker_id}/details", .putMarkerDetails, "sets the details of a marker",
            body: .needed(Entity.details.creation), .ok(.details), work: Sandbox.putDetails),
        Route(
            .delete, "/markers/{marker_id}/details", .deleteMarkerDetails,
            "forgets the details of a marker", .nothing, work: Sandbox.deleteDetails),
        Route(
            .post, "/markers/{marker_id}/details/calculate", .calculateMarkerDetails,
            "computes the details of a marker from its corners", body: .optional(Record("Empty", [])),
            .ok(.details), work: Sandbox.calculateDetails),
    ]

    private static let anchorRoutes = [
        Route(
            .get, "/anchors", .listAnchors, "lists the anchors of a session, or all",
            query: [.init(name: "session_id", shape: .uuid)], .list(.anchor), work: Sandbox.listAnchors),
        Route(
            .post, "/anchors", .upsertAnchor, "makes the anchor of a row and run, or moves it",
            body: .needed(Entity.anchor.creation), .ok(.anchor), .created(.anchor),
            work: Sandbox.upsertAnchor),
        Route(
            .get, "/anchors/{anchor_id}", .getAnchor, "answers an anchor", .ok(.anchor),
            work: Sandbox.getAnchor),
        Route(
            .patch, "/anchors/{anchor_id}", .updateAnchor, "moves an anchor",
            body: .needed(Entity.anchor.update), .ok(.anchor), work: Sandbox.updateAnchor),
        Route(
            .delete, "/anchors/{anchor_id}", .deleteAnchor, "removes an anchor", .nothing,
            work: Sandbox.deleteAnchor),
    ]

    /// The export of a session with all that is in it, which can be imported again.
    static let exported = Record(
        "SessionExport",
        [
            .init("work_session", .record(Entity.workSession.reply)),
            .init(
                "markers", .list(.record(Entity.marker.reply), atMost: Shape.longestList)),
            .init(
                "anchors", .list(.record(Entity.anchor.reply), atMost: Shape.longestList)),
        ])
}
