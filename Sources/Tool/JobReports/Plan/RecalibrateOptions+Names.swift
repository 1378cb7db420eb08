import Foundation
import Markers
package import MarkersEndpoint
package import MarkersJobs
package import ToolTerminal

/// Sessions and reference sets as they were named: by their ids, or by beginnings that the server's list completes.
extension RecalibrateOptions {
    package var namesTargets: Bool { !targets.isEmpty || !shortTargets.isEmpty }
    package var namesSessions: Bool { !sessions.isEmpty || !shortSessions.isEmpty }

    /// The first that supplies targets; safe for a terminal.
    package var firstTarget: String? { targets.first.map(\.wireText) ?? shortTargets.first }

    /// The same options with whole ids; refuses beginnings that several ids or none have.
    package func naming(_ listing: SpaceListing, on server: Origin) throws(Failure) -> RecalibrateOptions {
        var options = self
        try server.listing { () throws(SpaceListingError) in
            for name in shortTargets { options.targets.append(try listing.target(name)) }
            for name in shortSessions { options.sessions.insert(try listing.session(name)) }
            for name in shortNotMoved { options.decisions.notMovedYet.insert(try listing.session(name)) }
        }
        (options.shortTargets, options.shortSessions, options.shortNotMoved) = ([], [], [])
        return options
    }

    /// The same options with whole ids, of sessions of the files; refuses beginnings that several ids or none have.
    package func naming(_ inputs: PlanInputs) throws(Failure) -> RecalibrateOptions {
        guard shortNotMoved.isEmpty else {
            throw .neededOption("--api URL --space KEY", "--not-moved-yet is about sessions of a server")
        }
        guard !shortSessions.isEmpty else { return self }
        var options = self
        let known = Set(inputs.markers.markers.map(\.workSessionID) + (inputs.sessions?.list.map(\.id) ?? []))
        let ids = known.map(\.wireText).sorted()
        for name in shortSessions {
            let alike = ids.filter { $0.hasPrefix(name.lowercased()) }
            guard alike.count == 1, let id = UUID(uuidString: alike[0]) else {
                let found =
                    alike.isEmpty
                    ? "of one of the sessions of these files: \(listed(ids))"
                    : "that only one has of \(listed(alike))"
                throw .badValue(
                    option: "--sessions", value: name, BadValue(expected: "the beginning of an id \(found)"))
            }
            options.sessions.insert(id)
        }
        options.shortSessions = []
        return options
    }
}
