import Foundation
import JobReports
import Markers
import MarkersJobs
import ToolMarkers
import ToolTerminal

/// The calibrated data of markers as they should be, compared with what is stored.
final class CalibrateReport {
    /// A marker that could be compared.
    struct Row {
        let file: String
        let marker: Marker
        let comparison: CalibratedComparison

        /// The label of a marker, or its id where it has none; safe for a terminal.
        var name: String {
            let label = marker.label.flatMap { JoinKey.folded($0) == nil ? nil : $0 }
            return visible(label ?? marker.id.wireText, atMost: 40)
        }
    }

    /// A marker or a value whose corners or stored data cannot be read.
    struct Refused {
        let file: String
        let line: Int
        let error: JSONError
    }

    let options: CalibrateOptions
    let calibration: UsedCalibration
    let files: [ReadFile]
    /// The name of what was compared.
    let label: String
    /// The worst first; of those that are equally far off, in the order of the files.
    let rows: [Row]
    let refused: [Refused]
    /// The number of sessions that are done or archived, and were not looked at.
    let closedCount: Int
    let closedMarkers: Int
    /// Whether the markers are a server's, not those of files.
    let isOfServer: Bool

    init(
        _ lists: [ReadMarkers], by calibration: UsedCalibration, named label: String,
        closed: [SessionListing]? = nil,
        _ options: CalibrateOptions
    ) {
        (self.options, self.calibration, self.label) = (options, calibration, label)
        files = lists.map(\.file)
        isOfServer = closed != nil
        (closedCount, closedMarkers) = (
            closed?.count ?? 0, (closed ?? []).reduce(0) { $0 + $1.markers.count }
        )
        var rows: [Row] = [], refused: [Refused] = []
        for list in lists {
            let file = list.file.file
            for marker in list.markers {
                do throws(JSONError) {
                    let raw = try marker.quad, stored = try marker.calibratedData
                    let comparison = CalibratedComparison(of: raw, stored: stored, by: calibration.motion)
                    rows.append(Row(file: file, marker: marker, comparison: comparison))
                } catch {
                    refused.append(Refused(file: file, line: marker.place.line, error: error))
                }
            }
            refused += list.refused.map { Refused(file: file, line: $0.line, error: $0) }
        }
        let worst = rows.indices.sorted {
            (-rows[$0].distance, $0) < (-rows[$1].distance, $1)
        }
        (self.rows, self.refused) = (worst.map { rows[$0] }, refused)
    }

    func count(_ state: CalibratedComparison.State) -> Int { rows.count { $0.comparison.state == state } }

    /// The largest distance of stored from computed points in metres; `nil` if nothing is stored.
    var largest: Double? { rows.lazy.compactMap(\.comparison.distance).max() }

    var verdict: Verdict {
        if !refused.isEmpty { return .fail }
        guard options.output == nil else { return .pass }
        guard count(.stale) == 0 else { return .fail }
        return count(.missing) > 0 || rows.isEmpty ? .warn : .pass
    }

    var exitCode: ExitCode { verdict == .fail ? .findings : .good }
}

extension CalibrateReport.Row {
    /// Nothing stored comes after everything that is stored.
    fileprivate var distance: Double { comparison.distance ?? -1 }
}

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
