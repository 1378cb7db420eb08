internal import PublishedResults

extension CodeEntry {
    static var fusionFindings: [CodeEntry] {
        [
            CodeEntry(
                "TOLERANCE", "error", .limits, of: "fuse",
                summary: "the error of a corner is above --tolerance-mm",
                meaning: "The error that 95 of 100 places stay within, at the worst corner that is decided.",
                fix: "add a session that sees the marker, or tap it again."),
            CodeEntry(
                "UNDECIDED", "warning", .frames, of: "fuse", summary: "sessions dispute a corner",
                meaning: """
                    Fewer than three sightings of it agree, so there is no majority. All its places are listed, and
                    --out leaves the marker out.
                    """,
                fix: "look at the marker, and add a session that sees it."),
            CodeEntry(
                "SCAN_DRIFT", "warning", .frames, of: "fuse",
                summary: "a session is bent beside the others",
                meaning: """
                    Its markers differ from the fused ones smoothly, by more than their noise explains. Errors to
                    expect hold that drift.
                    """,
                fix: "scan in shorter pieces."),
            CodeEntry(
                "REPEATED_KEY", "warning", .record, of: "fuse",
                summary: "two markers of a session have the same label",
                meaning: "Or the same anchor or id, by what they are joined: neither takes part.",
                fix: "label them apart."),
            CodeEntry(
                "NO_KEY", "info", .record, of: "fuse",
                summary: "a marker lacks what others are joined by",
                meaning: "It has no label, or no anchor, or the map does not have its id: it takes no part.",
                fix: "label it, if it is to be fused."),
            CodeEntry(
                "CORNER_ORDER", "info", .frames, of: "fuse",
                summary: "a quad begins at another corner or runs the other way",
                meaning: "Its corners fit those of the other sessions in another order, and were joined so.",
                fix: "nothing is required."),
            CodeEntry(
                "CORNER_OFF", "info", .frames, of: "fuse", summary: "single corners were left out",
                meaning: "Most sessions saw these corners elsewhere; the others of the marker count.",
                fix: "tap the corners again in that session, if it is still needed."),
            CodeEntry(
                "MARKER_MOVED", "info", .frames, of: "fuse",
                summary: "all corners of a sighting were left out",
                meaning: "Most sessions saw the marker elsewhere.",
                fix: "find out whether the marker was moved between sessions."),
            CodeEntry(
                "WRONG_LABEL", "info", .frames, of: "fuse",
                summary: "a sighting is where another marker is",
                meaning: "All its corners are on those of a marker with another label.",
                fix: "correct the label in that session."),
        ]
    }

    static var fusionRefusals: [CodeEntry] {
        [
            CodeEntry(
                "TOO_FEW_SESSIONS", "refused", .frames, of: "fuse", summary: "there is only one session",
                meaning: "One set of markers is made of several. Exit code 4.",
                fix: "add the markers of another session."),
            CodeEntry(
                "DUPLICATE_SESSION", "refused", .frames, of: "fuse",
                summary: "two sessions have the same name",
                meaning: "Sessions are named by their files, or by their ids on the server.",
                fix: "give each file once."),
            CodeEntry(
                "NO_SUCH_SESSION", "refused", .frames, of: "fuse", summary: "no session has that name",
                meaning: "--root names none of the sessions that are given.",
                fix: "name a session as the list of sessions does."),
            CodeEntry(
                "BAD_CORNER", "refused", .frames, of: "fuse",
                summary: "a corner has no usable coordinates",
                meaning: "They are not finite, or farther away than a double can place.",
                fix: "correct the corner, or leave the marker out."),
            CodeEntry(
                "BAD_NOISE", "refused", .limits, of: "fuse", summary: "a noise is negative or not finite",
                meaning: "Deviations of corners and markers are millimetres of zero or more.",
                fix: "correct the option."),
            CodeEntry(
                "BAD_TILT", "refused", .limits, of: "fuse", summary: "a tilt is negative or not finite",
                meaning: "The tilt expected of sessions is degrees of zero or more.",
                fix: "correct the option."),
        ]
    }

    static var handEye: [CodeEntry] {
        [
            CodeEntry(
                "NOISE_EXCEEDED", "error", .frames, of: "handeye",
                summary: "the poses miss each other by more than the stated noise explains",
                meaning: "Noise as stated with --noise would miss by as much in fewer than 1 of 1,000 cases.",
                fix: "look for poses that are paired wrongly, state more noise, or use --robust."),
            CodeEntry(
                "NARROW_SPAN", "warning", .frames, of: "handeye",
                summary: "the hand hardly turns between poses",
                meaning: "Below 10 degrees small errors of turns make large ones of the camera's place.",
                fix: "turn the hand by 30 degrees or more about two axes."),
            CodeEntry(
                "POSES_DOUBTED", "warning", .frames, of: "handeye",
                summary: "poses hardly count, since the others contradict them",
                meaning: "With --robust, poses that miss by many deviations count less: these below half.",
                fix: "look at the named poses."),
            CodeEntry(
                "TOO_FEW_POSES", "refused", .frames, of: "handeye", summary: "there are too few poses",
                meaning: "Three that turn the hand about two axes determine the camera's place. Exit code 4.",
                fix: "add poses that turn the hand about two axes."),
            CodeEntry(
                "UNPAIRED_POSES", "refused", .frames, of: "handeye",
                summary: "poses of one side have none of the other",
                meaning: "Every pose of the hand needs the target's pose in the camera at the same time.",
                fix: "give both poses in every row."),
            CodeEntry(
                "TURN_FREE", "refused", .frames, of: "handeye", summary: "the hand does not turn",
                meaning: "Shifts alone do not show where the camera sits. Exit code 4.",
                fix: "turn the hand by 30 degrees or more between poses."),
            CodeEntry(
                "AXIS_FREE", "refused", .frames, of: "handeye",
                summary: "all turns of the hand are about one axis",
                meaning: "The camera's shift along that axis stays unknown. Exit code 4.",
                fix: "add poses that turn the hand across the axis."),
            CodeEntry(
                "MIRRORED", "refused", .frames, of: "handeye",
                summary: "the turns match only when one side is mirrored",
                meaning: "One side has a left-handed frame, or gives the inverse of the pose. Exit code 4.",
                fix: "give the target's pose in the camera, and the hand's in the base."),
        ]
    }
}
