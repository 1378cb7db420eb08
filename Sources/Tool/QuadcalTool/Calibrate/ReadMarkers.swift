import JobReports
import Markers
import MarkersJobs
import ToolMarkers
import ToolTerminal

/// The markers of a file or of a server's session.
struct ReadMarkers: Sendable {
    let file: ReadFile
    let markers: [Marker]
    let refused: [JSONError]
    /// The bytes they were read from; empty if they are a server's.
    let bytes: [UInt8]

    init(_ session: SessionListing) {
        file = ReadFile(session.name, session.document)
        (markers, refused, bytes) = (session.markers, session.refused, [])
    }

    init(reading name: String) throws(Failure) {
        bytes = try Input.bytes(of: name)
        guard !bytes.isEmpty else { throw .emptyMarkers(file: name) }
        guard MarkerFormat(nil, of: name, beginningWith: bytes) != .csv else {
            throw .neededOption(
                "a file of JSON", "\(fileLabel(name)) is CSV, whose rows have corners and no calibrated_data")
        }
        file = ReadFile(name, bytes)
        do throws(JSONError) {
            let list = try MarkerList(ByteSource(bytes))
            (markers, refused) = (list.markers, list.refused)
        } catch {
            throw Failure(reading: name, error)
        }
    }
}
