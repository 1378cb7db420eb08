import Foundation
package import Markers
package import MarkersEndpoint
package import MarkersJobs
import ToolMarkers
package import ToolTerminal

/// A file that was read, or a list of a server, by its digest.
package struct ReadFile: Sendable {
    package let file: String
    package let sha256: String

    package init(file: String, sha256: String) { (self.file, self.sha256) = (file, sha256) }

    /// The answer of a server, under a name.
    package init(_ name: String, _ bytes: [UInt8]) {
        self.init(file: name, sha256: SHA256.hex(of: bytes[...]))
    }

    /// Reads a file, or standard input if the name is `-`.
    package static func read<Value>(
        _ file: String, _ parse: ([UInt8]) throws(JSONError) -> Value
    ) throws(Failure) -> (ReadFile, Value) {
        let bytes = try Input.bytes(of: file)
        do throws(JSONError) {
            return (ReadFile(file, bytes), try parse(bytes))
        } catch {
            throw .json(file: file, error)
        }
    }
}

package struct PlannedMarkers {
    package private(set) var files: [(file: ReadFile, count: Int)] = []
    package private(set) var markers: [Marker] = []
    /// The values that are not markers, each with its file.
    package private(set) var refused: [(file: String, error: JSONError)] = []
    /// The place in ``files`` of each.
    private var origins: [Int] = []
    private let space: String?

    package init(reading names: [String]) throws(Failure) {
        space = nil
        for name in names {
            let input = try Input.open(name)
            let list = try input.read { (input) throws(JSONError) in
                try MarkerList(input.source(isDigested: true))
            }
            add(list.markers, refused: list.refused, of: ReadFile(file: name, sha256: input.sha256 ?? ""))
        }
    }

    package init(_ listing: SpaceListing, on server: Origin) {
        space = "\(visible(listing.space.key)) on \(server)"
        for session in listing.lists {
            add(session.markers, refused: session.refused, of: ReadFile(session.name, session.document))
        }
    }

    private mutating func add(_ list: [Marker], refused: [JSONError], of file: ReadFile) {
        origins += [Int](repeating: files.count, count: list.count)
        markers += list
        self.refused += refused.map { (file.file, $0) }
        files.append((file, list.count))
    }

    package var label: String {
        space ?? (files.count == 1 ? fileLabel(files[0].file.file) : "\(files.count) files")
    }

    package func file(of index: Int) -> String { files[origins[index]].file.file }

    /// The label of the marker with an id, or the id; safe for a terminal.
    func name(of id: UUID) -> String { markers.firstIndex { $0.id == id }.map(name) ?? id.wireText }

    /// The label of a marker, or its id where it has none; safe for a terminal.
    package func name(_ index: Int) -> String {
        let marker = markers[index]
        return visible(marker.label.flatMap { JoinKey.folded($0) == nil ? nil : $0 } ?? marker.id.wireText)
    }
}
