package import Markers
import RigidCalibration
package import ToolTerminal

extension SavedFitFile {
    /// The fit that `quadcal fit` would save, and what its reading took for granted.
    package static func fitted(
        to files: [String], _ options: FitOptions, for mode: PushMode?
    ) throws(Failure) -> (SavedFitFile, notes: [String]) {
        if let direction = options.matrices {
            let report = try MatrixReport(reading: files, direction, options)
            return (try SavedFitFile(FitDocument(report), file: report.label), report.notes)
        }
        return try fitted(to: FitPairs(reading: files, options), options, for: mode)
    }

    /// The same for pairs that were read.
    ///
    /// A vector only shifts, so for the vector mode a translation is fitted, unless another model is stated or a translation does
    /// not describe the pairs: then the motion that does shows by how much a vector is off.
    package static func fitted(
        to pairs: FitPairs, _ options: FitOptions, for mode: PushMode?
    ) throws(Failure) -> (SavedFitFile, notes: [String]) {
        if mode == .vector, options.model == .auto {
            var shifting = options
            shifting.model = .translation
            let (shift, notes) = try fitted(to: pairs, shifting, for: nil)
            if shift.fit.verdict != .fail {
                return (shift, notes + ["a vector only shifts, so the motion was fitted as a translation"])
            }
        }
        let report = try FitReport(pairs, options)
        return (try SavedFitFile(FitDocument(report), file: report.pairs.source.label), report.notes)
    }
}
