import Foundation
import JobReports
import Markers
import MarkersJobs
import QuadGeometry
import StrictJSON
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

extension SchemaDocument {
    static let calibrate = SchemaDocument(
        name: "calibrate", about: "what quadcal calibrate --json prints, unless it writes on a server",
        schema: CalibrateReport.schema)
}

extension CalibratedComparison.State: DocumentValue {}

extension CalibrateReport: RunDocument {
    static let members: [DocumentMember<CalibrateReport>] =
        .head(
            "quadcal.calibrate/1",
            verdict: "It is fail if stored data do not follow, or a marker cannot be read."
        ) + [
            .always(
                "inputs", \.inputs, "The files or lists that were read.",
                schema: .array(FileRecord.schema(roles: ["markers", "space", "fit"]))),
            .always("vector", \.vector, "The calibration vector in metres; null with a fit, or without one."),
            .always(
                "vectorSign", \.sign, "Whether the vector is added to raw corners or subtracted from them."),
            .always("signBasis", \.basis, "How that is known; null with a fit."),
            .always("undecided", \.calibration.isUndecided, "Whether stored data contradict both signs."),
            .object("counts", "The number of markers, by outcome.", counts),
            .always(
                "largest", \.largest,
                "The largest distance of stored from computed points in metres; null if nothing is stored."),
            .always("output", \.options.output, "The file the markers were written to; null without --out."),
            .always("markers", \.rows, "The markers that were compared, the worst first."),
            .always("refused", \.refused, "The values that could not be compared."),
        ]

    private static let counts: [DocumentMember<CalibrateReport>] = [
        .always("markers", \.rows.count, "The number of markers that were compared."),
        .always("same", \.[.same], "Those whose stored data are as computed."),
        .always("stale", \.[.stale], "Those whose stored data do not follow."),
        .always("missing", \.[.missing], "Those without stored data."),
        .always("refused", \.refused.count, "The values that could not be compared."),
        .always("closedSessions", \.closedCount, "The number of closed sessions that were left out."),
    ]

    private subscript(state: CalibratedComparison.State) -> Int { count(state) }

    private var inputs: [FileRecord] {
        let own = calibration.file.map {
            [FileRecord(role: calibration.fit == nil ? "space" : "fit", file: $0.file, sha256: $0.sha256)]
        }
        return (own ?? []) + files.map { FileRecord(role: "markers", file: $0.file, sha256: $0.sha256) }
    }

    private var vector: SIMD3<Double>? { calibration.known?.calibration.vector?.numbers }
    private var sign: VectorSign? { calibration.known?.calibration.sign }
    private var basis: KnownCalibration.Basis? { calibration.known?.basis }
}

extension CalibrateReport.Row: WrittenObject {
    static let members: [DocumentMember<CalibrateReport.Row>] = [
        .always("file", \.file, "The file or the list that contains it."),
        .always("id", \.id, "Its own id."),
        .always("label", \.marker.label, "Its label; null if it has none."),
        .always("state", \.comparison.state, "Whether its stored data are as computed."),
        .always(
            "distance", \.comparison.distance,
            "The largest distance of a stored point from the computed one in metres; null if nothing is stored."
        ),
        .always(
            "at", \.worst, "The point that is farthest off; null if nothing is stored.",
            schema: Schema.word(["p1", "p2", "p3", "p4", "center"]).orNull),
        .always(
            "tolerance", \.comparison.tolerance.metres,
            "The largest difference of a coordinate that counts as equal, in metres."),
        .always("computed", \.computed, "The corners p1 to p4 as computed, in metres."),
        .always("stored", \.stored, "Those that are stored; null if there are none."),
    ]

    private var id: String { marker.id.wireText }
    private var computed: [SIMD3<Double>] { comparison.computed.quad.corners }
    private var stored: [SIMD3<Double>]? { comparison.stored?.quad.corners }
    private var worst: String? {
        comparison.distance.map { _ in comparison.corner.map { "p\($0 + 1)" } ?? "center" }
    }
}

extension CalibrateReport.Refused: WrittenObject {
    static let members: [DocumentMember<CalibrateReport.Refused>] = [
        .always("file", \.file, "The file or the list that contains it."),
        .always("line", \.line, "The line on which it begins, from 1."),
        .always("pointer", \.error.pointer, "The JSON pointer to the problem."),
        .always("code", \.code, "The code of the reason."),
        .always("sentence", \.error.sentence, "The reason in words."),
    ]

    private var code: String { error.code.rawValue }
}
