import Foundation
import Markers
package import MarkersClient
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
        }
        (options.shortTargets, options.shortSessions) = ([], [])
        return options
    }
}
