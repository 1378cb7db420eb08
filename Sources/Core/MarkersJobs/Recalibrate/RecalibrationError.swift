public import Foundation
public import Markers
public import RigidCalibration

/// The reason why a space is not recalibrated.
///
/// Boxed: vectors of 32 bytes that an asynchronous function holds while it waits can overrun its frame (Swift 6.3).
public indirect enum RecalibrationError: Error, Hashable, Sendable {
    /// The space cannot be listed as asked.
    case listing(SpaceListingError)
    /// No old marker has a partner; with the markers of both sides.
    case noPairs([UnjoinedMarker])
    /// No motion can be fitted.
    case fit(RigidFitError)
    /// The sign of the space's vector must be stated.
    case undecidedSign(UndecidedSign)
    /// The motion must not be applied to these markers.
    case plan(RecalibrationPlanError)
    /// Every marker is where it should be or is left out, so there is nothing to send.
    case nothingToSend
    /// So many markers cannot be moved and would stay in the old frame.
    case mixedSpace(refused: Int)
    /// The lists of these sessions look cut off, so markers might be missing.
    case listsCutOff([UUID])
    /// The transport does not say which server it talks to, which jobs name.
    case noOrigin
    /// The plan was made, but its job did not run.
    case run(JobRunError)

    /// The error as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .listing(let error): error.code
        case .noPairs: "NO_PAIRS"
        case .fit(let error): error.code
        case .undecidedSign(let error): error.evidence.conclusion.code
        case .plan(let error): error.code
        case .nothingToSend: "NOTHING_TO_SEND"
        case .mixedSpace: "MIXED_SPACE"
        case .listsCutOff: "LIST_LOOKS_CUT_OFF"
        case .noOrigin: "NO_ORIGIN"
        case .run(let error): error.code
        }
    }

    /// Whether the markers have no motion, or none that may be used: a job that has moved them explains that.
    var isAboutMotion: Bool {
        switch self {
        case .noPairs, .fit, .plan: true
        case .listing, .undecidedSign, .nothingToSend, .mixedSpace, .listsCutOff, .noOrigin, .run: false
        }
    }
}
