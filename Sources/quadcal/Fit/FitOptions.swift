import Foundation
import Markers
import RigidCalibration
import ToolTerminal

/// The options of `quadcal fit`.
struct FitOptions: Sendable {
    var model = ModelChoice.auto
    /// The expected tilt of levelled frames, in degrees.
    var tilt: Double?
    /// The deviation of a coordinate of a residual, in metres.
    var noise: Double?
    /// The deviation of the error that the corners of a marker share, in metres.
    var markerNoise: Double?
    /// Whether pairs that name their marker share its error.
    var groups = GroupChoice.auto
    /// True if some pairs may be wrong; `bound` is the largest residual of a correct pair, in metres.
    var isRobust = false
    var bound: Double?
    /// The motion to take where pairs agree on two, by its number from 1.
    var choice: Int?
    /// A file of points at which the error is asked for.
    var pointFile: String?
    /// A file of pairs that take no part in the fit; or of old markers, and one of the new markers to join them with.
    var checkFile, checkTarget: String?
    /// The largest acceptable 95 % error, in metres.
    var tolerance: Double?
    /// The way to make pairs of two files; `nil` if pairs are read.
    var join: JoinChoice?
    /// The direction of the matrices of two scans; `nil` if there are none.
    var matrices: MatrixDirection?
    /// Their layout, if it is stated.
    var layout: MatrixLayout?
    /// Their format, if it is stated.
    var matrixFormat: MotionFormat?
    /// The largest difference of the times of two poses that are a pair, in seconds; `nil` if they must be equal.
    var matchGap: Double?
    /// The kind of corners of the new markers.
    var target: MarkerCoordinates?
    /// The sessions and sets that take part; all if there are none.
    var oldSessions: Set<UUID> = []
    var newSessions: Set<UUID> = []
    /// The runs whose anchors take part, if files have several.
    var oldRun, newRun: Int64?
    /// The positions of the dots of the laser guide's rows beside its axis.
    var dots: GridRow.Dot?
    /// The file to write the fit to.
    var savedFile: String?
    /// The file to write the report for people to.
    var reportFile: String?
    var titleBlock = TitleBlock()
    var replacesFile = false
    var failsOn = FailureLevel.error
    var form = FitForm.text
    /// The layout of a matrix that is printed.
    var printedLayout: MatrixLayout?
    /// The form for another program, instead of text.
    var published: PublishedForm?
    var loudness = Loudness.normal

    /// The options of the calibration, without points and check pairs.
    var calibration: CalibrationOptions {
        var options = CalibrationOptions()
        options.tilt = tilt ?? MotionModel.usualTilt
        (options.noise, options.markerNoise) = (noise, markerNoise)
        options.model = model.model(tilt: options.tilt)
        return options
    }
}

/// The way to make pairs of two files.
enum JoinChoice: Equatable {
    /// Markers by a property that they share.
    case label, anchor
    /// Markers by a file of matching ids.
    case map(String)
    /// Anchors of laser-guide rows.
    case rows(RowPartners)
    /// Two points each.
    case origins
    /// Poses of a sensor.
    case poses(TrajectoryFormat)

    /// True if markers are joined.
    var isOfMarkers: Bool {
        switch self {
        case .label, .anchor, .map: true
        case .rows, .origins, .poses: false
        }
    }

    /// True if poses are paired by their times.
    var isOfTimes: Bool { self == .poses(.tum) }

    /// True if rows of the laser guide are paired.
    var isOfRows: Bool { if case .rows = self { true } else { false } }
}

/// The form of standard output.
enum FitForm {
    case text, json
    /// The motion alone.
    case motion(PrintedMotion)
    /// No fit: the list of codes, or the explanation of one.
    case codes, explanation(FitCode)
}

typealias ModelChoice = FitDocument.Options.ModelChoice
typealias GroupChoice = FitDocument.Options.GroupChoice

extension ModelChoice {
    /// True if the expected tilt has an effect.
    var knowsTilt: Bool { self != .translation && self != .yaw }

    /// `nil` if the pairs are to decide.
    func model(tilt: Double) -> MotionModel? {
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
enum RowPartners: String, CaseIterable {
    /// The anchors of another run.
    case runs
    /// The laser guide of the space.
    case grid
}
