import JobReports
import Markers
import QuadGeometry
import StrictJSON
import ToolMarkers
import ToolTerminal

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
            .always("markers", \.records, "The markers that were compared, the worst first."),
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
    private var records: DocumentList<CalibrateReport.Row> { DocumentList(rows) { $0 } }
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
