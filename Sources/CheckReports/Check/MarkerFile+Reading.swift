import MarkerTables
import Markers
package import ToolTerminal

extension MarkerFile {
    /// Reads a file, or standard input where the name is `-`.
    package init(reading file: String, _ options: CheckOptions) throws(Failure) {
        let bytes = try Input.bytes(of: file)
        do throws(MarkerFileError) { try self.init(file, bytes, options.format, options.coordinates) } catch {
            switch error {
            case .empty: throw .emptyMarkers(file: file)
            case .tableOfRawCorners: throw .tableOfRawCorners(file: file)
            case .table(let error): throw .table(file: file, error)
            case .json(let error): throw .json(file: file, error)
            }
        }
    }

    /// The error that ended the reading before the end of the file.
    package var failure: Failure? { error.map { .json(file: name, $0) } }
}
