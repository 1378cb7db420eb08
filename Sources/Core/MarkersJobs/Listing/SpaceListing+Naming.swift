package import Foundation
package import Markers
package import MarkersEndpoint

extension SpaceListing {
    /// Fewer digits of an id are taken for no beginning of one.
    public static let shortestID = 4

    /// A space, and the others that are not understood, as far as they were met.
    ///
    /// A key comes before a name, so that nobody takes a name that another space has as its key.
    package static func space(
        _ name: String, _ api: MarkersAPI
    ) async throws(SpaceListingError) -> (Space, [UnreadableElement]) {
        let all: ListReply<Space>
        do throws(APIError) {
            if let space = try await space(withID: name, api) { return (space, []) }
            let found = try await api.spaces(key: name, includingInactive: true)
            if let space = found.elements.first(where: { $0.key == name }) {
                return (space, found.unreadable(.space))
            }
            all = try await api.spaces(includingInactive: true)
        } catch {
            throw .failed(error)
        }
        let alike = all.elements.filter { $0.name == name || begins($0.id.text, with: name) }
        guard alike.count <= 1 else { throw .ambiguous(name, alike.map(\.key)) }
        guard let space = alike.first else { throw SpaceListingError(noSpace: name, in: all) }
        return (space, all.unreadable(.space))
    }

    private static func space(withID name: String, _ api: MarkersAPI) async throws(APIError) -> Space? {
        guard UUID(uuidString: name) != nil else { return nil }
        do throws(APIError) { return try await api.space(WireID(name)) } catch {
            guard error.isMissing else { throw error }
            return nil
        }
    }

    /// The place of a session in ``sessions``, by its id or the beginning of its id.
    package func place(ofSession name: String) throws(SpaceListingError) -> Int {
        let id = try session(name)
        return sessions.firstIndex { $0.id == id } ?? 0
    }

    /// The session or reference set with an id that begins so.
    package func target(_ name: String) throws(SpaceListingError) -> UUID {
        try only(sessions.map(\.id) + sets.map(\.id), name)
    }

    /// The session with an id that begins so.
    package func session(_ name: String) throws(SpaceListingError) -> UUID {
        try only(sessions.map(\.id), name)
    }

    private func only(_ ids: [UUID], _ name: String) throws(SpaceListingError) -> UUID {
        let alike = ids.filter { Self.begins($0.wireText, with: name) }
        guard alike.count <= 1 else { throw .ambiguous(name, alike.map(\.wireText)) }
        guard let id = alike.first else {
            throw .noSession(name, space: space.key, known: ids.map(\.wireText))
        }
        return id
    }

    /// Whether a text may be the beginning of an id: digits, enough of them.
    package static func mayBegin(anID text: String) -> Bool {
        text.count >= shortestID && text.allSatisfy { $0.isASCII && $0.isHexDigit || $0 == "-" }
    }

    private static func begins(_ id: String, with name: String) -> Bool {
        name.count >= shortestID && id.lowercased().hasPrefix(name.lowercased())
    }

    /// All values of the server's lists that were passed over, markers among them.
    package var allUnreadable: [UnreadableElement] {
        unreadable + lists.flatMap { $0.refusals.map { UnreadableElement(.marker, $0) } }
    }

    /// Whether all that the server has was understood, and no list looks cut off.
    package var isWhole: Bool { allUnreadable.isEmpty && !lists.contains(where: \.looksCutOff) }
}
