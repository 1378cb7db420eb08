public import Foundation
public import Markers

/// The ways on with edits that wait for a decision, or that were not sent; none needs a network.
extension MarkersStore {
    /// Replaces a marker that is queued to be made and was not sent.
    public func replace(creation id: UUID, by marker: CreateMarker) throws(EditError) {
        let wanted: [UInt8]
        do throws(JSONError) { wanted = try marker.json() } catch { throw .unwritable(error) }
        try decide(id) { edit throws(StoreError) in
            guard edit.kind == .create, edit.state == .waiting, edit.session == marker.workSessionID else {
                return nil
            }
            return [
                .keepFrame(session: edit.session),
                .want(id, base: [], wanted: wanted, frame: try frameTag(of: edit.session)),
            ]
        }
    }

    /// Withdraws an edit that was not sent, or is parked.
    public func discard(_ id: UUID) throws(EditError) {
        try decide(id) { edit in [.waiting, .parked].contains(edit.state) ? [.set(id, .dropped)] : nil }
    }

    /// Has a parked edit sent once more; with `mine`, over what somebody else has made of the same fields, but for corners.
    ///
    /// Of one whose session has moved, the corners are taken to be right where the session is now.
    public func retry(_ id: UUID, mine: Bool = false) throws(EditError) {
        try decide(id) { edit in
            guard edit.state == .parked else { return nil }
            if mine {
                // What they made of it counts as what it was when this was wanted.
                guard edit.reason == .fieldEdited, let base = edit.theirFields else { return nil }
                return [.set(id, .waiting), .rebase(id, target: edit.target, base: base.json)]
            }
            guard let motion = edit.motion else { return [.set(id, .waiting)] }
            return [
                .set(id, .waiting), .motion(id, nil),
                .want(id, base: edit.base, wanted: edit.wanted, frame: motion.frame),
            ]
        }
    }

    /// Moves the edits of a session that are parked because it was recalibrated to where it is now, so that they can be sent.
    ///
    /// - Returns: The ids of the edits that were moved.
    public func follow(_ session: UUID) throws(EditError) -> [UUID] {
        var changes: [QueueChange] = [], ids: [UUID] = []
        do throws(StoreError) {
            for edit in try edits([.parked]) where edit.session == session {
                guard edit.reason == .sessionMoved, let motion = edit.motion else { continue }
                guard let moved = edit.moved(by: motion) else {
                    throw .damaged("edit \(edit.id.wireText)")
                }
                changes += [
                    .set(edit.id, .waiting), .motion(edit.id, nil),
                    .want(edit.id, base: moved.base, wanted: moved.wanted, frame: motion.frame),
                ]
                ids.append(edit.id)
            }
            try change(changes)
        } catch {
            throw .store(error)
        }
        return ids
    }

    /// Changes one edit in one step; refused where there is none of this id, or `make` gives nothing.
    private func decide(
        _ id: UUID, _ make: (QueuedEdit) throws(StoreError) -> [QueueChange]?
    ) throws(EditError) {
        do throws(StoreError) {
            if let edit = try edit(id), let changes = try make(edit) { return try change(changes) }
        } catch {
            throw .store(error)
        }
        throw .noSuchEdit
    }
}

extension OfflineQueue {
    /// Replaces a marker that is queued to be made and was not sent.
    public func replace(creation id: UUID, by marker: CreateMarker) async throws(EditError) {
        try await store.replace(creation: id, by: marker)
    }

    /// Withdraws an edit that was not sent, or is parked.
    public func discard(_ id: UUID) async throws(EditError) { try await store.discard(id) }

    /// Has a parked edit sent once more: see ``MarkersStore/retry(_:mine:)``.
    public func retry(_ id: UUID, mine: Bool = false) async throws(EditError) {
        try await store.retry(id, mine: mine)
    }

    /// Moves parked edits to where their session is now: see ``MarkersStore/follow(_:)``.
    public func follow(_ session: UUID) async throws(EditError) -> [UUID] { try await store.follow(session) }
}

extension QueuedEdit {
    /// The fields that somebody else has made of the marker.
    var theirFields: MarkerFields? {
        theirs.flatMap { try? Marker($0) }.flatMap { MarkerFields($0) }
    }

    /// The base and the wanted corners after the motion of the session; `nil` where they are damaged.
    fileprivate func moved(by motion: SessionMotion) -> (base: [UInt8], wanted: [UInt8])? {
        if kind == .create {
            guard var marker = CreateMarker(json: wanted, in: session) else { return nil }
            marker.quad = motion.moved(marker.quad)
            // What belonged to the corners before is of another frame, too.
            marker.calibratedData = nil
            return (try? marker.json()).map { (base, $0) }
        }
        guard var edits = try? FieldEdits(json: wanted), var fields = MarkerFields(json: base) else {
            return nil
        }
        // The server's own corners, so that no rounding looks like an edit.
        fields.corners = theirFields?.corners ?? motion.moved(fields.corners)
        edits.corners = edits.corners.map { motion.moved($0) }
        return (fields.json, edits.json())
    }
}
