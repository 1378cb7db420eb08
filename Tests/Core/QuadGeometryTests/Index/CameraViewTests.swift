import QuadGeometry
import TestSupport
import Testing

@Suite("Quads in view of a camera", .seeded)
struct CameraViewTests {
    /// Looks along -z from the origin; its image spans x and y from -1 to 1 at z = -1.
    private let camera: PinholeCamera

    init() throws {
        camera = try PinholeCamera(
            width: 2, height: 2, fx: 1, fy: 1, cx: 1, cy: 1, worldFromCamera: .identity)
    }

    private func square(_ half: Double, x: Double = 0, y: Double = 0, z: Double) -> Quad {
        Quad(
            SIMD3(x - half, y - half, z), SIMD3(x + half, y - half, z), SIMD3(x + half, y + half, z),
            SIMD3(x - half, y + half, z))
    }

    @Test("a quad that touches the border from within is inside, to the last digit")
    func border() {
        #expect(camera.verdict(on: square(1, z: -1)) == .inside)
        #expect(camera.verdict(on: square(1.nextUp, z: -1)) == .crossing)
        #expect(camera.verdict(on: square(1, x: 2, z: -1)) == .crossing, "it has an edge in common")
        #expect(camera.verdict(on: square(1, x: 2.nextUp.nextUp, z: -1)) == .outside)
        #expect(camera.verdict(on: square(1, z: 1)) == .outside, "behind")
        #expect(camera.verdict(on: square(9, z: -1)) == .crossing, "wider than the image on all sides")
        #expect(camera.verdict(on: square(1, z: -1).map { $0 * .nan }) == .outside)
    }

    @Test("a quad across a corner of the image, outside of no single side, is still told apart")
    func corner() {
        // A strip past the upper right corner: from (3, 0) to (0, 3) at z = -1, and 0.6 times that.
        func strip(_ size: Double) -> Quad {
            Quad(
                SIMD3(3 * size, 0, -1), SIMD3(0, 3 * size, -1), SIMD3(0, 4 * size, -1), SIMD3(4 * size, 0, -1)
            )
        }
        #expect(camera.verdict(on: strip(1)) == .outside)
        #expect(camera.verdict(on: strip(0.6)) == .crossing)
        // The line from (2, 0) to (0, 2) goes right through the corner.
        #expect(camera.verdict(on: strip(2.0 / 3)) == .crossing)
    }

    @Test("no pixel shows a quad that is outside, and all corners of one inside are in the image")
    func verdictsAgreeWithMaps() throws {
        let quads = IndexScene.room.quads(seed: Seeds.first)
        let index = try MarkerIndex(quads)
        var counts = [ViewVerdict: Int]()
        for camera in try MarkerMapsTests.cameras(at: quads, seed: Seeds.first) {
            let inView = index.quads(inViewOf: camera)
            let covered = Set(index.maps(from: camera, rows: nil).quads.map(\.index))
            #expect(covered.isSubset(of: inView.map(\.index)))
            for view in inView { counts[view.verdict, default: 0] += 1 }
            let back = camera.worldFromCamera.inverted()
            for view in inView where view.verdict == .inside {
                for corner in quads[view.index].corners {
                    let place = back * corner
                    let x = camera.cx - camera.fx * place.x / place.z,
                        y = camera.cy + camera.fy * place.y / place.z
                    // Rounding of the way back, far above that of places of some pixels.
                    #expect(x > -1e-6 && x < 9 + 1e-6 && y > -1e-6 && y < 7 + 1e-6)
                }
            }
        }
        #expect(counts[.inside, default: 0] > 20 && counts[.crossing, default: 0] > 20)
    }
}
