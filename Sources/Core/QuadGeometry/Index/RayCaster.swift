/// The crossings of one ray with many quads: by a kernel where doubles are certain, by exact arithmetic elsewhere.
struct RayCaster {
    private let ray: Ray
    private let face: QuadFace?
    private let cross: KernelLevel.CrossQuad
    private let place: KernelLevel.PlaceCrossing

    @inline(__always)
    init(_ ray: Ray, only face: QuadFace?, on level: KernelLevel) {
        self.ray = ray
        self.face = face
        (cross, place) = level.crossings
    }

    /// The same as `Quad.crossing(of:only:)`.
    @inline(__always)
    func crossing(of quad: UnsafePointer<Quad>) -> QuadCrossing? {
        var distance = 0.0
        let code = withNumbers(quad) { cross($0, $1, &distance) }
        if code == 0 { return nil }
        guard code > 0 else { return quad.pointee.crossing(of: ray, only: face) }
        let crossing = QuadCrossing(code: code, distance: distance)
        return face == nil || crossing.face == face ? crossing : nil
    }

    /// The same as `Quad.hit(by:at:)`.
    @inline(__always)
    func hit(_ quad: UnsafePointer<Quad>, at crossing: QuadCrossing) -> QuadHit {
        var numbers = (0.0, 0.0)
        let isCertain = withNumbers(quad) { corners, ray in
            withUnsafeMutableBytes(of: &numbers) { bytes in
                bytes.withMemoryRebound(to: Double.self) { found in
                    guard let found = found.baseAddress else { return false }
                    return place(corners, ray, crossing.isSecond, found)
                }
            }
        }
        guard isCertain else { return quad.pointee.hit(by: ray, at: crossing) }
        let b = min(max(numbers.0, 0), 1), c = min(max(numbers.1, 0), 1)
        return QuadHit(
            distance: crossing.crossing.distance, u: crossing.isSecond ? 1 - b : b,
            v: crossing.isSecond ? 1 - c : c, face: crossing.face)
    }

    /// Quads and rays are vectors of four doubles, of which the last is not used, and then numbers.
    @inline(__always)
    private func withNumbers<Result>(
        _ quad: UnsafePointer<Quad>, _ work: (UnsafePointer<Double>, UnsafePointer<Double>) -> Result
    ) -> Result {
        withUnsafePointer(to: ray) { ray in
            work(
                UnsafeRawPointer(quad).assumingMemoryBound(to: Double.self),
                UnsafeRawPointer(ray).assumingMemoryBound(to: Double.self))
        }
    }
}
