import Markers

/// A file that `quadcal fit --save` wrote.
struct SavedFitFile {
    let file: String
    let bytes: [UInt8]
    let fit: SavedFit

    /// Reads a file, or standard input where the name is `-`.
    init(reading file: String) throws(Failure) {
        try self.init(try Input.bytes(of: file), file: file)
    }

    init(_ bytes: [UInt8], file: String) throws(Failure) {
        do throws(SavedFitError) { fit = try SavedFit(bytes) } catch {
            throw .savedFit(file: file, error)
        }
        (self.file, self.bytes) = (file, bytes)
    }
}
