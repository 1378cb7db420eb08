/// The rays of some rows of a camera's image: the direction of each is the sum of its column's, its row's and one more.
struct PixelGrid {
    let camera: PinholeCamera
    let rows: Range<Int>
    /// The only side of quads that counts.
    let face: QuadFace?
    let origin: SIMD3<Double>
    /// The largest magnitudes of the directions.
    let most: SIMD3<Double>
    /// More than underflow takes from a product of three.
    let underflow: Double

    init(_ camera: PinholeCamera, rows: Range<Int>, only face: QuadFace?) {
        self.camera = camera
        self.rows = rows
        self.face = face
        origin = camera.worldFromCamera.translation
        let x = Double(camera.width), y = Double(camera.height)
        var most = SIMD3<Double>.zero
        for corner in [(0, 0), (x, 0), (x, y), (0, y)] {
            let d = camera.ray(x: corner.0, y: corner.1).direction
            most = pointwiseMax(most, SIMD3(d.x.magnitude, d.y.magnitude, d.z.magnitude))
        }
        // A little more, for the rounding of the directions between.
        self.most = most * (1 + 0x1p-40) + 0x1p-40
        underflow = (self.most.x + self.most.y + self.most.z + 1) * 0x1p-1000
    }

    /// Whole groups of eight columns.
    var stride: Int { (camera.width + 7) / 8 * 8 }

    /// The directions' parts that the columns make, as three columns.
    func writeColumns(_ numbers: UnsafeMutablePointer<Double>) {
        for column in 0..<stride {
            let part = camera.worldFromCamera.rotation.x * ((Double(column) + 0.5 - camera.cx) / camera.fx)
            for axis in 0..<3 { numbers[axis * stride + column] = part[axis] }
        }
    }

    /// The part of all directions, and then those that the rows make.
    func writeRows(_ numbers: UnsafeMutablePointer<Double>) {
        let axes = camera.worldFromCamera.rotation, depth = axes.z * -1
        for axis in 0..<3 { numbers[axis] = depth[axis] }
        for (place, row) in rows.enumerated() {
            let part = axes.y * (-(Double(row) + 0.5 - camera.cy) / camera.fy)
            for axis in 0..<3 { numbers[3 * (place + 1) + axis] = part[axis] }
        }
    }
}
