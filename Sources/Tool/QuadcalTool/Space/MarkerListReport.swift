import CheckReports
import Markers
import MarkersJobs
import QuadGeometry
import StrictJSON
import ToolServer
import ToolTerminal

struct MarkerListReport: Sendable {
    let listing: SpaceListing
    let lists: [SessionListing]

    private var markers: [Marker] { lists.flatMap(\.markers) }

    func text(on screen: Screen) -> String {
        let markers = markers
        let ids = ShortIDs(markers.map(\.id.wireText))
        let sessions = ShortIDs(listing.sessions.map(\.id.wireText))
        var table = TextTable(
            ["label", "id", "session", "center m", "edges mm", "calibrated"], words: [1, 2, 3, 4, 5])
        for marker in markers {
            let quad = try? marker.quad
            table.add([
                marker.label.map { $0.isEmpty ? "-" : visible($0, atMost: 40) } ?? "-",
                ids.text(marker.id.wireText), sessions.text(marker.workSessionID.wireText),
                quad.map { MeasureText.place($0.center) } ?? "BAD CORNERS",
                quad.map { quad in
                    let edges = quad.edgeLengths
                    return (0..<4).map { MeasureText.millimetres(edges[$0]) }.joined(separator: " ")
                } ?? "-",
                marker[.calibratedData] == nil ? "no" : "yes",
            ])
        }
        return (markers.isEmpty ? "" : table.text(on: screen))
            + "\(counted(markers.count, "marker")) of \(counted(lists.count, "session")) of "
            + "\(quoted(listing.space.key))\n"
    }
}

extension MarkerListReport: RunDocument {
    var verdict: Verdict { listing.isWhole ? .pass : .warn }
    var exitCode: ExitCode { .good }

    static let members: [DocumentMember<MarkerListReport>] =
        .head(
            "quadcal.markers/1", verdict: "It is warn if something cannot be read, or a list looks cut off."
        ) + [
            .always("space", \.listing.space.id.text, "The id of the space."),
            .always("key", \.listing.space.key, "The key of the space."),
            .always("markers", \.records, "Its markers, session by session."),
            .always("unreadable", \.listing.allUnreadable, "The values of lists that are not understood."),
        ]

    private var records: DocumentList<MarkerRecord> { DocumentList(markers, MarkerRecord.init) }
}

extension SchemaDocument {
    static let markers = SchemaDocument(
        name: "markers", about: "what quadcal markers --json prints", schema: MarkerListReport.schema)
}

private struct MarkerRecord: WrittenObject {
    private let id, session: String
    private let label: String?
    private let version: Int?
    private let center: SIMD3<Double>?
    private let corners: [SIMD3<Double>]?
    private let hasCalibratedData: Bool

    init(_ marker: Marker) {
        (id, session, label) = (marker.id.wireText, marker.workSessionID.wireText, marker.label)
        version = marker.version.flatMap { Int(exactly: $0) }
        let quad = try? marker.quad
        (center, corners) = (quad?.center, quad?.corners)
        hasCalibratedData = marker[.calibratedData] != nil
    }

    static let members: [DocumentMember<MarkerRecord>] = [
        .always("id", \.id, "Its own id."),
        .always("session", \.session, "The id of its session."),
        .always("label", \.label, "Its label; null if it has none."),
        .always("version", \.version, "Its version; null if it has none."),
        .always("center", \.center, "The mean of its corners in metres; null if they cannot be read."),
        .always("corners", \.corners, "Its corners p1 to p4 in metres; null if they cannot be read."),
        .always("hasCalibratedData", \.hasCalibratedData, "Whether it has calibrated data."),
    ]
}
