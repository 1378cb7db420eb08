package import Markers
import RigidCalibration
import ToolMarkers
package import ToolTerminal

/// A file that `quadcal fit --save` wrote, or would write.
package struct SavedFitFile {
    package let file: String
    package let fit: SavedFit
    package var bytes: [UInt8] { fit.bytes }

    /// Reads a file, or standard input where the name is `-`.
    ///
    /// - Parameters:
    ///   - file: Its name.
    ///   - takesShifts: Whether a fit that was straightened is read, too, by a command that follows its shifts.
    package init(reading file: String, takesShifts: Bool = false) throws(Failure) {
        try self.init(try Input.bytes(of: file), file: file, takesShifts: takesShifts)
    }

    package init(_ bytes: [UInt8], file: String, takesShifts: Bool = false) throws(Failure) {
        do throws(SavedFitError) { fit = try SavedFit(bytes, takesShifts: takesShifts) } catch {
            throw .savedFit(file: file, error)
        }
        self.file = file
    }

    /// Takes a document, whose bytes may be written already.
    package init(
        _ document: FitDocument, bytes: [UInt8]? = nil, file: String, takesShifts: Bool = false
    ) throws(Failure) {
        do throws(SavedFitError) {
            fit = try SavedFit(document, bytes: bytes ?? document.bytes, takesShifts: takesShifts)
        } catch {
            throw .savedFit(file: file, error)
        }
        self.file = file
    }

    /// The verdict on the fit as it appears in documents.
    package var fitVerdict: String { fit.verdict.rawValue.lowercased() }
}

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
        let document = FitDocument(report), file = report.pairs.source.label
        return (try SavedFitFile(document, file: file, takesShifts: true), report.notes)
    }
}
