internal import Markers
internal import MarkersEndpoint

/// Lists that may lack elements which exist: an answer may be cut, old, or that of a server which sends only what has changed. As in a
/// push, an element is gone only if the server says so when it is asked for that one.
extension ValidatedCache {
    /// The most elements that are asked for one by one. Of more, as many that lie evenly among them: a few that exist among many that are
    /// gone may be missed, and come back with the next list.
    static let mostAsked = 16

    /// Reads a list until nothing lacks that was there: in the list that is kept, or in the one that was just read.
    ///
    /// - Parameters:
    ///   - first: An answer that was read already.
    ///   - kept: The list that is kept; without one a second answer has to show the same.
    func whole(
        _ first: ReadList?, _ category: CacheCategory, since kept: KeptList?
    ) async throws(CacheError) -> ReadList {
        var read: ReadList
        if let first { read = first } else { read = try await answer(category) }
        if let kept {
            let lacking = kept.ids.subtracting(read.ids)
            if lacking.count <= Self.mostAsked, try await existing(lacking, category) == nil { return read }
        }
        let second = try await answer(category)
        let known = (kept?.ids ?? []).union(read.ids).union(second.ids)
        if second.ids.count >= read.ids.count { read = second }
        let lacking = known.subtracting(read.ids)
        if let id = try await existing(lacking, category) {
            throw .listCutOff(category.name, lacking: lacking.count, existing: id.text)
        }
        return read
    }

    private func answer(_ category: CacheCategory) async throws(CacheError) -> ReadList {
        do throws(APIError) { return try await ReadList.read(category, from: api) } catch {
            throw .server(error)
        }
    }

    /// An element that exists, of those that a list lacks; `nil` if none of those that were asked for does.
    func existing(
        _ lacking: Set<WireID>, _ category: CacheCategory
    ) async throws(CacheError) -> WireID? {
        let ids = lacking.sorted { $0.text < $1.text }
        let step = max(1, (ids.count + Self.mostAsked - 1) / Self.mostAsked)
        for place in stride(from: 0, to: ids.count, by: step) {
            do throws(APIError) {
                if try await isThere(ids[place], category) { return ids[place] }
            } catch {
                throw .server(error)
            }
        }
        return nil
    }

    /// Whether an element exists and belongs to a list.
    private func isThere(_ id: WireID, _ category: CacheCategory) async throws(APIError) -> Bool {
        do throws(APIError) {
            switch (category, id.uuid) {
            case (.spaces, _): return try await api.space(id).isActive != false
            case (.sessions(let space), let id?):
                let session = try await api.workSession(id)
                // Some servers leave out those that are archived.
                return session.spaceID == space && session.status != "archived"
            case (.markers(let session), let id?): return try await api.marker(id).workSessionID == session
            // Nothing can be asked for by such an id.
            case (_, nil): return true
            }
        } catch {
            guard error.isMissing else { throw error }
            return false
        }
    }
}
