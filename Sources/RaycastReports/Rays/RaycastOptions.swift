package import CheckReports
import Markers
package import QuadGeometry
package import ToolTerminal

/// The options of `quadcal raycast`.
package struct RaycastOptions: Sendable {
    /// The options for reading markers.
    package var markers = CheckOptions()
    /// A file of rays.
    package var rayFile: String?
    /// The one ray of the command line.
    package var origin: SIMD3<Double>?
    package var direction: SIMD3<Double>?
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
        OptionGroup(
            heading: "markers", options: CheckOptions.inputOptions.map { Option($0, of: \.markers) }),
        OptionGroup(heading: "hits", options: hitOptions),
        OptionGroup(heading: "report", options: reportOptions),
    ]

    private static let rayOptions: [Option<RaycastOptions>] = [
        Option(file: "--rays", "RAYS.csv", "rays to cast, with the columns id,ox,oy,oz,dx,dy,dz") {
            $0.rayFile = $1
        },
        Option("--origin", "X,Y,Z", "where a single ray begins, in metres") {
            (options, text) throws(BadValue) in
            options.origin = try OptionValue.point(text, as: "--origin 0,1.6,0")
        },
        Option("--direction", "X,Y,Z", "its direction, of any length but zero") {
            (options, text) throws(BadValue) in
            options.direction = try OptionValue.point(text, as: "--direction 0,0,-1")
        },
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
        Option(word: "--face", "SIDE", "front or back: only hits of that side (both)") {
            (options, side: FaceWord) in options.face = side == .front ? .front : .back
        },
        Option(switch: "--all", "every marker that a ray hits, not only the first") { $0.wantsAll = true },
    ]

    private static let reportOptions: [Option<RaycastOptions>] = [
        Option(switch: "--json", "one JSON document") { $0.printsJSON = true },
        Option(switch: "--quiet", slot: "loudness", "only the hits") { $0.loudness = .quiet },
    ]

    private enum FaceWord: String, CaseIterable { case front, back }

    private static func length(_ text: String) throws(BadValue) -> Double {
        guard case .number(let metres) = NumberText(text), metres.isFinite else {
            throw BadValue(expected: "a number of metres, with a decimal point")
        }
        return metres
    }
}
