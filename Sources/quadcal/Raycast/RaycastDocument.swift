import Markers

/// What rays meet, for programs.
enum RaycastJSON {
    static func document(_ report: RaycastReport) -> [UInt8] {
        var json = JSONWriter(openDepth: 3)
        json.object { json in
            json.head("quadcal.raycast/1", .pass, .good)
            json.key("inputs")
            json.array { json in
                if let file = report.rayFile {
                    json.object { $0.input("rays", file.file, file.text.sha256) }
                }
                for file in report.files {
                    json.object { $0.input("markers", file.file, file.sha256) }
                }
            }
            json.key("options")
            json.object { json in
                json.member("coordinates", report.options.markers.coordinates.rawValue)
                json.member("from", report.options.start)
                json.member("to", report.options.end.isFinite ? report.options.end : nil)
                json.member("face", report.options.face?.word)
                json.member("all", report.options.wantsAll)
                json.member("lengths", "m")
            }
            json.key("rays")
            json.array { json in
                for ray in report.rays {
                    json.object { Self.ray(ray, report, &$0) }
                }
            }
        }
        json.endLine()
        return json.bytes
    }

    private static func ray(_ ray: CastRay, _ report: RaycastReport, _ json: inout JSONWriter) {
        json.member("id", ray.line.id)
        json.member("line", report.rayFile == nil ? nil : ray.line.line)
        json.key("hits")
        json.array { json in
            for hit in ray.hits {
                json.object { json in
                    json.member("file", hit.marker.file)
                    json.member("markerLine", hit.marker.line)
                    json.member("pointer", hit.marker.isInJSON ? hit.marker.pointer : nil)
                    json.member("marker", hit.marker.id)
                    json.member("label", hit.marker.label)
                    json.member("distance", hit.distance)
                    json.member("point", hit.point)
                    json.member("u", hit.u)
                    json.member("v", hit.v)
                    json.member("side", hit.face.word)
                }
            }
        }
    }
}
