import CheckReports
import JobReports
package import Markers
import MarkersEndpoint
package import StrictJSON
import ToolServer
import ToolTerminal

struct SpacesReport: Sendable {
    let server: Origin
    let spaces: [Space]
    let unreadable: [UnreadableElement]
    /// Whether a space was created first.
    let hasCreated: Bool

    init(_ options: SpaceOptions) throws(Failure) {
        let server = try options.server, api = try options.connection.api(of: server)
        let (reply, hasCreated) = try waiting { () async throws(Failure) in
            do throws(APIError) {
                var hasCreated = false
                if let key = options.newKey {
                    hasCreated = try await SpacesReport.create(key, options.newName ?? key, api)
                }
                return (try await api.spaces(includingInactive: options.includesInactive), hasCreated)
            } catch {
                throw .server(server.description, error)
            }
        }
        (self.server, spaces, self.hasCreated) = (server, reply.elements, hasCreated)
        unreadable = reply.refusals.map { UnreadableElement(.space, $0) }
    }

    /// Creates a space, unless one has its key; whether it did.
    private static func create(
        _ key: String, _ name: String, _ api: MarkersAPI
    ) async throws(APIError) -> Bool {
        guard try await !api.spaces(includingInactive: true).elements.contains(where: { $0.key == key })
        else {
            return false
        }
        _ = try await api.createSpace(CreateSpace(key: key, name: name))
        return true
    }

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
            .always("server", \.server.description, "The server that was asked."),
            .always("spaces", \.spaces, "The spaces, in the order of the server's list."),
            .always("unreadable", \.unreadable, "The values of the list that are no spaces."),
        ]
}

extension SchemaDocument {
    static let spaces = SchemaDocument(
        name: "spaces", about: "what quadcal spaces --json prints", schema: SpacesReport.schema)
}

extension Space: WrittenObject {
    package static let members: [DocumentMember<Space>] = [
        .always("id", \.id.text, "Its own id."),
        .always("key", \.key, "Its key."),
        .always("name", \.name, "Its name."),
        .always("isActive", \.isActive, "Whether it is active; null where the server does not say."),
        .always("calibrationVector", \.calibrationVector, "Its vector in metres; null if there is none."),
    ]
}
