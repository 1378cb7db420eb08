import Foundation
import Markers
import RigidCalibration

/// What `quadcal fit` was asked for.
struct FitOptions: Sendable {
    var model = ModelChoice.auto
    /// The tilt that levelled frames are expected to have, in degrees.
    var tilt: Double?
    /// The deviation of a coordinate of a residual, in metres.
    var noise: Double?
    /// Whether some pairs may be wrong, and how far from its place one that is not may be, in metres.
    var isRobust = false
    var bound: Double?
    /// A file of points at which the error is to be known.
    var pointFile: String?
    /// A file of pairs that take no part in the fit.
    var checkFile: String?
    /// The largest error to expect that is good enough, in metres.
    var tolerance: Double?
    /// What makes pairs of two files; `nil` where pairs are read.
    var join: JoinChoice?
    /// Which way the matrices of two scans go; `nil` where there are none.
    var matrices: MatrixDirection?
    /// How they are written, where that is said.
    var layout: MatrixLayout?
    /// Which corners of the new markers are meant.
    var target: MarkerCoordinates?
    /// The sessions and sets that take part; all where there are none.
    var oldSessions: Set<UUID> = []
    var newSessions: Set<UUID> = []
    /// The runs whose anchors take part, where files have several.
    var oldRun, newRun: Int64?
    /// Where the laser guide's rows beside its axis have their dots.
    var dots: GridRow.Dot?
    /// Where to write the fit.
    var savedFile: String?
    /// Where to write the report that people read.
    var reportFile: String?
    var replacesFile = false
    var failsOn = FailureLevel.error
    var form = FitForm.text
    var loudness = Loudness.normal

    /// What the fit is told, but for points and check pairs.
    var calibration: CalibrationOptions {
        var options = CalibrationOptions()
        options.tilt = tilt ?? MotionModel.usualTilt
        options.noise = noise
        options.model = model.model(tilt: options.tilt)
        return options
    }
}

/// What makes pairs of two files.
enum JoinChoice: Equatable {
    /// Markers by what they have in common.
    case label, anchor
    /// Markers by a file of ids that go together.
    case map(String)
    /// Anchors of laser-guide rows.
    case rows(RowPartners)
    /// Two points each.
    case origins

    /// Whether markers are joined.
    var isOfMarkers: Bool {
        switch self {
        case .label, .anchor, .map: true
        case .rows, .origins: false
        }
    }

    /// Whether rows of the laser guide are paired.
    var isOfRows: Bool { if case .rows = self { true } else { false } }
}

/// What goes to standard output.
enum FitForm {
    case text, json
    /// No fit: the list of codes, or the explanation of one.
    case codes, explanation(FitCode)
}

typealias ModelChoice = FitDocument.Options.ModelChoice

extension ModelChoice {
    /// Whether the tilt that is expected changes anything.
    var knowsTilt: Bool { self != .translation && self != .yaw }

    /// `nil` where the pairs are to choose.
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
