import FitReports
import JobReports
import Markers
import QuadGeometry
import ToolMarkers
import ToolTerminal

/// The calibration that markers are compared with, and where it is from.
struct UsedCalibration {
    /// The motion of raw points to calibrated ones.
    let motion: PlannedMotion
    /// The space's vector with its sign; `nil` if the motion is from a fit.
    let known: KnownCalibration?
    let fit: SavedFitFile?
    /// The calibration of the space as far as it is known, by which its server computes calibrated data.
    let own: SpaceCalibration
    /// The file or the list that it was read from; `nil` if it was stated.
    let file: ReadFile?
    /// Whether stored data contradict each other or both signs, so that the sign was taken as added.
    let isUndecided: Bool

    /// Takes the fit or the vector that is stated, with its sign as stated or added, or the vector of a space, whose sign stored data
    /// may show.
    init(
        _ options: CalibrateOptions, _ space: (file: ReadFile, space: Space)?, _ markers: [Marker]
    ) throws(Failure) {
        let spaceVector = space?.space.calibrationVector.flatMap { CalibrationVector($0) }
        let spaceKnown = try? KnownCalibration(spaceVector, sign: options.sign, markers)
        own = spaceKnown?.calibration ?? SpaceCalibration(spaceVector)
        if let name = options.fitFile {
            let saved = try SavedFitFile(reading: name)
            if let kinds = saved.fit.kinds, kinds.source != .raw || kinds.target != .calibrated {
                throw .contradiction(
                    "calibrate",
                    "\(name), which leads from \(kinds.source.rawValue) to \(kinds.target.rawValue) points,")
            }
            (motion, known) = (PlannedMotion(saved.fit, from: .raw, to: .calibrated), nil)
            do throws(RecalibrationPlanError) { _ = try MarkerMover(UsedCalibration.request(motion)) } catch {
                throw .unusableFit(file: name, error)
            }
            (fit, file, isUndecided) = (saved, ReadFile(file: name, sha256: saved.fit.sha256), false)
            return
        }
        let vector =
            options.vector.map { CalibrationVector($0) } ?? spaceVector
        let sign = options.sign ?? (options.vector == nil ? nil : .added)
        do throws(UndecidedSign) {
            known = try KnownCalibration(vector, sign: sign, markers)
            isUndecided = false
        } catch {
            known = try? KnownCalibration(vector, sign: .added, markers)
            isUndecided = true
        }
        motion = PlannedMotion(known?.calibration ?? SpaceCalibration())
        (fit, file) = (nil, options.vector == nil ? space?.file : nil)
    }

    /// The request to write what the motion makes of markers.
    static func request(
        _ motion: PlannedMotion, _ frames: FrameMembership = FrameMembership(rule: .allButTargets),
        in space: SpaceCalibration = SpaceCalibration()
    ) -> PlanRequest {
        PlanRequest(calibrating: frames, by: motion, in: space)
    }

    /// Whether stored data follow from the vector with the sign that was not taken.
    var isOfOtherSign: Bool {
        guard let known, case .sign(let sign) = known.evidence.conclusion else { return false }
        return sign != known.calibration.sign
    }

    var text: String {
        guard let known else { return fit.map { fileLabel($0.file) } ?? "" }
        guard let vector = known.calibration.vector?.numbers else { return "a space without a vector" }
        return "the vector \(MeasureText.place(vector)) m, \(known.calibration.sign.word)"
    }
}
