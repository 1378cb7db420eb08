import CheckReports
import MarkerTables
import Markers
import QuadGeometry
package import StrictJSON
package import ToolTerminal

extension SchemaDocument {
    package static let view = SchemaDocument(
        name: "view", about: "what quadcal raycast --camera --json prints", schema: CameraReport.schema)
}

extension CameraReport: RunDocument {
    package static let members: [DocumentMember<CameraReport>] =
        .head("quadcal.view/1", verdict: "Always pass: an image may show nothing.") + [
            .always(
                "inputs", \.inputs, "The files that were read.",
                schema: .array(FileRecord.schema(roles: ["camera", "markers"]))),
            .object("options", "The options in effect.", asked),
            .always("camera", \.frame, "The camera frame that was looked through."),
            .always("markersRead", \.count, "The markers of all files."),
            .always(
                "markers", \.markers,
                "Every marker in view, hidden or not, the one with the nearest center first."),
        ]

    private static let asked: [DocumentMember<CameraReport>] = [
        .always("coordinates", \.options.markers.coordinates, "Which corners of markers were used."),
        .always("face", \.options.face, "The only side considered; null for both."),
        .always("picture", \.options.pictureFile, "The picture that was written; null without one."),
        .always("shade", \.shade, "What its pixels say: ids or depth; null without one."),
        .constant("lengths", "m", "The unit of all lengths in this document."),
        .constant(
            "pixels", "from the top left corner",
            "The origin of places in the image, x to the right and y down; pixels have their centers at halves."
        ),
    ]

    package var verdict: Verdict { .pass }
    package var exitCode: ExitCode { .good }

    private var inputs: [FileRecord] {
        [FileRecord(role: "camera", file: frame.file, sha256: frame.sha256)]
            + files.map { FileRecord(role: "markers", file: $0.name, sha256: $0.sha256) }
    }

    private var shade: String? { options.pictureFile.map { _ in (options.shade ?? .ids).rawValue } }
}

extension ChosenFrame: WrittenObject {
    package static let members: [DocumentMember<ChosenFrame>] = [
        .always("frame", \.number, "Its number among the frames of the file, from 1."),
        .always("frames", \.count, "The number of frames in the file."),
        .always("requestId", \.id, "The id of its request; null without one."),
        .always("line", \.line, "The line that it begins on, from 1."),
        .always("width", \.camera.width, "The width of the image in pixels, after the steps of the frame."),
        .always("height", \.camera.height, "Its height."),
        .always("fx", \.camera.fx, "The focal length along x, in pixels; there is no distortion."),
        .always("fy", \.camera.fy, "The focal length along y."),
        .always("cx", \.camera.cx, "The place of the optical axis along x, in pixels."),
        .always("cy", \.camera.cy, "The same along y."),
        .always(
            "worldFromCamera", \.camera.worldFromCamera.columnMajor,
            "The pose of the image's camera, column after column: x right, y up, z towards the viewer.",
            schema: .array(.number, count: 16)),
        .always(
            "poseCorrection", \.correction, "The largest change of a number of the pose to make it rigid."),
    ]
}

extension ShownMarker: WrittenObject {
    package static let members: [DocumentMember<ShownMarker>] = [
        .always("file", \.marker.file, "The file of the marker."),
        .always("markerLine", \.marker.line, "The line on which it begins, from 1."),
        .always("pointer", \.pointer, "The JSON pointer to it; null in CSV."),
        .always("marker", \.marker.id, "The id of the marker."),
        .always("label", \.marker.label, "The label of the marker."),
        .always("color", \.hexColor, "Its colour in a picture of ids; no other marker has it."),
        .always(
            "center", \.centerNumbers, "Its center in the image, inside or not; null unless it is in front.",
            schema: ShownMarker.place.orNull),
        .always(
            "corners", \.cornerNumbers, "The same of its corners p1 to p4.",
            schema: .array(ShownMarker.place.orNull, count: 4)),
        .always(
            "box", \.box,
            "The part of the image that it would take up if nothing hid it; null if that is nothing."),
        .always("whole", \.isWhole, "Whether all of it is within the image's edges."),
        .always("distance", \.distance, "From the camera to its center."),
        .always("depth", \.depth, "The same along the optical axis."),
        .always(
            "angleDegrees", \.angle,
            "Between its normal and the line of sight to its center: 0 squarely, 90 edge on; null without a direction."
        ),
        .always("side", \.side, "The side that the camera is on; null in its plane."),
        .always("pixels", \.pixels, "The pixels whose center shows it."),
        .always("coveredPixels", \.covered, "The pixels that would if nothing were in front of it."),
        .always("hiddenPercent", \.hidden, "The part of those that others hide; null if it covers none."),
    ]

    private static let place = Schema.array(.number, count: 2)

    private var pointer: String? { marker.isInJSON ? marker.pointer : nil }
    private var centerNumbers: [Double]? { center.map { [$0.x, $0.y] } }
    private var cornerNumbers: [[Double]?] { corners.map { $0.map { [$0.x, $0.y] } } }
}

extension ImageBox: WrittenObject {
    package static let members: [DocumentMember<ImageBox>] = [
        .always("left", \.left, "Its left edge, in pixels."),
        .always("top", \.top, "Its upper edge."),
        .always("right", \.right, "Its right edge."),
        .always("bottom", \.bottom, "Its lower edge."),
    ]
}
