import Markers
import QuadGeometry

extension JoinedFiles {
    func inputs(_ json: inout JSONWriter) {
        json.object { input(old, "old", &$0) }
        json.object { input(new, "new", &$0) }
        guard let map else { return }
        json.object { json in
            json.input("map", map.file, map.sha256)
        }
    }

    func join(_ json: inout JSONWriter) {
        let join = joined.join
        json.key("join")
        json.object { json in
            json.member("by", join.key.name)
            json.member("target", target.rawValue)
            json.member("targetIsStated", targetIsStated)
            json.key("markers")
            json.array { json in
                for match in joined.matches { json.object { member(match, join, &$0) } }
            }
            json.key("leftOut")
            json.array { json in
                for one in joined.leftOut {
                    let marker = one.side == .old ? join.old[one.place] : join.new[one.place]
                    json.object { json in
                        json.member("side", one.side.rawValue)
                        json.member("id", marker.id.wireText)
                        json.member("label", marker.label)
                        json.member("line", marker.place.line)
                        json.member("reason", one.reason.rawValue)
                        json.member("sentence", one.reason.text(join.key))
                    }
                }
            }
            json.key("repeated")
            json.array { json in
                for key in join.repeated {
                    json.object { json in
                        json.member("key", key.key)
                        json.key("old")
                        json.array { json in key.old.forEach { json.value(join.old[$0].id.wireText) } }
                        json.key("new")
                        json.array { json in key.new.forEach { json.value(join.new[$0].id.wireText) } }
                    }
                }
            }
            json.key("unknownIds")
            json.array { json in
                for one in join.unknownIdentifiers {
                    json.object { json in
                        json.member("side", one.side.rawValue)
                        json.member("id", one.id.wireText)
                    }
                }
            }
        }
    }

    private func member(_ match: JoinedMarkers.Match, _ join: MarkerJoin, _ json: inout JSONWriter) {
        json.member("name", match.name)
        for (side, marker) in [("old", join.old[match.old]), ("new", join.new[match.new])] {
            json.member(side, marker.id.wireText)
            json.member(side + "Session", marker.collection?.wireText)
        }
        json.member("newLine", join.new[match.new].place.line)
        json.key("newCorners")
        json.array { json in
            for corner in 0..<4 { json.value("p\(match.order.indices[corner] + 1)") }
        }
        json.member("orderMargin", match.margin)
        json.member("wasChosen", match.wasChosen)
    }

    /// A file of markers among the inputs.
    private func input(_ file: Side, _ role: String, _ json: inout JSONWriter) {
        json.input(role, file.file, file.sha256)
        json.member("format", "markers")
        json.member("markers", file.list.observations.count)
        json.member("otherSessions", file.list.passedOver)
        json.refused(file.list.refused)
    }
}
