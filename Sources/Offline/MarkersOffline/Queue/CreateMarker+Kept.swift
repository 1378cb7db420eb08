internal import Foundation
internal import Markers
internal import QuadGeometry

extension CreateMarker {
    /// The marker of a body that was kept; `nil` where that is damaged.
    init?(json bytes: [UInt8], in session: UUID) {
        guard let value = try? JSONValue(bytes), let edits = try? FieldEdits(json: bytes),
            let corners = edits.corners
        else { return nil }
        self.init(
            in: session, label: edits.label, corners, color: edits.color,
            customProperties: value["custom_props"].flatMap { $0.isNull ? nil : $0 })
        calibratedData = value["calibrated_data"].flatMap { try? CalibratedData($0) }
    }
}
