internal import PublishedResults

extension CodeEntry {
    static let fusion = table(
        of: "fuse",
        """
        TOLERANCE error [limits]: the error of a corner is above --tolerance-mm
        The error that 95 of 100 places stay within, at the worst corner that is decided.
        > add a session that sees the marker, or tap it again.

        UNDECIDED warning [frames]: sessions dispute a corner
        Fewer than three sightings of it agree, so there is no majority. All its places are listed, and
        --out leaves the marker out.
        > look at the marker, and add a session that sees it.

        SCAN_DRIFT warning [frames]: a session is bent beside the others
        Its markers differ from the fused ones smoothly, by more than their noise explains. Errors to
        expect hold that drift.
        > scan in shorter pieces.

        REPEATED_KEY warning [record]: two markers of a session have the same label
        Or the same anchor or id, by what they are joined: neither takes part.
        > label them apart.

        NO_KEY info [record]: a marker lacks what others are joined by
        It has no label, or no anchor, or the map does not have its id: it takes no part.
        > label it, if it is to be fused.

        CORNER_ORDER info [frames]: a quad begins at another corner or runs the other way
        Its corners fit those of the other sessions in another order, and were joined so.
        > nothing is required.

        CORNER_OFF info [frames]: single corners were left out
        Most sessions saw these corners elsewhere; the others of the marker count.
        > tap the corners again in that session, if it is still needed.

        MARKER_MOVED info [frames]: all corners of a sighting were left out
        Most sessions saw the marker elsewhere.
        > find out whether the marker was moved between sessions.

        WRONG_LABEL info [frames]: a sighting is where another marker is
        All its corners are on those of a marker with another label.
        > correct the label in that session.

        TOO_FEW_SESSIONS refused [frames]: there is only one session
        One set of markers is made of several. Exit code 4.
        > add the markers of another session.

        DUPLICATE_SESSION refused [frames]: two sessions have the same name
        Sessions are named by their files, or by their ids on the server.
        > give each file once.

        NO_SUCH_SESSION refused [frames]: no session has that name
        --root names none of the sessions that are given.
        > name a session as the list of sessions does.

        BAD_CORNER refused [frames]: a corner has no usable coordinates
        They are not finite, or farther away than a double can place.
        > correct the corner, or leave the marker out.

        BAD_NOISE refused [limits]: a noise is negative or not finite
        Deviations of corners and markers are millimetres of zero or more.
        > correct the option.

        BAD_TILT refused [limits]: a tilt is negative or not finite
        The tilt expected of sessions is degrees of zero or more.
        > correct the option.
        """)

    static let handEye = table(
        of: "handeye",
        """
        NOISE_EXCEEDED error [frames]: the poses miss each other by more than the stated noise explains
        Noise as stated with --noise would miss by as much in fewer than 1 of 1,000 cases.
        > look for poses that are paired wrongly, state more noise, or use --robust.

        NARROW_SPAN warning [frames]: the hand hardly turns between poses
        Below 10 degrees small errors of turns make large ones of the camera's place.
        > turn the hand by 30 degrees or more about two axes.

        POSES_DOUBTED warning [frames]: poses hardly count, since the others contradict them
        With --robust, poses that miss by many deviations count less: these below half.
        > look at the named poses.

        TOO_FEW_POSES refused [frames]: there are too few poses
        Three that turn the hand about two axes determine the camera's place. Exit code 4.
        > add poses that turn the hand about two axes.

        UNPAIRED_POSES refused [frames]: poses of one side have none of the other
        Every pose of the hand needs the target's pose in the camera at the same time.
        > give both poses in every row.

        TURN_FREE refused [frames]: the hand does not turn
        Shifts alone do not show where the camera sits. Exit code 4.
        > turn the hand by 30 degrees or more between poses.

        AXIS_FREE refused [frames]: all turns of the hand are about one axis
        The camera's shift along that axis stays unknown. Exit code 4.
        > add poses that turn the hand across the axis.

        MIRRORED refused [frames]: the turns match only when one side is mirrored
        One side has a left-handed frame, or gives the inverse of the pose. Exit code 4.
        > give the target's pose in the camera, and the hand's in the base.
        """)
}
