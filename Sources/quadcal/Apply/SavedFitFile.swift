import Markers
import ToolTerminal

/// A file that `quadcal fit --save` wrote, or would write.
struct SavedFitFile {
    let file: String
    let fit: SavedFit
    var bytes: [UInt8] { fit.bytes }

    /// Reads a file, or standard input where the name is `-`.
    init(reading file: String) throws(Failure) {
        try self.init(try Input.bytes(of: file), file: file)
    }

    init(_ bytes: [UInt8], file: String) throws(Failure) {
        do throws(SavedFitError) { fit = try SavedFit(bytes) } catch {
            throw .savedFit(file: file, error)
        }
        self.file = file
    }

    /// Takes a document, whose bytes may be written already.
    init(_ document: FitDocument, bytes: [UInt8]? = nil, file: String) throws(Failure) {
        do throws(SavedFitError) { fit = try SavedFit(document, bytes: bytes ?? document.bytes) } catch {
            throw .savedFit(file: file, error)
        }
        self.file = file
    }
}
