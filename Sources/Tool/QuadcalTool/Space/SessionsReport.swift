import CheckReports
import Markers
import MarkersJobs
import StrictJSON
import ToolServer
import ToolTerminal

struct SessionsReport: Sendable {
    let listing: SpaceListing

    func text(on screen: Screen) -> String {
        let ids = ShortIDs(listing.sessions.map(\.id.wireText))
        var table = TextTable(["id", "type", "status", "created", "markers"], words: [1, 2, 3])
        for (session, list) in zip(listing.sessions, listing.lists) {
            table.add([
                ids.text(session.id.wireText), visible(session.sessionType), visible(session.status),
                session.createdAt.map { visible($0, atMost: 30) } ?? "-",
                "\(list.markers.count)\(list.looksCutOff ? "?" : "")",
            ])
        }
        let sets = listing.sets.map { set in
            "  reference set \(quoted(set.name)), \(counted(set.markers.count, "marker")), \(set.id.wireText)\n"
        }.joined()
        return (listing.sessions.isEmpty ? "" : table.text(on: screen)) + sets
            + "\(counted(listing.sessions.count, "session")) of \(quoted(listing.space.key)), "
            + "\(counted(listing.markers.count, "marker"))\n"
    }
}

extension SessionsReport: RunDocument {
    var verdict: Verdict { listing.isWhole ? .pass : .warn }
    var exitCode: ExitCode { .good }

    static let members: [DocumentMember<SessionsReport>] =
        .head(
            "quadcal.sessions/1", verdict: "It is warn if something cannot be read, or a list looks cut off."
        ) + [
            .always("space", \.space, "The id of the space."),
            .always("key", \.key, "The key of the space."),
            .always("sessions", \.records, "Its sessions, in the order of the server's list."),
            .always("referenceSets", \.sets, "Its reference sets."),
            .always("unreadable", \.unreadable, "The values of lists that are not understood."),
        ]

    private var space: String { listing.space.id.text }
    private var key: String { listing.space.key }
    private var records: DocumentList<SessionRecord> {
        DocumentList(Array(zip(listing.sessions, listing.lists)), SessionRecord.init)
    }
    private var sets: DocumentList<SetRecord> { DocumentList(listing.sets, SetRecord.init) }
    private var unreadable: DocumentList<UnreadableValue> {
        DocumentList(listing.allUnreadable, UnreadableValue.init)
    }
}

extension SchemaDocument {
    static let sessions = SchemaDocument(
        name: "sessions", about: "what quadcal sessions --json prints", schema: SessionsReport.schema)
}

private struct SessionRecord: WrittenObject {
    private let id, type, status: String
    private let createdAt: String?
    private let markers: Int
    private let looksCutOff: Bool

    init(_ session: WorkSession, _ list: SessionListing) {
        (id, type, status) = (session.id.wireText, session.sessionType, session.status)
        (createdAt, markers, looksCutOff) = (session.createdAt, list.markers.count, list.looksCutOff)
    }

    static let members: [DocumentMember<SessionRecord>] = [
        .always("id", \.id, "Its own id."),
        .always("type", \.type, "Its type, as the server says it."),
        .always("status", \.status, "Its status, as the server says it."),
        .always("createdAt", \.createdAt, "When it was created, as the server says it; null if it does not."),
        .always("markers", \.markers, "How many markers it has."),
        .always("looksCutOff", \.looksCutOff, "Whether their list may be cut off."),
    ]
}

private struct SetRecord: WrittenObject {
    private let id, name: String
    private let markers: Int

    init(_ set: ReferenceSet) { (id, name, markers) = (set.id.wireText, set.name, set.markers.count) }

    static let members: [DocumentMember<SetRecord>] = [
        .always("id", \.id, "Its own id."),
        .always("name", \.name, "Its name."),
        .always("markers", \.markers, "How many markers it has."),
    ]
}
