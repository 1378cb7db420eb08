internal import CheckReports
internal import Markers
internal import PublishedResults
internal import QuadGeometry

extension CodeEntry {
    static var senseFindings: [CodeEntry] {
        [
            CodeEntry(
                "DISTANCE_UNDETERMINED", "error", .sensor, of: "sense",
                summary: "nothing shows along which line distances are measured",
                meaning: """
                    Phones do not say whether they measure along the optical axis or along the ray. With --distance
                    infer objects seen from several stands tell, if they are spread over the picture.
                    """,
                fix: "see objects from more stands and in the corners of the picture, or state --distance."),
            CodeEntry(
                "FRAME_SIZE", "error", .sensor, of: "sense",
                summary: "boxes are in another image than the camera frames say",
                meaning: "All stated sizes differ from what boxes and distances give by the same ratio.",
                fix: "correct the boxes' image or the intrinsics of the camera frames."),
            CodeEntry(
                "SIZE_INCONSISTENT", "warning or info", .sensor, of: "sense",
                summary: "stated sizes do not fit their boxes and distances",
                meaning: "Those sizes are not used. It is a warning where there are more than noise makes.",
                fix: "nothing is required; many of them hint at a wrong camera frame."),
            CodeEntry(
                "TOO_FEW_MARKERS", "error", .limits, of: "sense", summary: "fewer markers than --expect",
                meaning: "Objects that were seen too rarely, or from too few stands, are no markers.",
                fix: "see what was left out, and take more pictures."),
            CodeEntry(
                "NO_MARKERS", "warning or error", .sensor, of: "sense",
                summary: "no object was seen often enough",
                meaning: """
                    A marker needs 3 sightings from 2 stands, or what the options say. It is an error where every reply of the
                    phone was refused.
                    """,
                fix: "take pictures from more stands; check --distance and the poses."),
            CodeEntry(
                "OFF_PLANE", "warning or error", .sensor, of: "sense",
                summary: "a marker was not seen on the plane of --plane",
                meaning: """
                    Its centre is more than three deviations from the plane; an error where that is more than the
                    marker is large.
                    """,
                fix: "check that the plane is the one it hangs on."),
            CodeEntry(
                "ORIENTATION_ASSUMED", "info", .sensor, of: "sense",
                summary: "the corners face the cameras, which is assumed",
                meaning: "A box shows where an object is and how large, but not how it is turned.",
                fix: "give --corners plane and --plane where markers are on a wall or table."),
            CodeEntry(
                "POSE_CORRECTED", "warning", .sensor, of: "sense", summary: "poses were not rigid",
                meaning:
                    "They differ from rigid motions by more than single precision leaves, and were made so.",
                fix: "look at what writes the camera frames."),
            CodeEntry(
                "NOT_CREATED", "error", .sensor, of: "sense",
                summary: "no marker was created on the server",
                meaning: "The detections have errors, and markers made of them would be wrong.",
                fix: "correct the errors beside it, and run again."),
            CodeEntry(
                "NOT_STORED_ONCE", "error", .sensor, of: "sense",
                summary: "the server has more or fewer markers than were made",
                meaning: "Only in --demo, where the server is read afterwards.",
                fix: "report it: each marker is to be created once."),
            CodeEntry(
                "TRUTH", "error", .sensor, of: "sense",
                summary: "the markers are not where the made-up objects are",
                meaning: "Only in --demo, where the truth is known.", fix: "report it with the seed."),
        ]
    }

    static var senseNotices: [CodeEntry] {
        [
            CodeEntry(
                "NO_ANSWER", "info", .sensor, of: "sense", summary: "requests got no answer",
                meaning: "The network or the phone lost them; the others are used.",
                fix: "nothing is required, unless there are many."),
            CodeEntry(
                "REPLY_REFUSED", "warning", .sensor, of: "sense", summary: "replies cannot be read",
                meaning: "They are no JSON, or lack what every reply has; nothing is kept of them.",
                fix: "look at what the phone sends."),
            CodeEntry(
                "NO_FRAME", "warning", .sensor, of: "sense", summary: "replies have no camera frame",
                meaning: "Without pose and intrinsics a box has no place in space.",
                fix: "check that --camera has a frame for each request."),
            CodeEntry(
                "BAD_CAMERA", "error", .sensor, of: "sense", summary: "camera frames cannot be used",
                meaning: "Their numbers are no camera or no pose; their replies have no place.",
                fix: "look at what writes the camera frames."),
            CodeEntry(
                "MIRRORED", "error", .sensor, of: "sense", summary: "pictures are mirrored",
                meaning: "Front cameras mirror, and boxes in such a picture are on the wrong side.",
                fix: "use the rear camera."),
            CodeEntry(
                "BAD_OBJECT", "warning", .sensor, of: "sense", summary: "objects have impossible numbers",
                meaning: "A box without an area, or a distance or confidence out of range: left out.",
                fix: "nothing is required, unless there are many."),
            CodeEntry(
                "OUTSIDE_FRAME", "warning", .sensor, of: "sense", summary: "boxes are outside their image",
                meaning: "The camera frame says how large the image is that boxes are in.",
                fix: "correct the steps to the boxes' image in the camera frames."),
            CodeEntry(
                "NO_DISTANCE", "info", .sensor, of: "sense", summary: "objects have no distance",
                meaning: "The phone's ray hit nothing there: they are left out.",
                fix: "nothing is required, unless there are many."),
            CodeEntry(
                "BEYOND_RANGE", "info", .sensor, of: "sense",
                summary: "distances are beyond what the sensor is stated for",
                meaning: "LiDAR of phones is stated for 0.3 to 1.5 m; errors grow beyond.",
                fix: "go nearer."),
            CodeEntry(
                "HOT", "warning", .sensor, of: "sense", summary: "the phone is hot and slows down",
                meaning: "It lowers its rate of pictures until it has cooled.",
                fix: "give it shade, take off its case, or lower targetFPS to 15 (--when-hot)."),
            CodeEntry(
                "FIELD_NOT_ASKED", "warning", .sensor, of: "sense",
                summary: "a setting changed that nobody asked for",
                meaning: "The phone's answer to a change names others, too.",
                fix: "look at the phone's settings."),
        ]
    }

    /// The codes of quads, which markers made of detections may have.
    static var quads: [PublishedRule] {
        QuadIssue.Code.allCases.map { code in
            PublishedRule(code.rawValue, PublishedKind(.quad(code)), CodeGuide(.quad(code)))
        }
    }
}
