internal import Markers
package import MarkersEndpoint
package import MarkersJobs
package import ToolServer
package import ToolTerminal

/// Options of the commands that show what a server has.
package struct SpaceOptions: Sendable {
    package var connection = ConnectionOptions()
    /// The name of a space, in any of the forms that ``SpaceListing`` knows.
    package var space: String?
    /// The ids of sessions, or their beginnings; all sessions where there are none.
    package var sessions: [String] = []
    package var includesInactive = false
    /// The key of a space to create first, and its name; the key where there is none.
    package var newKey, newName: String?
    package var folder: String?
    package var replacesFiles = false
    package var printsJSON = false
    package var isQuiet = false

    package init() {}

    package static let serverGroup = OptionGroup(
        heading: "server", options: ConnectionOptions.options.map { Option($0, of: \SpaceOptions.connection) }
    )

    package static let space = Option<SpaceOptions>(
        "--space", "SPACE", "the space: its key, its id or the beginning of it, or its name"
    ) {
        (options, text) throws(BadValue) in
        guard !text.isEmpty else { throw BadValue(expected: "the key, the id or the name of a space") }
        options.space = text
    }

    package static let session = Option<SpaceOptions>(
        adding: "--session", "ID", "only this session, by its id or the beginning of it; may be repeated"
    ) {
        (options, text) throws(BadValue) in
        options.sessions.append(try beginning(ofSession: text))
    }

    /// The id of a session or its beginning, long enough to be one.
    package static func beginning(ofSession text: String) throws(BadValue) -> String {
        guard SpaceListing.mayBegin(anID: text) else {
            throw BadValue(
                expected: "a session's id, or at least its first \(SpaceListing.shortestID) digits")
        }
        return text
    }

    package static let json = Option<SpaceOptions>(switch: "--json", "one JSON document") {
        $0.printsJSON = true
    }

    package var server: Origin {
        get throws(Failure) {
            guard let server = try connection.namedServer else {
                throw .neededOption("--api URL", "it says which server to ask")
            }
            return server
        }
    }

    /// Reads the space that the options name; where they name none, the refusal says which there are.
    package func listing(withSets: Bool = false, withRows: Bool = false) throws(Failure) -> SpaceListing {
        let server = try server, phases = PhaseProgress(isQuiet ? .quiet : .normal)
        let api = try connection.api(of: server, log: phases.log)
        phases.begin("listing")
        defer { phases.end() }
        return try waiting { () async throws(Failure) in
            guard let space else {
                throw .neededOption("--space SPACE", try await candidates(of: server, api))
            }
            do throws(SpaceListingError) {
                return try await SpaceListing.read(space, withSets: withSets, withRows: withRows, api)
            } catch {
                throw Failure(error, on: server)
            }
        }
    }

    /// The sessions that were asked for, with their markers.
    package func lists(of listing: SpaceListing) throws(Failure) -> [SessionListing] {
        guard !sessions.isEmpty else { return listing.lists }
        var chosen: Set<Int> = []
        do throws(SpaceListingError) {
            for session in sessions { chosen.insert(try listing.place(ofSession: session)) }
        } catch {
            throw Failure(error, on: try server)
        }
        return chosen.sorted().map { listing.lists[$0] }
    }

    private func candidates(of server: Origin, _ api: MarkersAPI) async throws(Failure) -> String {
        do throws(APIError) {
            let spaces = try await api.spaces(includingInactive: true).elements
            guard !spaces.isEmpty else { return "\(server) has no space yet" }
            return "\(server) has \(listed(spaces) { quoted($0.key) })"
        } catch {
            throw .server(server.description, error)
        }
    }
}
