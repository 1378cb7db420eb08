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
    package init(reading file: String) throws(Failure) {
        try self.init(try Input.bytes(of: file), file: file)
    }

    package init(_ bytes: [UInt8], file: String) throws(Failure) {
        do throws(SavedFitError) { fit = try SavedFit(bytes) } catch {
            throw .savedFit(file: file, error)
        }
        self.file = file
    }

    /// Takes a document, whose bytes may be written already.
    package init(_ document: FitDocument, bytes: [UInt8]? = nil, file: String) throws(Failure) {
        do throws(SavedFitError) { fit = try SavedFit(document, bytes: bytes ?? document.bytes) } catch {
            throw .savedFit(file: file, error)
        }
        self.file = file
    }

    /// The verdict on the fit as it appears in documents.
    package var fitVerdict: String { fit.verdict.rawValue.lowercased() }
}
