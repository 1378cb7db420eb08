package import Markers
package import QuadGeometry

/// The places of points and quads in the image of a camera, to the digits of doubles.
struct ImagePlane {
    private let camera: PinholeCamera
    private let cameraFromWorld: RigidTransform

    init(of camera: PinholeCamera) {
        (self.camera, cameraFromWorld) = (camera, camera.worldFromCamera.inverted())
    }

    /// A point in the axes of the camera: x right, y up, z towards the viewer.
    func own(_ point: SIMD3<Double>) -> SIMD3<Double> { cameraFromWorld * point }

    /// The place in the image of a point in the camera's axes, inside of it or not; `nil` of points that are not in front.
    func pixel(of point: SIMD3<Double>) -> SIMD2<Double>? {
        guard point.z < 0 else { return nil }
        let pixel = SIMD2(
            camera.cx - camera.fx * point.x / point.z, camera.cy + camera.fy * point.y / point.z)
        return pixel.x.isFinite && pixel.y.isFinite ? pixel : nil
    }

    /// The part of the image that a quad takes up if nothing hides it; `nil` if it is outside, or so nearly that doubles
    /// see nothing of it.
    func box(of quad: Quad) -> ImageBox? {
        let corners = quad.corners.map(own)
        let shown = [[corners[0], corners[1], corners[3]], [corners[2], corners[3], corners[1]]]
            .flatMap(inView).compactMap(pixel)
        guard let first = shown.first else { return nil }
        var (least, most) = (first, first)
        for pixel in shown {
            least = SIMD2(min(least.x, pixel.x), min(least.y, pixel.y))
            most = SIMD2(max(most.x, pixel.x), max(most.y, pixel.y))
        }
        let size = SIMD2(Double(camera.width), Double(camera.height))
        return ImageBox(
            left: min(max(least.x, 0), size.x), top: min(max(least.y, 0), size.y),
            right: min(max(most.x, 0), size.x), bottom: min(max(most.y, 0), size.y))
    }

    /// The part of a polygon that is inside of the four planes through the image's edges.
    private func inView(_ polygon: [SIMD3<Double>]) -> [SIMD3<Double>] {
        let (right, down) = (Double(camera.width) - camera.cx, Double(camera.height) - camera.cy)
        let planes = [
            SIMD3(camera.fx, 0, -camera.cx), SIMD3(-camera.fx, 0, -right),
            SIMD3(0, -camera.fy, -camera.cy), SIMD3(0, camera.fy, -down),
        ]
        return planes.reduce(polygon) { polygon, plane in
            let heights = polygon.map(plane.dot)
            var inside: [SIMD3<Double>] = []
            for place in polygon.indices {
                let next = (place + 1) % polygon.count
                let (here, there) = (heights[place], heights[next])
                if here >= 0 { inside.append(polygon[place]) }
                if (here < 0) != (there < 0) {
                    inside.append(polygon[place] + (polygon[next] - polygon[place]) * (here / (here - there)))
                }
            }
            return inside
        }
    }
}

/// A part of an image, in pixels from its left and its upper edge.
package struct ImageBox {
    package let left, top, right, bottom: Double
}

/// A marker that is in view of a camera, hidden or not.
package struct ShownMarker {
    package let marker: MarkerSite
    /// Its colour in pictures of ids, as 0xRRGGBB; no other marker of the image has it.
    package let color: UInt32
    /// The places of its center and its corners in pixels, inside of the image or not; `nil` of what is not in front of the camera.
    package let center: SIMD2<Double>?
    package let corners: [SIMD2<Double>?]
    /// The part of the image that it would take up if nothing hid it.
    package let box: ImageBox?
    /// Whether all of it is within the image's edges.
    package let isWhole: Bool
    /// From the camera to its center, in metres; and its depth along the optical axis.
    package let distance, depth: Double
    /// Between its normal and the line of sight to its center, in degrees: 0 seen squarely, 90 edge on. `nil` where one of them
    /// has no direction.
    package let angle: Double?
    /// The side that the camera is on; `nil` if it is in its plane.
    package let side: QuadFace?
    /// The pixels that show it, and those that would if nothing were in front of it.
    package let pixels, covered: Int

    init(
        _ marker: MarkerSite, _ quad: Quad, verdict: ViewVerdict, _ view: QuadView?, color: UInt32,
        in plane: ImagePlane, from camera: PinholeCamera
    ) {
        let place = camera.worldFromCamera.translation, center = quad.center, own = plane.own(center)
        (self.marker, self.color, isWhole) = (marker, color, verdict == .inside)
        (self.center, corners) = (plane.pixel(of: own), quad.corners.map { plane.pixel(of: plane.own($0)) })
        box = plane.box(of: quad)
        (distance, depth) = ((center - place).length, -own.z)
        switch quad.winding(from: place) {
        case .counterclockwise: side = .front
        case .clockwise: side = .back
        case .edgeOn: side = nil
        }
        angle = quad.normal.flatMap { $0.angle(to: place - center) }.map { radians in
            min(radians, .pi - radians) * 180 / .pi
        }
        (pixels, covered) = (view?.seen ?? 0, view?.covered ?? 0)
    }

    /// The part of it that others hide, in per cent of the pixels that it covers; `nil` if it covers none.
    package var hidden: Double? { covered > 0 ? Double(covered - pixels) / Double(covered) * 100 : nil }

    /// Its colour as `#rrggbb`.
    package var hexColor: String {
        let digits = String(color, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
