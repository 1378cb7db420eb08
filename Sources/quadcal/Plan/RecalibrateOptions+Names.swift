import Foundation
import Markers
import MarkersClient
import ToolTerminal

/// Sessions and reference sets as they were named: by their ids, or by beginnings that the server's list completes.
extension RecalibrateOptions {
    var namesTargets: Bool { !targets.isEmpty || !shortTargets.isEmpty }
    var namesSessions: Bool { !sessions.isEmpty || !shortSessions.isEmpty }

    /// The first that supplies targets; safe for a terminal.
    var firstTarget: String? { targets.first.map(\.wireText) ?? shortTargets.first }

    /// The same options with whole ids; refuses beginnings that several ids or none have.
    func naming(_ listing: SpaceListing, on server: Origin) throws(Failure) -> RecalibrateOptions {
        var options = self
        try server.listing { () throws(SpaceListingError) in
            for name in shortTargets { options.targets.append(try listing.target(name)) }
            for name in shortSessions { options.sessions.insert(try listing.session(name)) }
        }
        (options.shortTargets, options.shortSessions) = ([], [])
        return options
    }
}
