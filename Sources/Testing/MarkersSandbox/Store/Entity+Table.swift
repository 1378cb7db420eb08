extension Entity {
    private static let stamps = [Member("created_at", .date), Member("updated_at", .date)]

    static let space = Entity(
        name: "Space",
        members: [
            Member("id", .uuid),
            Member("key", .name, [.needed, .update]),
            Member("name", .text, [.needed, .update]),
            Member("description", .nullable(.text), .both),
            Member("model_glb_url", .nullable(.text), .both),
            Member("model_usdc_url", .nullable(.text), .both),
            Member("preview_url", .nullable(.text), .both),
            Member("scan_url", .nullable(.text), .both),
            Member("ml_model_url", .nullable(.text), .both),
            Member("calibration_vector", .nullable(.vector), .both),
            Member("is_active", .flag, .both, standard: "true"),
            Member("meta", .nullable(.object), .both, standard: "{}"),
        ] + stamps)

    static let workSession = Entity(
        name: "WorkSession",
        members: [
            Member("id", .uuid),
            Member("space_id", .uuid, [.needed, .update]),
            Member("session_type", .words(["inspection", "repair", "other"]), [.needed, .update]),
            Member(
                "status", .words(["draft", "active", "done", "archived"]), .both, standard: "\"draft\""),
            Member("started_at", .nullable(.date), .both),
            Member("completed_at", .nullable(.date), .both),
            Member("version", .counts, standard: "1"),
            Member("meta", .nullable(.object), .both, standard: "{}"),
        ] + stamps)

    static let marker = Entity(
        name: "Marker",
        members: [
            Member("id", .uuid),
            Member("work_session_id", .uuid, [.needed, .update]),
            Member("label", .nullable(.text), .both),
            Member("p1", .point, [.needed, .update]),
            Member("p2", .point, [.needed, .update]),
            Member("p3", .point, [.needed, .update]),
            Member("p4", .point, [.needed, .update]),
            Member("color", .nullable(.text), .both),
            Member("version", .counts, standard: "1"),
            Member("meta", .object, .both, standard: "{}"),
            Member("custom_props", .object, .both, standard: "{}"),
            Member("calibrated_data", .nullable(.record(calibratedData)), .both),
            Member("details", .nullable(.record(details.reply))),
        ] + stamps)

    /// Corners in the frame of the space's calibration; the center is computed where it is not given.
    static let calibratedData = Record(
        "CalibratedData",
        ["p1", "p2", "p3", "p4"].map { Record.Member($0, .place) }
            + [Record.Member("center", .nullable(.place), isRequired: false)])

    static let corners = ["p1", "p2", "p3", "p4"].map { Record.Member($0, .point) }

    static let details = Entity(
        name: "MarkerDetails",
        members: [Member("marker_id", .uuid)]
            + [
                "center_location_long", "center_location_cross", "x_negative", "x_positive", "z_negative",
                "z_positive", "long_size", "cross_size",
            ].map { Member($0, .nullable(.number), .both) }
            + [Member("custom_props", .object, .both, standard: "{}")] + stamps)

    static let referenceSet = Entity(
        name: "ReferenceSet",
        members: [
            Member("id", .uuid),
            Member("space_id", .uuid),
            Member("name", .text, .needed),
            Member("description", .nullable(.text), .create),
            Member("markers", .list(.record(referenceMarker), atMost: Shape.longestList), .needed),
            Member("version", .counts, standard: "1"),
        ] + stamps)

    static let referenceMarker = Record(
        "ReferenceMarker",
        [
            Record.Member("id", .uuid), Record.Member("label", .nullable(.text), isRequired: false),
        ] + corners + [Record.Member("color", .nullable(.text), isRequired: false)])

    static let anchor = Entity(
        name: "Anchor",
        members: [
            Member("id", .uuid),
            Member("session_id", .uuid, .needed),
            Member("run", .whole(1...(1 << 31)), .needed),
            Member("local_z", .number, .needed),
            Member("world_position", .point, [.needed, .update]),
        ] + stamps)

    static let laserGuide = Entity(
        name: "LaserGuide",
        members: [
            Member("id", .uuid),
            Member("space_id", .uuid),
            Member("grid", .list(.record(laserRow), atMost: Shape.longestList), .needed),
            Member("meta", .nullable(.object), .create, standard: "{}"),
        ] + stamps)

    static let laserRow = Record(
        "LaserRow", ["x", "z", "segment_length"].map { Record.Member($0, .number) })
}
