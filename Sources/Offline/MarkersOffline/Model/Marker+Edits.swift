internal import Foundation
internal import Markers
import MarkersEndpoint
internal import QuadGeometry

extension [Marker] {
    /// The markers of a list as edits will leave them, in the order in which the edits were made. A parked edit waits for a decision, so
    /// what the server has is shown in its place.
    func edited(by edits: [QueuedEdit]) -> [Marker] {
        let open = Dictionary(grouping: edits.filter { $0.state != .parked }, by: \.target)
        guard !open.isEmpty else { return self }
        let edited = compactMap { marker in
            open[marker.id, default: []].reduce(Optional(marker)) { $0?.edited(by: $1) }
        }
        // A creation whose answer is still to come may be in the list already, under its key.
        let keys = Set(lazy.compactMap(\.clientKey))
        return edited
            + edits.filter { $0.kind == .create && $0.state != .parked && !keys.contains($0.id.wireText) }
            .compactMap(Marker.init(made:))
    }
}

extension Marker {
    /// The marker after an edit; `nil` if that removes it.
    fileprivate func edited(by edit: QueuedEdit) -> Marker? {
        switch edit.kind {
        case .delete: return nil
        case .create: return self
        case .update:
            guard edit.fit == nil, let edits = try? FieldEdits(json: edit.wanted) else { return self }
            return (try? edited(by: edits)) ?? self
        }
    }

    private func edited(by edits: FieldEdits) throws(JSONError) -> Marker {
        var marker = self
        if let label = edits.label { marker.setLabel(label) }
        if let color = edits.color { marker.setColor(color) }
        if let corners = edits.corners {
            try marker.setQuad(corners)
            marker.removeDetails()
        }
        guard !edits.properties.isEmpty else { return marker }
        let properties = edits.mergedProperties(over: customProperties?.memberTexts ?? [:])
        try marker.setCustomProperties(JSONValue(properties))
        return marker
    }

    /// The marker that an edit will make; `nil` where what was kept of it is damaged.
    fileprivate init?(made edit: QueuedEdit) {
        guard let marker = CreateMarker(json: edit.wanted, in: edit.session),
            let made = try? Marker(
                id: edit.target, workSessionID: edit.session, label: marker.label, quad: marker.quad,
                color: marker.color, customProperties: marker.customProperties,
                calibratedData: marker.calibratedData)
        else { return nil }
        self = made
    }
}
