import CheckReports
package import Markers
import MarkersJobs
package import StrictJSON
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
            .always("space", \.listing.space.id.text, "The id of the space."),
            .always("key", \.listing.space.key, "The key of the space."),
            .always("sessions", \.records, "Its sessions, in the order of the server's list."),
            .always("referenceSets", \.listing.sets, "Its reference sets."),
            .always("unreadable", \.listing.allUnreadable, "The values of lists that are not understood."),
        ]

    private var records: DocumentList<SessionRecord> {
        DocumentList(Array(zip(listing.sessions, listing.lists))) { SessionRecord(session: $0, list: $1) }
    }
}

extension SchemaDocument {
    static let sessions = SchemaDocument(
        name: "sessions", about: "what quadcal sessions --json prints", schema: SessionsReport.schema)
}

private struct SessionRecord: WrittenObject {
    let session: WorkSession
    let list: SessionListing

    static let members: [DocumentMember<SessionRecord>] = [
        .always("id", \.session.id.wireText, "Its own id."),
        .always("type", \.session.sessionType, "Its type, as the server says it."),
        .always("status", \.session.status, "Its status, as the server says it."),
        .always(
            "createdAt", \.session.createdAt,
            "When it was created, as the server says it; null if it does not."),
        .always("markers", \.list.markers.count, "How many markers it has."),
        .always("looksCutOff", \.list.looksCutOff, "Whether their list may be cut off."),
    ]
}

extension ReferenceSet: WrittenObject {
    package static let members: [DocumentMember<ReferenceSet>] = [
        .always("id", \.id.wireText, "Its own id."),
        .always("name", \.name, "Its name."),
        .always("markers", \.markers.count, "How many markers it has."),
    ]
}
