import CheckReports
import JobReports
import Markers
import MarkersClient
import StrictJSON
import ToolTerminal

/// The spaces of a server.
struct SpacesReport: Sendable {
    let server: Origin
    let spaces: [Space]
    let unreadable: [UnreadableElement]

    init(_ options: SpaceOptions) throws(Failure) {
        let server = try options.server, api = try options.connection.api(of: server)
        let reply = try waiting { () async throws(Failure) in
            do throws(APIError) {
                return try await api.spaces(includingInactive: options.includesInactive)
            } catch {
                throw .server(server.description, error)
            }
        }
        (self.server, spaces) = (server, reply.elements)
        unreadable = reply.refusals.map { UnreadableElement(.space, $0) }
    }

    /// The report for people.
    func text(on screen: Screen) -> String {
        let ids = ShortIDs(spaces.map(\.id.text))
        var table = TextTable(["key", "name", "vector m", "state", "id"], words: [1, 2, 3, 4])
        for space in spaces {
            table.add([
                visible(space.key), visible(space.name),
                space.calibrationVector.map { vector in
                    (0..<3).map { MeasureText.shortest(vector[$0]) }.joined(separator: ",")
                } ?? "-",
                space.isActive == false ? "inactive" : "active", ids.text(space.id.text),
            ])
        }
        return (spaces.isEmpty ? "" : table.text(on: screen))
            + "\(counted(spaces.count, "space")) on \(server)\n"
    }
}

extension SpacesReport: RunDocument {
    var verdict: Verdict { unreadable.isEmpty ? .pass : .warn }
    var exitCode: ExitCode { .good }

    static let members: [DocumentMember<SpacesReport>] =
        .head("quadcal.spaces/1", verdict: "It is warn if some spaces cannot be read.") + [
            .always("server", \.address, "The server that was asked."),
            .always("spaces", \.records, "The spaces, in the order of the server's list."),
            .always("unreadable", \.unreadableValues, "The values of the list that are no spaces."),
        ]

    private var address: String { server.description }
    private var records: DocumentList<SpaceRecord> { DocumentList(spaces, SpaceRecord.init) }
    private var unreadableValues: DocumentList<UnreadableValue> {
        DocumentList(unreadable, UnreadableValue.init)
    }
}

extension SchemaDocument {
    static let spaces = SchemaDocument(
        name: "spaces", about: "what quadcal spaces --json prints", schema: SpacesReport.schema)
}

/// A space of a list.
private struct SpaceRecord: WrittenObject {
    let id, key, name: String
    let isActive: Bool?
    let vector: SIMD3<Double>?

    init(_ space: Space) {
        (id, key, name) = (space.id.text, space.key, space.name)
        (isActive, vector) = (space.isActive, space.calibrationVector)
    }

    static let members: [DocumentMember<SpaceRecord>] = [
        .always("id", \.id, "Its own id."),
        .always("key", \.key, "Its key."),
        .always("name", \.name, "Its name."),
        .always("isActive", \.isActive, "Whether it is active; null where the server does not say."),
        .always("calibrationVector", \.vector, "Its vector in metres; null if there is none."),
    ]
}
