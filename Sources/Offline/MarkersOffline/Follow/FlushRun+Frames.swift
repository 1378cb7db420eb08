internal import Foundation
internal import Markers
internal import MarkersEndpoint

extension FlushRun {
    /// Reads the markers of a session, unless they were read in this run and need not be the latest.
    func readList(of session: UUID, isLatest: Bool) async throws(APIError) {
        guard isLatest || frames[session] == nil else { return }
        let earlier = frames[session]?.comparisons ?? [:]
        var frames = SessionFrames(try await api.markers(of: session).elements)
        // A session is recalibrated once while edits of it wait, if at all.
        frames.comparisons = earlier
        self.frames[session] = frames
    }

    /// Parks the creations whose session has moved since they were made, and returns the others.
    ///
    /// One that is on the server already has moved with its session.
    func parkMoved(_ edits: [QueuedEdit], in session: UUID) async throws(StoreError) -> [QueuedEdit] {
        guard let list = frames[session]?.list else { return edits }
        let made = Set(list.compactMap(\.clientKey))
        var staying: [QueuedEdit] = []
        for edit in edits {
            let corners = CreateMarker(json: edit.wanted, in: session)?.quad
            guard !made.contains(edit.id.wireText), let corners,
                let comparison = try await comparison(of: edit, in: session),
                let tag = frames[session]?.tag, let motion = comparison.motion(at: corners, to: tag)
            else {
                staying.append(edit)
                continue
            }
            park(edit, .sessionMoved, motion: motion)
        }
        return staying
    }

    /// The motion of the session of an edit whose marker was found with other corners, if it explains them.
    func motion(of edit: QueuedEdit, _ theirs: [UInt8]?) async throws(StoreError) -> SessionMotion? {
        guard edit.frame != nil, let base = MarkerFields(json: edit.base),
            let found = theirs.flatMap({ try? Marker($0) }).flatMap({ try? $0.quad })
        else { return nil }
        do throws(APIError) { try await readList(of: edit.session, isLatest: false) } catch { return nil }
        guard let tag = frames[edit.session]?.tag,
            let motion = try await comparison(of: edit, in: edit.session)?.motion(at: base.corners, to: tag),
            motion.moved(base.corners).distance(to: found) <= SessionComparison.bound
        else { return nil }
        return motion
    }

    /// The fate of the frame of an edit; the list that it leads to is kept where it has moved.
    private func comparison(
        of edit: QueuedEdit, in session: UUID
    ) async throws(StoreError) -> SessionComparison? {
        guard let tag = edit.frame, let list = frames[session]?.list else {
            result.uncompared.insert(session)
            return nil
        }
        if let known = frames[session]?.comparisons[tag] { return known }
        var comparison = SessionComparison.unknown
        if let body = try await store.frame(tag), let old = try? MarkerList(body).markers {
            comparison = SessionComparison(from: old, to: list)
        }
        frames[session]?.comparisons[tag] = comparison
        switch comparison {
        case .unknown: result.uncompared.insert(session)
        case .moved:
            if let now = frames[session] { try await store.change([.addFrame(now.tag, now.body)]) }
        case .still: break
        }
        return comparison
    }
}
