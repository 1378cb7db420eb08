package import FrameReports
internal import Markers
internal import QuadGeometry
internal import RigidCalibration
internal import VisionSensor

extension SenseReport {
    /// The faults and doubts, errors first.
    package var remarks: [FrameRemark] {
        let all = findings + notices
        return all.filter { $0.severity == .error } + all.filter { $0.severity == .warning }
            + all.filter { $0.severity == .info }
    }

    /// The findings about the detections as a whole.
    private var findings: [FrameRemark] {
        var remarks: [FrameRemark] = []
        if kind == nil, let inference {
            remarks.add(
                "DISTANCE_UNDETERMINED", .error,
                "The detections do not show along which line distances are measured: log likelihood ratio "
                    + "\(MeasureText.digits(3, inference.logRatio)), spread of rays \(MeasureText.digits(3, inference.spread)). "
                    + "See objects from more stands and in the corners of the picture, or say --distance axis or ray."
            )
        }
        let isMany = Double(sizes.inconsistent) > SenseReport.usualMisfits * Double(sizes.checked)
        if let frameSize {
            remarks.add(
                "FRAME_SIZE", .error,
                "Sizes are \(MeasureText.digits(4, frameSize.ratio)) times what the boxes say: the boxes are in another image. "
                    + "Its focal length would be \(MeasureText.digits(5, frameSize.impliedFocalLength)) px, its width "
                    + "\(MeasureText.digits(4, frameSize.impliedWidth)) px. Correct boxes or intrinsics of the camera frames."
            )
        } else if sizes.inconsistent > 0 {
            remarks.add(
                "SIZE_INCONSISTENT", isMany ? .warning : .info,
                "\(sizes.inconsistent) of \(counted(sizes.checked, "stated size")) \(sizes.inconsistent == 1 ? "does" : "do") not "
                    + "fit the box and its distance. Those sizes are not used.")
        }
        if let expected = question.expected, markers.count < expected {
            remarks.add(
                "TOO_FEW_MARKERS", .error,
                "\(counted(markers.count, "marker")), fewer than the \(expected) that --expect names. See what was left out."
            )
        }
        if counts.refused > 0, counts.refused == counts.replies {
            remarks.add(
                "NO_MARKERS", .error,
                "All \(counts.replies) replies were refused, so nothing was seen. See the remark beside "
                    + "this one, and the phone's app and its version.")
        } else if kind != nil, markers.isEmpty {
            remarks.add(
                "NO_MARKERS", .warning,
                "No object was seen often enough to be a marker: take pictures from \(question.tracks.leastStands) stands or more, "
                    + "and see that --distance and the poses are right.")
        }
        for marker in markers {
            for issue in QuadCheck(.app).issues(marker.quad) {
                remarks.add(
                    issue.code.rawValue, issue.severity,
                    "Marker \(visibleText(marker.label, atMost: SenseTally.longestText)): \(issue.message).")
            }
        }
        remarks += offPlane
        if isCreationRefused {
            remarks.add(
                "NOT_CREATED", .error,
                "No marker was created on the server, since the detections have errors. See the remarks beside this one."
            )
        }
        if let creation, let stored = creation.stored, let writes = creation.writes,
            stored != markers.count || writes != markers.count
        {
            remarks.add(
                "NOT_STORED_ONCE", .error,
                "Of \(counted(markers.count, "marker")) the server has \(stored), by \(counted(writes, "write"))."
            )
        }
        if let truth, !truth.isMet {
            remarks.add("TRUTH", .error, truth.sentence)
        }
        if question.plane == nil, !markers.isEmpty {
            remarks.add(
                "ORIENTATION_ASSUMED", .info,
                "A box shows no orientation: the corners of \(counted(markers.count, "marker")) face the cameras. "
                    + "Say --corners plane where they are on a wall or table.")
        }
        if correction > SenseReport.singlePrecision {
            remarks.add(
                "POSE_CORRECTED", .warning,
                "Poses were not rigid by up to \(MeasureText.digits(3, correction)), more than single precision leaves, and were made so."
            )
        }
        return remarks
    }

    /// Markers of which the centre is not in the plane that corners are put on.
    private var offPlane: [FrameRemark] {
        guard case .plane(let plane) = question.placement else { return [] }
        return markers.compactMap { marker in
            let track = marker.track, off = plane.signedDistance(to: track.center).magnitude
            let sigma = (track.covariance * plane.normal).dot(plane.normal).squareRoot()
            guard off > SenseReport.mostDeviations * sigma else { return nil }
            let isElsewhere = off > Double.maximum(track.size.width, track.size.height)
            return FrameRemark(
                code: "OFF_PLANE", severity: isElsewhere ? .error : .warning,
                sentence:
                    "Marker \(visibleText(marker.label, atMost: SenseTally.longestText)): its centre was seen "
                    + "\(MeasureText.digits(3, 1000 * off)) mm from the plane of --plane, and its error there is "
                    + "\(MeasureText.digits(3, 1000 * sigma)) mm. See that the plane is the one it hangs on.")
        }
    }

    /// Noise puts one of 370 further from a plane than these standard deviations.
    private static let mostDeviations = 3.0

    /// Of right sizes, noise puts about this part beyond three deviations across or down.
    private static let usualMisfits = 0.01

    /// Differences of a number of a pose beyond this are not due to single precision.
    private static let singlePrecision = 1e-5

    /// The things that were left out on the way, by kind.
    private var notices: [FrameRemark] {
        SenseNote.allCases.compactMap { kind in
            guard let tally = notes[kind] else { return nil }
            let (severity, words) = SenseReport.words(kind, tally.count)
            let more = tally.count - tally.examples.count
            let examples = tally.examples.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
            return FrameRemark(
                code: kind.rawValue, severity: severity, sentence: "\(words) (\(examples)).")
        }
    }

    private static func words(_ kind: SenseNote, _ count: Int) -> (Severity, String) {
        switch kind {
        case .noAnswer: (.info, "\(counted(count, "request")) got no answer")
        case .refusedReply: (.warning, "Nothing is kept of \(count == 1 ? "1 reply" : "\(count) replies")")
        case .noFrame:
            (
                .warning,
                "\(count == 1 ? "1 reply has" : "\(count) replies have") no camera frame, and no place"
            )
        case .badCamera:
            (
                .error,
                "\(counted(count, "camera frame")) cannot be used, and \(count == 1 ? "its reply has" : "their replies have") no place"
            )
        case .mirrored:
            (
                .error,
                "\(counted(count, "picture")) \(count == 1 ? "is" : "are") mirrored, as front cameras do"
            )
        case .badObject: (.warning, "\(counted(count, "object")) of impossible numbers were left out")
        case .outsideFrame:
            (
                .warning,
                "\(counted(count, "box").replacing("boxs", with: "boxes")) not in the camera frame's image"
            )
        case .noDistance: (.info, "\(counted(count, "object")) without a distance, where nothing was hit")
        case .beyondRange:
            (.info, "\(counted(count, "distance")) beyond 0.3 to 1.5 m, which LiDAR is stated for")
        case .hot:
            (
                .warning,
                "The phone is hot and slows down: give it shade, take off its case, or lower targetFPS to 15"
            )
        case .unasked: (.warning, "\(counted(count, "setting")) changed that nobody asked for")
        }
    }
}
