public import Foundation
public import Markers
internal import MarkersEndpoint

/// The markers of a session as a server listed them.
public struct SessionListing: Sendable {
    public let session: UUID
    /// The space's key and the beginning of the session's id.
    public let name: String
    public let markers: [Marker]
    /// The values of the list that are no markers.
    public let refusals: [RefusedElement]
    /// Whether the list looks cut off: it has a round number of markers, and no list of the space has more.
    public internal(set) var looksCutOff = false

    /// The reasons why values of the list are no markers.
    public var refused: [JSONError] { refusals.map(\.error) }

    init(_ session: UUID, _ key: String, _ reply: ListReply<Marker>) {
        self.session = session
        name = "\(key)/\(session.wireText.prefix(8))"
        refusals = reply.refusals
        markers = reply.elements.enumerated().map { index, marker in
            var marker = marker
            marker.place = MarkerPlace(list: .array, index: index, line: index + 1)
            return marker
        }
    }

    /// The markers as a document, one a line.
    public var document: [UInt8] { SessionListing.array(markers.map(\.text)) }

    /// Values as an array, one a line.
    package static func array(_ values: [[UInt8]]) -> [UInt8] {
        Array("[".utf8) + values.joined(separator: Array(",\n".utf8)) + Array("]\n".utf8)
    }
}

/// Values that a server listed, as a document under a name.
public struct ListedDocument: Sendable {
    public let name: String
    public let bytes: [UInt8]
}
