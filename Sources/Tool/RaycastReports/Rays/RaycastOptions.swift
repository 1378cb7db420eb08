package import CheckReports
import Markers
package import QuadGeometry
package import ToolTerminal

package struct RaycastOptions: Sendable {
    package var markers = CheckOptions()
    package var rayFile: String?
    /// The one ray of the command line.
    package var origin: SIMD3<Double>?
    package var direction: SIMD3<Double>?
    /// A file of camera frames, and the one that is looked through: its id, or its number from 1.
    package var cameraFile: String?
    package var frame: String?
    /// A picture of what it shows, and a page.
    package var pictureFile: String?
    package var shade: PictureShade?
    package var reportFile: String?
    package var replacesFile = false
    /// The lengths between which a hit counts, in metres from the origin.
    package var start = 0.0
    package var end = Double.infinity
    /// The only side that counts.
    package var face: QuadFace?
    /// Every marker that a ray meets rather than the first.
    package var wantsAll = false
    package var printsJSON = false
    package var loudness = Loudness.normal

    package init() {}
}

extension RaycastOptions {
    /// Every option of `quadcal raycast`, in the order of the help.
    package static let groups = [
        OptionGroup(heading: "rays", options: rayOptions),
        OptionGroup(heading: "camera", options: cameraOptions),
        OptionGroup(
            heading: "markers", options: CheckOptions.inputOptions.map { Option($0, of: \.markers) }),
        OptionGroup(heading: "hits", options: hitOptions),
        OptionGroup(heading: "report", options: reportOptions),
    ]

    private static let rayOptions: [Option<RaycastOptions>] = [
        Option(file: "--rays", "RAYS.csv", "rays to cast, with the columns id,ox,oy,oz,dx,dy,dz", \.rayFile)
            .excludes("--origin", "--direction"),
        Option("--origin", "X,Y,Z", "where a single ray begins, in metres") {
            (options, text) throws(BadValue) in
            options.origin = try OptionValue.point(text, as: "--origin 0,1.6,0")
        }.needs("--direction X,Y,Z", "it says where the ray goes"),
        Option("--direction", "X,Y,Z", "its direction, of any length but zero") {
            (options, text) throws(BadValue) in
            options.direction = try OptionValue.point(text, as: "--direction 0,0,-1")
        }.needs("--origin X,Y,Z", "it says where the ray begins"),
    ]

    private static let cameraOptions: [Option<RaycastOptions>] = [
        Option(
            file: "--camera", "FILE", "a camera frame, or several: what its image shows, instead of rays",
            \.cameraFile
        ).excludes("--rays", "--origin", "--direction", "--from-m", "--to-m", "--all"),
        Option("--frame", "ID", "the frame: its requestId, or its number from 1 (the only one)", \.frame)
            .needs("--camera FILE", "--frame is about what its image shows"),
        Option(
            file: "--picture", "OUT.png", to: "write", "write what the image shows as a picture",
            \.pictureFile
        ).needs("--camera FILE", "--picture is about what its image shows"),
        Option(
            word: "--shade", "WORD", "ids or depth: a colour for each marker, or millimetres (ids)", \.shade
        ).needs("--camera FILE", "--shade is about what its image shows")
            .needs("--picture OUT.png", "--shade says what its pixels are"),
        Option(
            file: "--report", "OUT.html", to: "write", "write a page with the picture and the markers in it",
            \.reportFile
        ).needs("--camera FILE", "--report is about what its image shows"),
        Option(switch: "--force", "let --picture and --report replace a file", \.replacesFile)
            .needs("--camera FILE", "--force is about what its image shows"),
    ]

    private static let hitOptions: [Option<RaycastOptions>] = [
        Option("--from-m", "M", "the least distance that counts, in metres (0)") {
            (options, text) throws(BadValue) in
            options.start = try length(text)
        },
        Option("--to-m", "M", "the greatest distance that counts, in metres (any)") {
            (options, text) throws(BadValue) in
            options.end = try length(text)
        },
        Option(
            word: "--face", "SIDE",
            "only hits of that side: placed (from which the app's user tapped it), front or back"
        ) {
            (options, side: FaceWord) in options.face = side == .front ? .front : .back
        },
        Option(switch: "--all", "every marker that a ray hits, not only the first", \.wantsAll),
    ]

    private static let reportOptions: [Option<RaycastOptions>] = [
        Option(switch: "--json", "one JSON document", \.printsJSON),
        Option(switch: "--quiet", slot: "loudness", "only the hits, or the markers that are shown") {
            $0.loudness = .quiet
        },
    ]

    /// The right-hand normal of a marker that was tapped clockwise, as the app has it done, leads away from who placed it.
    private enum FaceWord: String, CaseIterable { case placed, front, back }

    private static func length(_ text: String) throws(BadValue) -> Double {
        guard case .number(let metres) = NumberText(text), metres.isFinite else {
            throw BadValue(expected: "a number of metres, with a decimal point")
        }
        return metres
    }
}

/// The meaning of a picture's pixels.
package enum PictureShade: String, CaseIterable, Sendable {
    /// The marker, by the colour that the document has of it.
    case ids
    /// The depth in millimetres, as depth cameras write it.
    case depth
}
