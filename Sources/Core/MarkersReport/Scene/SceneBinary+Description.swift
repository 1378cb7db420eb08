internal import Markers

extension SceneBinary {
    /// The description of the file as JSON.
    ///
    /// - Parameter length: the number of bytes of the numbers.
    func description(length: Int) -> [UInt8] {
        let count = markers.shown.count
        return JSONWriter.object { json in
            json.object("asset") { json in
                json.member("version", "2.0")
                json.member("generator", "quadcal \(ReportText.name(version))")
            }
            json.array("extensionsUsed") { $0.value(SceneBinary.unlit) }
            json.member("scene", 0)
            json.array("scenes") { json in json.object { SceneBinary.member("nodes", 0..<1, &$0) } }
            json.array("nodes") { nodes(&$0) }
            json.array("meshes") { json in
                for place in 0..<count {
                    mesh(
                        positions: SceneBinary.firstOfMarkers + place, color: markers.shown[place].color,
                        triangles: 0, material: 0, &json)
                }
                guard !before.isEmpty else { return }
                mesh(
                    positions: SceneBinary.firstOfMarkers + count + 1, color: nil,
                    triangles: SceneBinary.firstOfMarkers + count, material: 1, &json)
            }
            json.array("materials") { json in
                material("After", opacity: 1, &json)
                if !before.isEmpty { material("Before", opacity: 0.35, &json) }
            }
            json.array("accessors") { accessors(&$0) }
            json.array("bufferViews") { views(&$0) }
            json.array("buffers") { json in json.object { $0.member("byteLength", length) } }
        }
    }

    /// Colours are shown as they are, whatever the light.
    private static let unlit = "KHR_materials_unlit"
    /// The accessors before those of the markers: the triangles, and one for each colour.
    private static let firstOfMarkers = 1 + SceneColor.all.count

    /// The root, the places afterwards, those before, and each marker.
    private func nodes(_ json: inout JSONWriter) {
        let count = markers.shown.count, hasBefore = !before.isEmpty, first = hasBefore ? 3 : 2
        json.object { json in
            json.member("name", "Report")
            SceneBinary.member("children", 1..<first, &json)
            json.object("extras") { json in
                json.member("about", markers.about)
                json.member("originInFrame", markers.origin)
                json.member("omitted", markers.omitted)
            }
        }
        json.object { json in
            json.member("name", "After")
            SceneBinary.member("children", first..<(first + count), &json)
        }
        if hasBefore {
            json.object { json in
                json.member("name", "Before")
                json.member("mesh", count)
                json.object("extras") { json in
                    json.array("ids") { json in
                        for (id, _) in before { json.value(id) }
                    }
                }
            }
        }
        for (place, marker) in markers.shown.enumerated() {
            json.object { json in
                json.member("name", ReportText.name(marker.name))
                json.member("mesh", place)
                json.object("extras") { json in
                    json.member("id", marker.id)
                    json.member("note", marker.note)
                    if let residual = marker.residual { json.member("residual", residual) }
                    if let error = marker.error { json.member("error95", error) }
                }
            }
        }
    }

    /// References to objects in a row.
    private static func member(_ name: String, _ places: Range<Int>, _ json: inout JSONWriter) {
        json.array(name) { json in for place in places { json.value(place) } }
    }

    private func mesh(
        positions: Int, color: SceneColor?, triangles: Int, material: Int, _ json: inout JSONWriter
    ) {
        json.object { json in
            json.array("primitives") { json in
                json.object { json in
                    json.object("attributes") { json in
                        json.member("POSITION", positions)
                        if let color { json.member("COLOR_0", 1 + color.step) }
                    }
                    json.member("indices", triangles)
                    json.member("material", material)
                }
            }
        }
    }

    private func material(_ name: String, opacity: Double, _ json: inout JSONWriter) {
        let light = opacity < 1 ? SceneColor.grey.linear : SIMD3(repeating: 1)
        json.object { json in
            json.member("name", name)
            json.object("pbrMetallicRoughness") { json in
                json.member("baseColorFactor", [light.x, light.y, light.z, opacity])
                json.member("metallicFactor", 0)
            }
            if opacity < 1 { json.member("alphaMode", "BLEND") }
            json.member("doubleSided", true)
            json.object("extensions") { json in
                json.object(SceneBinary.unlit) { _ in }
            }
        }
    }

    private func accessors(_ json: inout JSONWriter) {
        func accessor(
            _ part: Part, offset: Int, kind: Int, count: Int, _ type: String, bounds: [SIMD3<Float>] = []
        ) {
            json.object { json in
                json.member("bufferView", part.rawValue)
                json.member("byteOffset", offset)
                json.member("componentType", kind)
                json.member("count", count)
                json.member("type", type)
                guard let first = bounds.first else { return }
                json.member("min", SIMD3<Double>(bounds.reduce(first) { pointwiseMin($0, $1) }))
                json.member("max", SIMD3<Double>(bounds.reduce(first) { pointwiseMax($0, $1) }))
            }
        }
        let (short, long, float) = (5123, 5125, 5126)
        let each = SceneBinary.corners * SceneBinary.point
        accessor(.triangles, offset: 0, kind: short, count: SceneMarker.triangles.count, "SCALAR")
        for place in SceneColor.all.indices {
            accessor(.colors, offset: place * each, kind: float, count: SceneBinary.corners, "VEC3")
        }
        for (place, marker) in markers.shown.enumerated() {
            accessor(
                .after, offset: place * each, kind: float, count: SceneBinary.corners, "VEC3",
                bounds: marker.after)
        }
        guard !before.isEmpty else { return }
        accessor(
            .trianglesBefore, offset: 0, kind: long, count: before.count * SceneMarker.triangles.count,
            "SCALAR")
        accessor(
            .before, offset: 0, kind: float, count: before.count * SceneBinary.corners, "VEC3",
            bounds: before.flatMap(\.corners))
    }

    private func views(_ json: inout JSONWriter) {
        var offset = 0
        for part in parts {
            let isList = part == .triangles || part == .trianglesBefore
            json.object { json in
                json.member("buffer", 0)
                json.member("byteOffset", offset)
                json.member("byteLength", length(part))
                if !isList { json.member("byteStride", SceneBinary.point) }
                json.member("target", isList ? 34963 : 34962)
            }
            offset += length(part)
        }
    }
}
