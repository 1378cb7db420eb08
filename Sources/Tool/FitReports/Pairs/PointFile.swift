import Foundation
import MarkerTables
import Markers
import QuadGeometry
import RigidCalibration
import ToolMarkers
import ToolTerminal

/// The points of `--at`, in the source frame: rows of a table, or the centers of markers.
package struct PointFile {
    package let file: String
    /// The name of each point: no two alike.
    package let ids: [String]
    /// The line that each point begins in, from 1.
    let lines: [Int]
    /// In metres.
    package let points: [SIMD3<Double>]
    /// When each was made, in seconds; `nil` where the file tells no times, or none of a point.
    let times: [Double?]?
    let input: FitDocument.Input

    /// Reads a file, or standard input where the name is `-`.
    init(reading file: String) throws(Failure) {
        let bytes = try Input.bytes(of: file)
        guard MarkerFormat(nil, of: file, beginningWith: Array(bytes.prefix(256))) != .csv else {
            let table: NumberTable
            do throws(TableError) { table = try NumberTable(bytes, file: file, .points) } catch {
                throw .table(file: file, error)
            }
            (self.file, ids, lines, input) = (file, table.ids, table.lines, table.input("at"))
            points = (0..<table.count).map { table.point($0, 0) }
            times = table.times
            return
        }
        let side = try JoinedFiles.Side(file, bytes, .raw), markers = side.list.observations
        // A marker that cannot be predicted would pass with the others.
        if let error = side.list.refused.first { throw .json(file: file, error) }
        guard !markers.isEmpty else { throw .emptyMarkers(file: file) }
        (self.file, ids, lines) = (file, PointFile.names(of: markers), markers.map(\.place.line))
        (points, input) = (markers.map(\.quad.center), side.input("at"))
        times = markers.map { $0.created?.timeIntervalSince1970 }
    }

    /// A name for each marker, no two alike: its label, or else its id, or else that and its place.
    private static func names(of markers: [MarkerObservation]) -> [String] {
        func shared(_ names: [String]) -> Set<String> {
            var seen: Set<String> = []
            return Set(names.filter { !seen.insert($0).inserted })
        }
        let labels = shared(markers.map(\.name)), ids = shared(markers.map(\.id.wireText))
        return markers.map { marker in
            guard labels.contains(marker.name) else { return marker.name }
            let id = marker.id.wireText
            return ids.contains(id) ? "\(id) (\(marker.place.pointer))" : id
        }
    }

    /// The reason why no motion was fitted, with a point of this file.
    func refusal(_ error: RigidFitError) -> Failure {
        .refused(FitRefusal(error: error, file: file, ids: ids, lines: lines))
    }
}
