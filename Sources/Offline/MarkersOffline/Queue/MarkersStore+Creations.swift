public import Foundation
public import Markers

extension MarkersStore {
    /// Queues markers that are to be made, all of them or none; each has its id as its key on the server.
    ///
    /// A marker whose id is queued already is left as it is, so that the same call may be repeated. What is kept of a session is
    /// noted beside its markers, so that a recalibration of the session is noticed before they are sent.
    public func create(_ markers: [(id: UUID, marker: CreateMarker)]) throws(EditError) {
        var edits: [QueuedEdit] = []
        for (id, marker) in markers {
            if let color = marker.color, color.isBrokenColor { throw .badColor(color) }
            do throws(JSONError) {
                edits.append(
                    QueuedEdit(
                        id: id, kind: .create, session: marker.workSessionID, target: id,
                        wanted: try marker.json()))
            } catch {
                throw .unwritable(error)
            }
        }
        do throws(StoreError) {
            var changes: [QueueChange] = [], frames: [UUID: String] = [:], noted: Set<UUID> = []
            for var edit in edits where try self.edit(edit.id) == nil {
                if noted.insert(edit.session).inserted {
                    frames[edit.session] = try frameTag(of: edit.session)
                    changes.append(.keepFrame(session: edit.session))
                }
                edit.frame = frames[edit.session]
                changes.append(.add(edit))
            }
            try change(changes)
        } catch {
            throw .store(error)
        }
    }
}
