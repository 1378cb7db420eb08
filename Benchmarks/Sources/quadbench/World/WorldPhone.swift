import Foundation
import Markers
import MarkersClient
import MarkersOffline

/// An app on a phone, which keeps lists, and queues what its person wants where there is no network.
struct WorldPhone: Sendable {
    /// Something that a person wants of a marker, until the server has it.
    struct Wish: Sendable {
        enum Kind: Sendable { case make, edit, remove }

        let kind: Kind
        let session: UUID
        /// The marker; `nil` of one that is to be made.
        let marker: UUID?
        /// The label of one that is to be made, which no other has.
        var label: String?
        var color: String?
        /// The value of the app's own property.
        var property: Int?
        /// The thing that hangs elsewhere, or is new, and where it hangs, in the first frame.
        var thing: Int?
        var place: [SIMD3<Double>]?
        /// The version that was kept of the marker.
        let version: Int64
    }

    /// The name of the property that the app writes, and that of another app.
    static let own = "phone", others = "desk"
    private static let file = "phone.quadstore"

    private let path: String
    /// The wishes, by the ids of edits of the queue.
    var wishes: [UUID: Wish] = [:]
    /// The versions of markers that this phone's own edits have made.
    var made: [UUID: Int64] = [:]
    /// The number of markers that it has made or queued.
    var count = 0

    init(in home: URL) { path = home.appending(path: WorldPhone.file).path }

    /// The queue of the phone, with a connection or without.
    func queue(_ connection: WorldConnection, _ clock: WorldClock) throws -> OfflineQueue {
        OfflineQueue(
            try MarkersStore.open(at: path, for: connection.origin),
            MarkersAPI(connection, clock: clock))
    }
}

extension OfflineQueue {
    /// The list of a session as it is kept.
    ///
    /// - Parameter api: Routes without a network.
    func kept(_ session: UUID, _ api: MarkersAPI) async -> [Marker]? {
        var kept: [Marker]?
        // To the end, after which nobody holds the store.
        for await list in ValidatedCache(store, api).markers(of: session) { kept = kept ?? list.value }
        return kept
    }
}
