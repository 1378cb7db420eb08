package import Markers
package import QuadGeometry

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
