package import Markers
import QuadGeometry

/// The kind of a code, by which services group what failed.
package enum PublishedKind: String, CaseIterable {
    /// The contents of a file besides corners.
    case record
    case shape
    case size
    /// The places of markers, alone and beside each other.
    case place
    case calibrated
    /// Frames, the motions between them, and what several sessions saw.
    case frames
    /// Detections of a phone.
    case sensor
    /// The pairs that a motion is fitted to.
    case pairs
    case motion
    /// Limits of the options.
    case limits
    /// A failure of the command itself.
    case run
}

extension PublishedKind {
    package init(_ code: CheckCode) {
        switch code {
        case .quad(let code): self.init(code)
        case .record(let code): self.init(code)
        }
    }

    private init(_ code: QuadIssue.Code) {
        switch code {
        case .wrongShape, .nonFinite: self = .record
        case .duplicateCorners, .zeroArea, .selfIntersecting, .concave, .nonPlanar, .folded, .straightCorner,
            .winding, .notRectangular, .warped:
            self = .shape
        case .tooSmall, .tooLarge, .aspectRatio, .unitSlip: self = .size
        case .outOfRange, .duplicateMarker, .overlappingMarker, .stackedMarker, .farAway, .upAxis, .crowded:
            self = .place
        }
    }

    private init(_ code: MarkerIssue.Code) {
        switch code {
        case .notAMarker, .brokenLine, .noMarkers, .badMember, .wrongShape, .missingVersion, .duplicateID:
            self = .record
        case .noCalibratedData, .badCalibratedData, .calibratedCenter, .calibratedShape, .staleCalibrated,
            .vectorSign, .noVector:
            self = .calibrated
        }
    }

    package init(_ code: FitCode) {
        switch code {
        case .outlyingPairs, .unnamedMarker, .tooFewPairs, .coincidentPoints, .pointsOnLine, .noRedundancy,
            .weakGeometry, .turnNotDetermined, .motionNotFixed, .notDetermined:
            self = .pairs
        case .checksMiss, .toleranceExceeded: self = .limits
        default: self = .motion
        }
    }
}
