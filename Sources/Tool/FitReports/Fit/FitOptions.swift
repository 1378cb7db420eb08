package import Foundation
package import Markers
package import MarkersReport
package import PublishedResults
package import QuadGeometry
package import RigidCalibration
import ToolMarkers
package import ToolTerminal

package struct FitOptions: Sendable {
    package var model = ModelChoice.auto
    /// The expected tilt of levelled frames, in degrees.
    package var tilt: Double?
    /// The deviation of a coordinate of a residual, in metres.
    package var noise: Double?
    /// The deviation of the error that the corners of a marker share, in metres.
    package var markerNoise: Double?
    /// Whether pairs that name their marker share its error.
    package var groups = GroupChoice.auto
    /// True if some pairs may be wrong; `bound` is the largest residual of a correct pair, in metres.
    package var isRobust = false
    /// Of a join by geometry, about where the motion leads.
    package var near: RigidTransform?
    package var bound: Double?
    /// The motion to take where pairs agree on two, by its number from 1.
    package var choice: Int?
    /// What a scan that bends is straightened by.
    package var straightening = StraighteningOption.none
    /// A file of points at which the error is asked for.
    package var pointFile: String?
    /// The candidates for one more marker, if advice is asked for.
    package var advice: AdviceSource?
    /// A file of pairs that take no part in the fit; or of old markers, and one of the new markers to join them with.
    package var checkFile, checkTarget: String?
    /// The largest acceptable 95 % error, in metres.
    package var tolerance: Double?
    /// The way to make pairs of two files; `nil` if pairs are read.
    package var join: JoinChoice?
    /// The labels and ids of markers that the fit is not to use.
    package var exclusions: [String] = []
    /// The direction of the matrices of two scans; `nil` if there are none.
    package var matrices: MatrixDirection?
    /// Their layout, if it is stated.
    package var layout: MatrixLayout?
    /// Their format, if it is stated.
    package var matrixFormat: MotionFormat?
    /// The largest difference of the times of two poses that are a pair, in seconds; `nil` if they must be equal.
    package var matchGap: Double?
    /// The kind of corners of the new markers.
    package var target: MarkerCoordinates?
    /// The sessions and sets that take part; all if there are none.
    package var oldSessions: Set<UUID> = []
    package var newSessions: Set<UUID> = []
    /// The runs whose anchors take part, if files have several.
    package var oldRun, newRun: Int64?
    /// The positions of the dots of the laser guide's rows beside its axis.
    package var dots: GridRow.Dot?
    package var savedFile: String?
    /// The file to write the report for people to.
    package var reportFile: String?
    package var titleBlock = TitleBlock()
    package var replacesFile = false
    package var failsOn = FailureLevel.error
    package var form = FitForm.text
    package var printedLayout: MatrixLayout?
    /// The form for another program, instead of text.
    package var published: PublishedForm?
    package var loudness = Loudness.normal

    package init() {}

    /// The options of the calibration, without points and check pairs.
    package var calibration: CalibrationOptions {
        var options = CalibrationOptions()
        options.tilt = tilt ?? MotionModel.usualTilt
        (options.noise, options.markerNoise) = (noise, markerNoise)
        options.model = model.model(tilt: options.tilt)
        return options
    }
}

extension FitOptions {
    /// The motion that was asked for where a join by geometry finds several.
    var motionChoice: MotionChoice? { choice.map { .number($0) } ?? near.map { .near($0) } }
}

/// The candidates for one more marker.
package enum AdviceSource: Equatable {
    case file(String)
    /// The points or markers that are to move.
    case moving

    /// It as the option has it.
    package var text: String {
        switch self {
        case .file(let file): file
        case .moving: "moving"
        }
    }
}

/// The way to make pairs of two files.
package enum JoinChoice: Equatable {
    /// Markers by a property that they share.
    case label, anchor, geometry
    /// Markers by that of these properties by which most follow one motion.
    case auto
    /// Markers by a file of matching ids.
    case map(String)
    /// Anchors of laser-guide rows.
    case rows(RowPartners)
    /// Two points each.
    case origins
    case poses(TrajectoryFormat)

    package var isOfMarkers: Bool {
        switch self {
        case .label, .anchor, .map, .geometry, .auto: true
        case .rows, .origins, .poses: false
        }
    }

    /// True if poses are paired by their times.
    package var isOfTimes: Bool { self == .poses(.tum) }

    /// True if rows of the laser guide are paired.
    package var isOfRows: Bool { if case .rows = self { true } else { false } }
}

/// The form of standard output.
package enum FitForm {
    case text, json
    /// The motion alone.
    case motion(PrintedMotion)
    /// No fit: the list of codes, or the explanation of one.
    case codes, explanation(FitCode), failureExplanation(ExitCode)
}

package typealias ModelChoice = FitDocument.Options.ModelChoice
package typealias GroupChoice = FitDocument.Options.GroupChoice
package typealias StraighteningOption = FitDocument.Options.StraighteningOption

extension ModelChoice {
    /// True if the expected tilt has an effect.
    package var knowsTilt: Bool { self != .translation && self != .yaw }

    /// `nil` if the pairs are to decide.
    package func model(tilt: Double) -> MotionModel? {
        switch self {
        case .auto: nil
        case .translation: .translation
        case .yaw: .yaw
        case .gravity: .gravity(tilt: tilt)
        case .rigid: .rigid
        case .similarity: .similarity
        }
    }
}

/// The partners of the rows of a run's anchors.
package enum RowPartners: String, CaseIterable {
    case runs
    /// The laser guide of the space.
    case grid
}

/// A form in which a motion alone is printed, for another program.
package enum PrintedMotion: String, CaseIterable {
    case matrix, quaternion, yaw, tum, kitti, cloudcompare, proj, colmap
    case rosJSON = "ros-json"
    case rosCommand = "ros-command"

    /// The motion, with the end of its last line.
    package func text(_ motion: RigidTransform, _ layout: MatrixLayout?) -> String {
        switch self {
        case .quaternion: MotionText.quaternion(of: motion)
        case .yaw: MotionText.yaw(of: motion)
        default:
            format.map { MotionText.text(of: motion, as: $0, layout: layout ?? .rows) } ?? ""
        }
    }

    /// The meaning of the numbers, in a line for people.
    package func convention(_ layout: MatrixLayout?) -> String {
        switch self {
        case .matrix:
            "\(MotionFormat.matrix.convention), written \(layout == .columns ? "column by column" : "row by row")"
        case .quaternion: "p_to = R(q) p_from + t, metres"
        case .yaw: "the turn about +Y and the tilt of the vertical, degrees; p_to = R p_from + t, metres"
        default: format?.convention ?? ""
        }
    }

    /// `nil` for forms that cannot be read back.
    private var format: MotionFormat? { MotionFormat(rawValue: rawValue) }
}

/// The title block of a report, as options state it.
package struct TitleBlock: Sendable {
    private var title: String?
    private var fields: [ReportHeading.Field] = []
    /// The file of the picture, and the picture once it is read.
    package private(set) var logo: String?
    private var picture: ReportLogo?

    package init() {}

    /// The option that was given, if any; a page has to be written for it.
    var anyOption: String? {
        title != nil ? "--title" : !fields.isEmpty ? "--field" : logo != nil ? "--logo" : nil
    }

    /// The options of every command that writes a report.
    package static let options: [Option<TitleBlock>] = [
        Option(
            "--title", "TEXT", "the report's title; by default the name of the file or the space", \.title),
        Option(
            adding: "--field", "NAME=VALUE",
            "a field of the report: Project, Site, Operator, Device ...; may be repeated"
        ) { (block, text) throws(BadValue) in block.fields.append(try field(text)) },
        Option(file: "--logo", "FILE", "a PNG or JPEG picture for the report's title block", \.logo),
    ]

    private static func field(_ text: String) throws(BadValue) -> ReportHeading.Field {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].allSatisfy(\.isWhitespace) else {
            throw BadValue(expected: "a name and a value, as in Project=Hall")
        }
        return ReportHeading.Field(String(parts[0]), String(parts[1]))
    }

    /// Refuses a title block without a page that it could be on.
    package func requirePage(_ page: String?) throws(Failure) {
        guard page == nil, let anyOption else { return }
        throw .neededOption("--report OUT.html", "\(anyOption) is for it")
    }

    /// Reads and checks the picture, before any work that would be in vain without it.
    package mutating func readLogo() throws(Failure) {
        guard let logo else { return }
        let bytes = try Input.bytes(of: logo)
        do throws(ReportLogoError) { picture = try ReportLogo(bytes) } catch {
            throw Failure(
                .unreadable, file: logo, "\(fileLabel(logo)): \(error.message); \(error.remedy)")
        }
    }

    package var heading: ReportHeading { ReportHeading(title: title, fields: fields, logo: picture) }
}
