internal import Markers
internal import QuadGeometry

/// The bodies of a job's requests: the version and what changes, nothing else.
enum MarkerBody {
    /// Corners or calibrated data as planned; refuses numbers that are not finite.
    static func applying(_ write: MarkerWrite, _ mode: PushMode) throws(JSONError) -> [UInt8] {
        var update = RequestBody.MarkerUpdate(version: write.version)
        if mode == .raw {
            update.quad = write.value
        } else {
            update.calibratedData = write.value.map { CalibratedData($0) }
        }
        return try update.json()
    }

    /// What was there before, byte for byte as it was received; null where there was nothing.
    static func undoing(_ write: MarkerWrite, _ mode: PushMode, to before: Marker) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("version")
            json.value(write.version)
            let corners: [MarkerField] = mode == .raw ? [.p1, .p2, .p3, .p4] : []
            for field in corners + [.calibratedData] {
                // The server makes new calibrated data of new corners; only what it had goes back.
                if mode == .raw, field == .calibratedData, before[field] == nil { continue }
                json.key(field.name)
                if let value = before[field] { json.value(value) } else { json.null() }
            }
        }
        return json.bytes
    }
}
