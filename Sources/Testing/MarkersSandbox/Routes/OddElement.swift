/// Documents that are not as the contract says, for lists that have one beside sound ones.
enum OddElement {
    /// An element for a list; nil for lists that have none.
    static func text(_ kind: Kind, _ call: Call) -> [UInt8]? {
        var document = Document()
        document.set("id", id)
        switch kind {
        case .space:
            guard call.query["key"] ?? key == key else { return nil }
            document.set("key", key)
            document.set("name", "Odd")
            document.set("calibration_vector", Array("[0,0,1,0,0,0]".utf8))
        case .workSession:
            guard call.query["status"] == nil, call.query["session_type"] == nil else { return nil }
            document.set("space_id", call.identifier("space_id") ?? id)
            document.set("session_type", "inspection")
            document.set("status", "active")
            document.set("version", "one")
        case .referenceSet:
            document.set("space_id", call.parameters[0])
            document.set("name", "Odd")
            document.set("markers", Array("{}".utf8))
        case .anchor:
            document.set("session_id", call.identifier("session_id") ?? id)
            document.set("run", 1)
            document.set("local_z", 0)
            document.set("world_position", Array("[0,0]".utf8))
        case .marker, .laserGuide: return nil
        }
        return document.text
    }

    private static let key = "odd"
    private static let id = "0dd00000-0000-4000-8000-000000000000"
}
