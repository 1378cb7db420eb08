import Markers

/// A file that `quadcal fit --save` wrote.
struct SavedFitFile {
    let file: String
    let fit: SavedFit

    /// Reads a file, or standard input where the name is `-`.
    init(reading file: String) throws(Failure) {
        let bytes = try Input.bytes(of: file)
        do throws(SavedFitError) { fit = try SavedFit(bytes) } catch {
            throw .savedFit(file: file, error)
        }
        self.file = file
    }
}
