internal import HTTPServer
internal import Markers
internal import QuadGeometry

enum PhoneReplies {
    static let health = ReplyTable<(model: String, state: String)>(
        "PhoneHealth",
        [
            .init("status", .text) { _, json in json.value("ok") },
            .init("model", .text) { $1.value($0.model) },
            .init("state", .text) { $1.value($0.state) },
        ])

    static let status = ReplyTable<Phone.Status>(
        "PhoneStatus",
        [
            .init("uptimeSeconds", .number) { $1.value($0.uptime) },
            .init("processedFPS", .number) { $1.value($0.framesPerSecond) },
            .init("lastInferenceMs", .number) { $1.value($0.lastInference) },
            .init("p95InferenceMs", .number) { $1.value($0.slowInference) },
            .init("thermalState", .words(["nominal", "fair", "serious", "critical"])) {
                $1.value($0.thermalState)
            },
        ])

    struct Detection: Sendable {
        let requestID: String
        let isDone: Bool
        let sightings: [PhoneView.Sighting]
        let hasMetres: Bool
    }

    static let detection = ReplyTable<Detection>(
        "Detection",
        [
            .init("requestId", .text) { $1.value($0.requestID) },
            .init("success", .flag) { $1.value($0.isDone) },
            .init("objects", .list(.record(object), atMost: 1000)) { detection, json in
                json.array { json in
                    for seen in detection.sightings { write(seen, detection.hasMetres, to: &json) }
                }
            },
        ])

    private static let object = Record(
        "DetectedObject",
        [
            .init("class", .text), .init("confidence", .share), .init("centerX", .number),
            .init("centerY", .number), .init("width", .number), .init("height", .number),
            .init("distanceMeters", .number, isRequired: false),
            .init("realWidthMeters", .number, isRequired: false),
            .init("realHeightMeters", .number, isRequired: false),
        ])

    private static func write(
        _ seen: PhoneView.Sighting, _ hasMetres: Bool, to json: inout JSONWriter
    ) {
        json.object { json in
            json.member("class", seen.label)
            json.member("confidence", seen.confidence)
            json.member("centerX", seen.centerX)
            json.member("centerY", seen.centerY)
            json.member("width", seen.width)
            json.member("height", seen.height)
            guard hasMetres else { return }
            json.member("distanceMeters", seen.distance)
            json.member("realWidthMeters", seen.realWidth)
            json.member("realHeightMeters", seen.realHeight)
        }
    }

    static let settings = ReplyTable<(isDone: Bool, updated: [String])>(
        "SettingsUpdate",
        [
            .init("success", .flag) { $1.value($0.isDone) },
            .init("updatedFields", .list(.text, atMost: 5)) { settings, json in
                json.array { json in
                    for name in settings.updated { json.value(name) }
                }
            },
        ])

    /// The camera in the frame of a request, as `quadcal sense --camera` reads it.
    static let camera = ReplyTable<Phone.Shot>(
        "CameraFrame",
        [
            .init("requestId", .text) { $1.value($0.requestID) },
            .init("intrinsics", .record(intrinsics)) { shot, json in
                let camera = shot.view.camera
                json.object { json in
                    json.member("fx", camera.fx)
                    json.member("fy", camera.fy)
                    json.member("cx", camera.cx)
                    json.member("cy", camera.cy)
                    json.member("width", camera.width)
                    json.member("height", camera.height)
                }
            },
            .init("boxes", .list(.object, atMost: 0)) { $1.array { _ in } },
            .init("worldFromCamera", .tuple(.number, counts: [16])) {
                $1.value($0.view.camera.worldFromCamera.columnMajor)
            },
            .init("mirrored", .flag) { $1.value(false) },
            .init("stand", .text) { $1.value($0.view.camera.stand) },
            .init("sigmas", .record(sigmas)) { shot, json in
                let camera = shot.view.camera
                json.object { json in
                    json.member("edgePx", camera.edge)
                    json.member("depthMetres", camera.depth)
                    json.member("poseMetres", camera.poseShift)
                    json.member("poseDegrees", camera.poseDegrees)
                }
            },
            .init("capturedAt", .date) { $1.value($0.date) },
        ])

    private static let intrinsics = Record(
        "Intrinsics",
        [
            .init("fx", .number), .init("fy", .number), .init("cx", .number), .init("cy", .number),
            .init("width", .counts), .init("height", .counts),
        ])

    private static let sigmas = Record(
        "CameraSigmas",
        [
            .init("edgePx", .number), .init("depthMetres", .number), .init("poseMetres", .number),
            .init("poseDegrees", .number),
        ])

    static let objects = ReplyTable<[PhoneView.Object]>(
        "TrueObjects",
        [
            .init("objects", .list(.record(truth), atMost: 1000)) { objects, json in
                json.array { json in
                    for object in objects {
                        json.object { json in
                            json.member("class", object.label)
                            json.member("center", object.center)
                            json.array("corners") { json in
                                for corner in 0..<4 { json.value(object.quad[corner: corner]) }
                            }
                            json.member("widthMeters", object.width)
                            json.member("heightMeters", object.height)
                        }
                    }
                }
            }
        ])

    private static let truth = Record(
        "TrueObject",
        [
            .init("class", .text), .init("center", .place),
            .init("corners", .tuple(.place, counts: [4])), .init("widthMeters", .number),
            .init("heightMeters", .number),
        ])
}
