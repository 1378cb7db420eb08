import QuadGeometry

@testable import Markers

/// The promises about values that are read as one of the wire's models.
enum ModelPromises {
    static func check(_ bytes: [UInt8]) {
        guard let value = try? JSONValue(bytes) else { return }
        models(value, bytes)
        lists(value, bytes)
        _ = ServerMessage(bytes).text
        do throws(JSONError) { marker(try Marker(bytes)) } catch { DocumentPromises.isWithin(error, bytes) }
    }

    /// A marker keeps its text, and values that are set are read back.
    private static func marker(_ marker: Marker) {
        _ = (
            marker.label, marker.color, marker.createdAt, marker.meta, marker.customProperties, marker.version
        )
        _ = (try? marker.calibratedData, try? marker.details)
        for (name, value) in marker.foreignMembers {
            promise(
                JSONValue(valid: marker.text, 0..<marker.text.count).members.contains {
                    $0.name == name && $0.value == value
                }, "foreign members are members")
        }
        let quad = try? marker.quad
        var moved = marker
        do throws(JSONError) {
            if let quad {
                let turned = quad.map { SIMD3($0.z, $0.x, $0.y) }
                try moved.setQuad(turned)
                promise(try moved.quad == turned, "corners that are put in come out")
            }
            moved.setLabel("a \"b\"\n\u{e9}")
            promise(moved.label == "a \"b\"\n\u{e9}", "a label that is put in comes out")
            try moved.setCustomProperties(try JSONValue(#"{"a":[1.0,{}]}"#))
            try moved.setCalibratedData(quad.map(CalibratedData.init))
            let again = try Marker(moved.text)
            promise(again.id == marker.id && again.version == marker.version, "a change keeps the rest")
            promise(
                again.foreignMembers.map(\.value) == marker.foreignMembers.map(\.value), "and what is foreign"
            )
        } catch {
            promise(false, "a marker that is changed is a marker: \(error)")
        }
    }

    private static func models(_ value: JSONValue, _ bytes: [UInt8]) {
        read(bytes) { () throws(JSONError) in _ = try Space(value) }
        read(bytes) { () throws(JSONError) in _ = try WorkSession(value) }
        read(bytes) { () throws(JSONError) in _ = try ReferenceSet(value) }
        read(bytes) { () throws(JSONError) in _ = try Anchor(value) }
        read(bytes) { () throws(JSONError) in _ = try LaserGuide(value) }
        read(bytes) { () throws(JSONError) in _ = try CalibratedData(value) }
        read(bytes) { () throws(JSONError) in _ = try MarkerDetails(value) }
        read(bytes) { () throws(JSONError) in _ = try CalibrationVector(value) }
    }

    /// A list has every value of the array that it is read from, in order.
    private static func lists(_ value: JSONValue, _ bytes: [UInt8]) {
        list(value, bytes, \.value) { () throws(JSONError) in try Space.list(value) }
        list(value, bytes, \.value) { () throws(JSONError) in try WorkSession.list(value) }
        list(value, bytes, \.value) { () throws(JSONError) in try ReferenceSet.list(value) }
        list(value, bytes, \.value) { () throws(JSONError) in try Anchor.list(value) }
    }

    private static func list<Element>(
        _ value: JSONValue, _ bytes: [UInt8], _ text: (Element) -> JSONValue,
        _ body: () throws(JSONError) -> WireList<Element>
    ) {
        read(bytes) { () throws(JSONError) in
            let list = try body()
            let arrays = [value.elements] + value.members.map(\.value.elements)
            promise(
                arrays.contains { $0.count == list.count + list.refused.count }, "a list leaves nothing out")
            promise(
                arrays.contains { Set($0).isSuperset(of: list.map(text)) }, "a list has nothing else")
            for one in list.refused { DocumentPromises.isWithin(one.error, bytes) }
        }
    }

    private static func read(_ bytes: [UInt8], _ body: () throws(JSONError) -> Void) {
        do throws(JSONError) { try body() } catch { DocumentPromises.isWithin(error, bytes) }
    }
}
