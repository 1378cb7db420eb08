import CheckReports
import MarkerTables
package import Markers
package import QuadGeometry
package import StrictJSON
import ToolMarkers
package import ToolTerminal
package import VisionSensor

/// The markers that the image of a camera shows, from which the texts for people and for programs are made.
package struct CameraReport {
    package let options: RaycastOptions
    package let files: [MarkerFile]
    package let frame: ChosenFrame
    /// The markers in view, the nearest first.
    package let markers: [ShownMarker]
    /// The colour of each pixel, or its depth in metres.
    package let maps: MarkerMaps
    /// The place in ``markers`` of each quad of the maps.
    let order: [Int: Int]
    package let count: Int
    /// The notes on the view, in words.
    package let notes: [String]

    package init(
        reading names: [String], through file: String, _ options: RaycastOptions
    ) throws(Failure) {
        let frame = try ChosenFrame(reading: file, options.frame), camera = frame.camera
        let read = try IndexedMarkers(reading: names, options.markers), index = read.index
        let face = options.face
        let maps = try waiting { () async throws(Failure) in await index.maps(from: camera, only: face) }
        let views = Dictionary(uniqueKeysWithValues: maps.quads.map { ($0.index, $0) })
        let plane = ImagePlane(of: camera), place = camera.worldFromCamera.translation
        let inView = index.quads(inViewOf: camera)
            .filter { shown in
                // A bent quad may show either side.
                face == nil || views[shown.index] != nil
                    || read.quad(shown.index).winding(from: place) == face?.winding
            }
            .map { (view: $0, distance: (read.quad($0.index).center - place).length) }
            .sorted { ($0.distance, $0.view.index) < ($1.distance, $1.view.index) }
        var colors = MarkerColors()
        markers = inView.map { shown, _ in
            ShownMarker(
                read.site(of: shown.index), read.quad(shown.index), verdict: shown.verdict,
                views[shown.index], color: colors.next(), in: plane, from: camera)
        }
        order = Dictionary(
            uniqueKeysWithValues: inView.enumerated().map { ($0.element.view.index, $0.offset) })
        (self.options, files, self.frame, self.maps, count) = (options, read.files, frame, maps, read.count)
        notes =
            read.notes + CameraReport.notes(on: markers, frame)
            + (inView.isEmpty && read.indexedCount > 0
                ? [CameraReport.emptyView(of: read, plane, frame, isOneSided: face != nil)] : [])
    }

    /// The markers of which at least one pixel is shown.
    package var seenCount: Int { markers.count { $0.pixels > 0 } }

    private static func notes(on markers: [ShownMarker], _ frame: ChosenFrame) -> [String] {
        var notes: [String] = []
        let small = markers.count { $0.covered == 0 }
        if small > 0 {
            notes.append(
                "\(counted(small, "marker")) in view \(small == 1 ? "covers" : "cover") the center of no pixel: seen edge on, "
                    + "too small, or at the image's edge")
        }
        if frame.correction > 0 {
            notes.append(
                "\(fileLabel(frame.file)):\(frame.line): the pose was made rigid, which changed its numbers by up to "
                    + MeasureText.digits(2, frame.correction))
        }
        return notes
    }

    /// The likely reason why nothing is in view.
    private static func emptyView(
        of read: IndexedMarkers, _ plane: ImagePlane, _ frame: ChosenFrame, isOneSided: Bool
    ) -> String {
        let places = (0..<read.indexedCount).map { plane.own(read.quad($0).center) }
        let behind = places.count { $0.z >= 0 }
        let turned = places.count { point in
            guard let pixel = plane.pixel(of: SIMD3(point.x, -point.y, -point.z)) else { return false }
            return (0...Double(frame.camera.width)).contains(pixel.x)
                && (0...Double(frame.camera.height)).contains(pixel.y)
        }
        return
            "no marker is in view\(isOneSided ? " with that side" : ""); \(behind) of \(places.count) are behind the camera, "
            + "which looks along its -z axis"
            + (turned > 0
                ? ", and \(turned) would be in view if it looked along +z with y down: check which axes worldFromCamera has"
                : "")
    }
}

extension QuadFace {
    /// The direction in which the corners run for those on this side.
    fileprivate var winding: Winding { self == .front ? .counterclockwise : .clockwise }
}

/// The camera frame of a file that is looked through.
package struct ChosenFrame {
    /// The name of the file, and the digest of its bytes.
    package let file, sha256: String
    /// Its number among the frames of the file, from 1, and how many they are.
    package let number, count: Int
    /// The id of its request; `nil` without one.
    package let id: String?
    /// The line that it begins on, from 1.
    package let line: Int
    /// The largest change of a number of its pose that made that rigid.
    package let correction: Double
    package let camera: PinholeCamera

    /// Images of more pixels are refused: their maps take 300 MB.
    package static let mostPixels = 25_000_000

    /// Reads a file of frames to its end, and keeps the one that is chosen.
    ///
    /// - Parameter choice: the id of its request, or where no frame has that, its number; `nil` for the only one.
    package init(reading name: String, _ choice: String?) throws(Failure) {
        let file = try Input.open(name)
        var reader = CameraFrameReader(file.source(isDigested: true))
        var named: [(frame: ReadCameraFrame, number: Int)] = [], numbered: ReadCameraFrame?
        let number = choice.map { Int($0) } ?? 1
        var count = 0
        do throws(CameraFrameError) {
            while let next = try reader.next() {
                count += 1
                if count == number { numbered = next }
                if let choice, next.frame.requestID == choice, named.count < 2 { named.append((next, count)) }
            }
            guard count > 0 else { throw .noFrame }
        } catch { throw Failure(camera: name, error) }
        guard choice != nil || count == 1 else {
            throw .neededOption(
                "--frame ID",
                "\(fileLabel(name)) has \(counted(count, "camera frame")); give the requestId of one, "
                    + "or its number from 1 to \(count)")
        }
        if named.count > 1 {
            throw .badValue(
                option: "--frame", value: choice ?? "",
                BadValue(
                    expected: "an id that one frame has, or a number from 1 to \(count); the frames "
                        + "\(named[0].number) and \(named[1].number) have this id"))
        }
        let byNumber = numbered.flatMap { frame in number.map { (frame: frame, number: $0) } }
        guard let chosen = named.first ?? byNumber else {
            throw .badValue(
                option: "--frame", value: choice ?? "",
                BadValue(
                    expected: "the requestId of a camera frame of \(fileLabel(name)), or its number "
                        + "from 1 to \(count)"))
        }
        do throws(CameraFrameError) {
            camera = try chosen.frame.pinhole(ofAtMost: ChosenFrame.mostPixels)
        } catch { throw Failure(camera: name, error) }
        (self.file, sha256, self.count, self.number) = (name, file.sha256 ?? "", count, chosen.number)
        (id, line, correction) = (chosen.frame.frame.requestID, chosen.frame.line, chosen.frame.correction)
    }
}

extension Failure {
    package init(camera file: String, _ error: CameraFrameError) {
        if case .json(let fault) = error.fault, [.readFailed].contains(fault.code) {
            self.init(reading: file, fault)
        } else {
            self.init(
                .unreadable, code: error.code, file: file, line: error.line,
                "\(fileLabel(file)): BAD_CAMERA, \(visible(error.message, atMost: .max)); correct the camera frame"
            )
        }
    }
}

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
