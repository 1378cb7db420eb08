internal import CheckReports
internal import Markers
internal import PublishedResults
internal import QuadGeometry

extension CodeEntry {
    static let sense = table(
        of: "sense",
        """
        DISTANCE_UNDETERMINED error [sensor]: nothing shows along which line distances are measured
        Phones do not say whether they measure along the optical axis or along the ray. With --distance
        infer objects seen from several stands tell, if they are spread over the picture.
        > see objects from more stands and in the corners of the picture, or state --distance.

        FRAME_SIZE error [sensor]: boxes are in another image than the camera frames say
        All stated sizes differ from what boxes and distances give by the same ratio.
        > correct the boxes' image or the intrinsics of the camera frames.

        SIZE_INCONSISTENT warning or info [sensor]: stated sizes do not fit their boxes and distances
        Those sizes are not used. It is a warning where there are more than noise makes.
        > nothing is required; many of them hint at a wrong camera frame.

        TOO_FEW_MARKERS error [limits]: fewer markers than --expect
        Objects that were seen too rarely, or from too few stands, are no markers.
        > see what was left out, and take more pictures.

        NO_MARKERS warning or error [sensor]: no object was seen often enough
        A marker needs 3 sightings from 2 stands, or what the options say. It is an error where every \
        reply of the
        phone was refused.
        > take pictures from more stands; check --distance and the poses.

        OFF_PLANE warning or error [sensor]: a marker was not seen on the plane of --plane
        Its centre is more than three deviations from the plane; an error where that is more than the
        marker is large.
        > check that the plane is the one it hangs on.

        ORIENTATION_ASSUMED info [sensor]: the corners face the cameras, which is assumed
        A box shows where an object is and how large, but not how it is turned.
        > give --corners plane and --plane where markers are on a wall or table.

        POSE_CORRECTED warning [sensor]: poses were not rigid
        They differ from rigid motions by more than single precision leaves, and were made so.
        > look at what writes the camera frames.

        NOT_CREATED error [sensor]: no marker was created on the server
        The detections have errors, and markers made of them would be wrong.
        > correct the errors beside it, and run again.

        NOT_STORED_ONCE error [sensor]: the server has more or fewer markers than were made
        Only in --demo, where the server is read afterwards.
        > report it: each marker is to be created once.

        TRUTH error [sensor]: the markers are not where the made-up objects are
        Only in --demo, where the truth is known.
        > report it with the seed.

        NO_ANSWER info [sensor]: requests got no answer
        The network or the phone lost them; the others are used.
        > nothing is required, unless there are many.

        REPLY_REFUSED warning [sensor]: replies cannot be read
        They are no JSON, or lack what every reply has; nothing is kept of them.
        > look at what the phone sends.

        NO_FRAME warning [sensor]: replies have no camera frame
        Without pose and intrinsics a box has no place in space.
        > check that --camera has a frame for each request.

        BAD_CAMERA error [sensor]: camera frames cannot be used
        Their numbers are no camera or no pose; their replies have no place.
        > look at what writes the camera frames.

        MIRRORED error [sensor]: pictures are mirrored
        Front cameras mirror, and boxes in such a picture are on the wrong side.
        > use the rear camera.

        BAD_OBJECT warning [sensor]: objects have impossible numbers
        A box without an area, or a distance or confidence out of range: left out.
        > nothing is required, unless there are many.

        OUTSIDE_FRAME warning [sensor]: boxes are outside their image
        The camera frame says how large the image is that boxes are in.
        > correct the steps to the boxes' image in the camera frames.

        NO_DISTANCE info [sensor]: objects have no distance
        The phone's ray hit nothing there: they are left out.
        > nothing is required, unless there are many.

        BEYOND_RANGE info [sensor]: distances are beyond what the sensor is stated for
        LiDAR of phones is stated for 0.3 to 1.5 m; errors grow beyond.
        > go nearer.

        HOT warning [sensor]: the phone is hot and slows down
        It lowers its rate of pictures until it has cooled.
        > give it shade, take off its case, or lower targetFPS to 15 (--when-hot).

        FIELD_NOT_ASKED warning [sensor]: a setting changed that nobody asked for
        The phone's answer to a change names others, too.
        > look at the phone's settings.
        """)

    /// The codes of quads, which markers made of detections may have.
    static var quads: [PublishedRule] {
        QuadIssue.Code.allCases.map { code in
            PublishedRule(code.rawValue, PublishedKind(.quad(code)), CodeGuide(.quad(code)))
        }
    }
}
