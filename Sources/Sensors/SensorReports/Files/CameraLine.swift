package import StrictJSON

/// A camera frame as it is written: what a line leaves out is as in the line before, but for the id of the request and the time.
package struct CameraLine: DocumentObject {
    private var requestID, stand, time: String?
    private var intrinsics: Intrinsics?
    private var boxes: [Step]?
    private var isMirrored: Bool?
    private var pose: [Double]?
    private var sigmas: Sigmas?

    package init() {}

    package static let members: [DocumentMember<CameraLine>] = [
        .sometimes(
            "requestId", \.requestID,
            "The id of the request whose reply it belongs to; without it the next reply."),
        .sometimes("intrinsics", \.intrinsics, "The camera's native landscape image; the first line has it."),
        .sometimes(
            "boxes", \.boxes,
            "The steps from that image to the one that boxes are in; the first line has them, if only [].",
            schema: .array(Step.schema)),
        .sometimes("mirrored", \.isMirrored, "Whether the picture is mirrored; the first line says it."),
        .sometimes(
            "worldFromCamera", \.pose,
            "The pose as a matrix of 4 x 4, column by column: x right, y up, z towards the viewer, in metres.",
            schema: .array(.number, count: 16)),
        .sometimes("stand", \.stand, "The name of the stand: frames of one share the error of the pose."),
        .sometimes("sigmas", \.sigmas, "The standard deviations of what is measured."),
        .sometimes("capturedAt", \.time, "The time of the picture, which is only shown."),
    ]

    /// The camera's image, in pixels.
    struct Intrinsics: DocumentObject {
        private var fx = 0.0, fy = 0.0, cx = 0.0, cy = 0.0, width = 0.0, height = 0.0

        static let members: [DocumentMember<Intrinsics>] = [
            .always("fx", \.fx, "The focal length along x."),
            .always("fy", \.fy, "The focal length along y."),
            .always("cx", \.cx, "The principal point from the left edge."),
            .always("cy", \.cy, "The principal point from the upper edge."),
            .always("width", \.width, "The width of the image."),
            .always("height", \.height, "The height of the image."),
        ]
    }

    /// The standard deviations that differ from the usual ones.
    struct Sigmas: DocumentObject {
        private var edge, depth, poseShift, poseTurn: Double?

        static let members: [DocumentMember<Sigmas>] = [
            .sometimes("edgePx", \.edge, "That of an edge of a box, in pixels."),
            .sometimes("depthMetres", \.depth, "That of a distance."),
            .sometimes("poseMetres", \.poseShift, "That of the place of the camera."),
            .sometimes("poseDegrees", \.poseTurn, "That of the turn of the camera."),
        ]
    }

    /// A step from one image to the next; `nil` for the word portrait.
    struct Step: DocumentValue {
        private let change: Change?

        static let schema = Schema.oneOf([.word(["portrait"])] + Change.schema.alternatives)

        init(_ json: JSONValue) throws(JSONError) {
            change = json.kind == .object ? try Change(json) : nil
            guard change != nil || json.string == "portrait" else { throw json.error(.unknownWord) }
        }

        func write(to json: inout JSONWriter) { change.map { $0.write(to: &json) } ?? json.value("portrait") }
    }

    /// A step that has numbers, or says portrait with true.
    enum Change: DocumentVariant {
        case resize(Resize), pad(Pad), crop(Crop), turn(Turn)

        static let forms: [DocumentForm<Change>] = [
            DocumentForm(Change.resize), DocumentForm(Change.pad), DocumentForm(Change.crop),
            DocumentForm(Change.turn),
        ]

        var object: any DocumentObject {
            switch self {
            case .resize(let form): form
            case .pad(let form): form
            case .crop(let form): form
            case .turn(let form): form
            }
        }
    }

    /// A step that makes the image larger or smaller.
    struct Resize: DocumentObject {
        private var factor = 1.0

        static let members: [DocumentMember<Resize>] = [
            .always("resize", \.factor, "The factor of the size.")
        ]
    }

    /// A step that puts the image into a larger one.
    struct Pad: DocumentObject {
        private var sides: [Double] = []

        static let members: [DocumentMember<Pad>] = [
            .always(
                "pad", \.sides, "What is added on the left and at the top, and the new width and height.",
                schema: .array(.number, count: 4))
        ]
    }

    /// A step that cuts a part out of the image.
    struct Crop: DocumentObject {
        private var sides: [Double] = []

        static let members: [DocumentMember<Crop>] = [
            .always(
                "crop", \.sides, "The part: left, top, width and height.", schema: .array(.number, count: 4))
        ]
    }

    /// A step that turns the image clockwise.
    struct Turn: DocumentObject {
        private var isTurned = true

        static let members: [DocumentMember<Turn>] = [
            .always("portrait", \.isTurned, "Whether it is turned, which is true.")
        ]
    }
}
