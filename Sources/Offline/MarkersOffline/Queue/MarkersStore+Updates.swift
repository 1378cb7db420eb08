internal import Foundation
internal import Markers

extension MarkersStore {
    /// Queues changes of markers as they were read, all of them or none, by one commit; returns the ids of the edits.
    func update(_ edits: [(marker: Marker, changes: UpdateMarker)]) throws(EditError) -> [UUID] {
        var wanted: [(marker: Marker, base: MarkerFields, changes: UpdateMarker)] = []
        for (marker, changes) in edits {
            var fields = MarkerFields(marker)
            if fields == nil { fields = try fieldsOfCreation(marker) }
            guard let base = fields else { throw .unusableMarker }
            if let color = changes.color, color.isBrokenColor { throw .badColor(color) }
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
        if let creation = try waitingCreation(marker) {
            // A corner alone is of the frame of those that stay.
            let isWhole = [changes.p1, changes.p2, changes.p3, changes.p4].allSatisfy { $0 != nil }
            let frame = isWhole ? try frameTag(of: creation.session) : creation.frame
            let edits = FieldEdits(changes, on: base.corners)
            try change([
                .keepFrame(session: creation.session),
                .want(creation.id, base: creation.base, wanted: creation.body(after: edits), frame: frame),
            ])
            return creation.id
        }
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

    /// The creation of a marker, as long as it was not sent. Only such a marker has no version.
    func waitingCreation(_ marker: Marker) throws(StoreError) -> QueuedEdit? {
        guard marker.version == nil else { return nil }
        return try edit(marker.id).flatMap { $0.kind == .create && $0.state == .waiting ? $0 : nil }
    }

    /// The fields of a marker that waits to be made, which has no version.
    private func fieldsOfCreation(_ marker: Marker) throws(EditError) -> MarkerFields? {
        do throws(StoreError) {
            guard try waitingCreation(marker) != nil, let quad = try? marker.quad else { return nil }
            return MarkerFields(version: 0, corners: quad)
        } catch {
            throw .store(error)
        }
    }
}

extension QueuedEdit {
    /// The body of a creation after a later edit of its marker.
    fileprivate func body(after edits: FieldEdits) throws(StoreError) -> [UInt8] {
        guard var marker = CreateMarker(json: wanted, in: session) else {
            throw .damaged("edit \(id.wireText)")
        }
        marker.label = edits.label ?? marker.label
        marker.color = edits.color ?? marker.color
        marker.quad = edits.corners ?? marker.quad
        let properties = marker.customProperties?.memberTexts ?? [:]
        do throws(JSONError) {
            if !edits.properties.isEmpty {
                marker.customProperties = try JSONValue(edits.mergedProperties(over: properties))
            }
            return try marker.json()
        } catch {
            throw .damaged("edit \(id.wireText)")
        }
    }
}
