internal import Markers
internal import QuadGeometry

/// The bodies of a job's requests: the version and what changes, and nothing else.
enum MarkerBody {
    /// The body with corners or calibrated data as planned; refuses numbers that are not finite.
    static func applying(_ write: MarkerWrite, _ mode: PushMode) throws(JSONError) -> [UInt8] {
        var update = RequestBody.MarkerUpdate(version: write.version)
        if mode == .raw {
            update.quad = write.value
        } else {
            update.calibratedData = write.value.map { CalibratedData($0) }
        }
        return try update.json()
    }

    /// The body with fields as they were received, byte for byte; null for a missing field; `instead` in place of the calibrated
    /// data.
    static func undoing(
        _ write: MarkerWrite, _ fields: [MarkerField], of before: Marker, instead: Quad? = nil
    ) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("version")
            json.value(write.version)
            for field in fields {
                json.key(field.name)
                if field == .calibratedData, let instead {
                    CalibratedData(instead).write(to: &json)
                } else if let value = before[field] {
                    json.value(value)
                } else {
                    json.null()
                }
            }
        }
        return json.bytes
    }
}
