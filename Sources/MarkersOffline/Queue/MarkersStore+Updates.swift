internal import Foundation
internal import Markers
internal import MarkersClient

extension MarkersStore {
    /// Queues changes of markers as they were read, all of them or none, by one commit; returns the ids of the edits.
    func update(_ edits: [(marker: Marker, changes: UpdateMarker)]) throws(EditError) -> [UUID] {
        var wanted: [(marker: Marker, base: MarkerFields, changes: UpdateMarker)] = []
        for (marker, changes) in edits {
            guard let base = MarkerFields(marker) else { throw .unusableMarker }
            do throws(JSONError) {
                // Refuses numbers that are not finite.
                _ = try changes.json(version: base.version)
            } catch {
                throw .unwritable(error)
            }
            guard !FieldEdits(changes, on: base.corners).isEmpty else { throw .nothingWanted }
            wanted.append((marker, base, changes))
        }
        do throws(StoreError) {
            return try together { () throws(StoreError) in
                var ids: [UUID] = []
                for (marker, base, changes) in wanted { ids.append(try update(marker, base, changes)) }
                return ids
            }
        } catch {
            throw .store(error)
        }
    }

    /// Makes one edit of this one and the last that waits, where both are of fields and of one frame; else queues it behind.
    private func update(
        _ marker: Marker, _ base: MarkerFields, _ changes: UpdateMarker
    ) throws(StoreError) -> UUID {
        let session = marker.workSessionID
        let open = try openEdits(of: marker.id, [.waiting, .sent]), frame = try frameTag(of: session)
        if let last = open.last, last.state == .waiting, last.kind == .update, last.fit == nil,
            let earlier = try? FieldEdits(json: last.wanted), let first = MarkerFields(json: last.base)
        {
            // What the edits before it make of the marker is what this one was made on.
            let seen = base.after(open.dropLast())
            let later = FieldEdits(changes, on: seen.after(earlier).corners)
            // Corners of two frames are no single edit.
            if last.frame == frame || earlier.corners == nil || later.corners == nil {
                let joined = earlier.followed(by: later)
                let isOfCorners = earlier.corners == nil && later.corners != nil
                try change([
                    .keepFrame(session: session),
                    .want(
                        last.id, base: first.joined(with: seen, for: later, beyond: earlier).json,
                        wanted: joined.json(), frame: isOfCorners ? frame : last.frame),
                ])
                return last.id
            }
        }
        let seen = base.after(open), id = UUID()
        try change([
            .keepFrame(session: session),
            .add(
                QueuedEdit(
                    id: id, kind: .update, session: session, target: marker.id, base: seen.json,
                    wanted: FieldEdits(changes, on: seen.corners).json(), frame: frame)),
        ])
        return id
    }
}
