internal import QuadGeometry
internal import RigidCalibration

extension RecalibrationPlan {
    /// The name of the plan: the SHA-256 digest of its ``text``, the same for the same markers and request everywhere.
    public var digest: String { SHA256.hex(of: text[...]) }

    /// The whole plan as JSON without blanks, with markers by the digests of their bytes.
    ///
    /// Doubles are written in the fewest digits that read back to them, so equal texts are equal plans, bit
    /// for bit.
    public var text: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("plan", 1)
            write(request, to: &json)
            json.key("updates")
            json.array { json in for update in updates { write(update, to: &json) } }
            json.key("unchanged")
            json.array { json in for item in unchanged { write(item.marker, item.index, nil, to: &json) } }
            json.key("refused")
            json.array { json in
                for item in refused { write(item.marker, item.index, item.reason.code, to: &json) }
            }
            json.key("left_out")
            json.array { json in
                for item in leftOut { write(item.marker, item.index, item.reason.code, to: &json) }
            }
            json.key("vector_update")
            vectorUpdate.map { json.value(verbatim: $0.body) } ?? json.null()
            json.key("notes")
            json.array { json in for note in notes { json.value(note.code) } }
        }
        return json.bytes
    }

    private func write(_ request: PlanRequest, to json: inout JSONWriter) {
        let motion = request.motion
        json.member("mode", request.mode.rawValue)
        json.member("from", motion.source.rawValue)
        json.member("to", motion.target.rawValue)
        json.key("motion")
        json.array { json in
            let map = motion.targetFromSource
            let points = [map.sourceCenter, map.targetCenter, map.rest]
            for point in [map.rotation.x, map.rotation.y, map.rotation.z] + points { json.value(point) }
        }
        if let straightened = motion.straightened {
            json.key("straightening")
            FitDocument.Straightening(straightened).write(to: &json)
        }
        json.key("fitted")
        json.array { json in
            for marker in motion.fitted {
                json.object { json in
                    json.member("id", marker.id.wireText)
                    json.key("corners")
                    json.array { json in for corner in marker.corners.corners { json.value(corner) } }
                }
            }
        }
        json.key("vector")
        request.space.vector.map { json.value($0.numbers) } ?? json.null()
        json.member("vector_sign", request.space.sign == .added ? "added" : "subtracted")
        json.key("limits")
        json.object { json in
            for limit in QuadLimit.allCases { json.member(limit.rawValue, request.limits[limit]) }
            json.member("foldSeverity", request.limits.foldSeverity.rawValue)
        }
        json.member("strict", request.isStrict)
        write(request.frames, to: &json)
    }

    private func write(_ frames: FrameMembership, to json: inout JSONWriter) {
        func list(_ name: String, _ texts: some Sequence<String>) {
            json.key(name)
            json.array { json in for text in texts.sorted() { json.value(text) } }
        }
        list("chosen", frames.chosen.map(\.wireText))
        list("targets", frames.targets.map(\.wireText))
        switch frames.rule {
        case .onlyChosen: json.member("others", "stay")
        case .all: json.member("others", "move")
        case .allButTargets: json.member("others", "move whenever created")
        case .before(let date): json.member("before", date.text)
        }
        list("created_at", frames.createdAt.map { $0.wireText + " " + $1 })
    }

    private func write(_ update: MarkerUpdate, to json: inout JSONWriter) {
        json.object { json in
            member(update.marker, update.index, to: &json)
            json.key("body")
            update.body().map { json.value(verbatim: $0) } ?? json.null()
        }
    }

    private func write(_ marker: Marker, _ index: Int, _ code: String?, to json: inout JSONWriter) {
        json.object { json in
            member(marker, index, to: &json)
            if let code { json.member("reason", code) }
        }
    }

    private func member(_ marker: Marker, _ index: Int, to json: inout JSONWriter) {
        json.member("index", index)
        json.member("id", marker.id.wireText)
        json.member("before", SHA256.hex(of: marker.text[...]))
    }
}
