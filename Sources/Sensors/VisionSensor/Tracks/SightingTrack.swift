internal import QuadGeometry
public import RigidCalibration

/// An object that was seen in some replies: its place and its size.
///
/// Frames of one stand share the error of the camera's pose, so that their mean does not reduce it: inside a stand sightings are
/// averaged without it, and stands are averaged with it.
public struct SightingTrack: Hashable, Sendable {
    public let label: String
    /// The replies that it was seen in, by number, rising.
    public private(set) var replies: [Int] = []
    /// The highest of its sightings.
    public private(set) var confidence = 0.0
    /// The place of the centre in the world, in metres.
    public private(set) var center = SIMD3<Double>.zero
    /// The covariance of that place, in square metres.
    public private(set) var covariance = SymmetricMatrix.zero
    private var stands: [Stand] = []
    /// The directions from the object to the camera, one a stand.
    private(set) var views: [SIMD3<Double>] = []
    /// The directions that lead backwards from the cameras, one a stand.
    private(set) var backs: [SIMD3<Double>] = []
    /// The directions that were up in the first camera.
    private(set) var firstUp = SIMD3<Double>(0, 1, 0)
    private var widths: [Double] = [], heights: [Double] = []
    private var statedWidths: [Double] = [], statedHeights: [Double] = []

    private struct Stand: Hashable {
        let number: Int
        var information = SymmetricMatrix.zero
        var side = SIMD3<Double>.zero
        var pose = SymmetricMatrix.zero
        var count = 0.0
    }

    init(label: String) { self.label = label }

    /// The number of stands that it was seen from.
    public var standCount: Int { stands.count }

    mutating func add(
        _ detection: Detection, _ sighting: CenterSighting, _ kind: DistanceKind, reply: Int, stand: Int,
        _ frame: CameraFrame
    ) {
        guard let inverse = sighting.measurement.inverse else { return }
        if stands.last?.number != stand {
            stands.append(Stand(number: stand))
            let toCamera = frame.worldFromCamera.translation - sighting.point
            views.append(toCamera.unit ?? SIMD3(0, 0, 1))
            backs.append(frame.worldFromCamera.rotation * SIMD3(0, 0, 1))
            if stands.count == 1 { firstUp = frame.worldFromCamera.rotation * SIMD3(0, 1, 0) }
        }
        let last = stands.count - 1
        stands[last].information = stands[last].information + inverse
        stands[last].side += inverse * sighting.point
        stands[last].pose = stands[last].pose + sighting.pose
        stands[last].count += 1
        replies.append(reply)
        confidence = Double.maximum(confidence, detection.confidence)
        let ray = frame.boxes.ray(detection.box.centerX, detection.box.centerY)
        let depth = kind.depth(of: detection.distance, alongRayOfLength: ray.length)
        widths.append(detection.box.width * depth / frame.boxes.image.fx)
        heights.append(detection.box.height * depth / frame.boxes.image.fy)
        let check = SizeCheck(
            detection.box, distance: detection.distance, kind, realWidth: detection.realWidth,
            realHeight: detection.realHeight, in: frame)
        if check?.isConsistent == true, let width = detection.realWidth, let height = detection.realHeight {
            statedWidths.append(width)
            statedHeights.append(height)
        }
        average()
    }

    func joined(with other: SightingTrack) -> SightingTrack {
        var both = self
        both.replies = (replies + other.replies).sorted()
        both.confidence = Double.maximum(confidence, other.confidence)
        for ((stand, view), back) in zip(zip(other.stands, other.views), other.backs) {
            if let place = both.stands.firstIndex(where: { $0.number == stand.number }) {
                both.stands[place].information = both.stands[place].information + stand.information
                both.stands[place].side += stand.side
                both.stands[place].pose = both.stands[place].pose + stand.pose
                both.stands[place].count += stand.count
            } else {
                both.stands.append(stand)
                both.views.append(view)
                both.backs.append(back)
            }
        }
        both.widths += other.widths
        both.heights += other.heights
        both.statedWidths += other.statedWidths
        both.statedHeights += other.statedHeights
        both.average()
        return both
    }

    /// The mean covariance that the cameras' poses give a sighting.
    var poseCovariance: SymmetricMatrix {
        stands.reduce(.zero) { $0 + $1.pose * (1 / ($1.count * Double(stands.count))) }
    }

    private mutating func average() {
        var information = SymmetricMatrix.zero, side = SIMD3<Double>.zero
        for stand in stands {
            guard let spread = stand.information.inverse,
                let whole = (spread + stand.pose * (1 / stand.count)).inverse
            else { continue }
            information = information + whole
            side += whole * (spread * stand.side)
        }
        guard let spread = information.inverse else { return }
        (covariance, center) = (spread, spread * side)
    }

    /// The size in metres: the median of the stated ones that are consistent, else of the implied ones.
    public var size: (width: Double, height: Double) {
        let areStated = !statedWidths.isEmpty
        return (
            median(areStated ? statedWidths : widths),
            median(areStated ? statedHeights : heights)
        )
    }

    /// The angle between the views that are farthest apart, in radians.
    public var viewAngle: Double {
        var widest = 0.0
        for (place, view) in views.enumerated() {
            for other in views[..<place] { widest = Double.maximum(widest, view.angle(to: other) ?? 0) }
        }
        return widest
    }
}

/// An object of a reply that has a place: its box, its distance, and the sizes that the phone states.
public struct Detection: Hashable, Sendable {
    public let label: String
    /// 0 to 1.
    public let confidence: Double
    public let box: PixelBox
    /// In metres.
    public let distance: Double
    /// In metres; `nil` where the phone states none.
    public let realWidth, realHeight: Double?

    /// The detection; `nil` unless the distance is finite and above zero and the confidence lies in 0...1.
    public init?(
        label: String, confidence: Double, box: PixelBox, distance: Double, realWidth: Double? = nil,
        realHeight: Double? = nil
    ) {
        guard distance.isFinite, distance > 0, (0...1).contains(confidence) else { return nil }
        (self.label, self.confidence, self.box) = (label, confidence, box)
        (self.distance, self.realWidth, self.realHeight) = (distance, realWidth, realHeight)
    }
}
