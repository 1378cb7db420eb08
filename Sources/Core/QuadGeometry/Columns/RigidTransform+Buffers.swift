/// Points in the caller's memory, moved in place or into a buffer; the same bits as point by point.
extension RigidTransform {
    /// Moves points of three doubles each, one after the other, in place.
    ///
    /// The count of numbers must be a multiple of three.
    public func move(packed points: UnsafeMutableBufferPointer<Double>, on level: KernelLevel = .best) {
        precondition(points.count % 3 == 0, "points have three numbers each")
        guard let base = points.baseAddress else { return }
        withNumbers { level.kernels.movePackedInPlace(base, points.count / 3, $0) }
    }

    /// Moves points of three doubles each into a buffer of the same size that does not overlap them.
    public func move(
        packed points: UnsafeBufferPointer<Double>, into moved: UnsafeMutableBufferPointer<Double>,
        on level: KernelLevel = .best
    ) {
        precondition(points.count % 3 == 0, "points have three numbers each")
        precondition(points.count == moved.count, "\(moved.count) places for \(points.count) numbers")
        guard let source = points.baseAddress, let target = moved.baseAddress else { return }
        withNumbers { level.kernels.movePacked(source, points.count / 3, $0, target) }
    }

    /// Moves points in place.
    public func move(
        _ points: UnsafeMutableBufferPointer<SIMD3<Double>>, on level: KernelLevel = .best
    ) {
        move(UnsafeBufferPointer(points), into: points, on: level)
    }

    /// Moves points into a buffer of the same count, which may be the source itself.
    public func move(
        _ points: UnsafeBufferPointer<SIMD3<Double>>, into moved: UnsafeMutableBufferPointer<SIMD3<Double>>,
        on level: KernelLevel = .best
    ) {
        precondition(points.count == moved.count, "\(moved.count) places for \(points.count) points")
        guard let source = points.baseAddress, let target = moved.baseAddress else { return }
        // A vector of three lies in memory as one of four whose last number means nothing.
        source.withMemoryRebound(to: SIMD4<Double>.self, capacity: points.count) { source in
            target.withMemoryRebound(to: SIMD4<Double>.self, capacity: moved.count) { target in
                withNumbers { level.kernels.moveStrided(source, points.count, $0, target) }
            }
        }
    }

    /// The rotation's columns and the translation, for the kernels.
    func withNumbers<Result>(_ body: (UnsafePointer<Double>) -> Result) -> Result {
        let (r, t) = (rotation, translation)
        let all = (r.x.x, r.x.y, r.x.z, r.y.x, r.y.y, r.y.z, r.z.x, r.z.y, r.z.z, t.x, t.y, t.z)
        return withUnsafePointer(to: all) { body(UnsafeRawPointer($0).assumingMemoryBound(to: Double.self)) }
    }
}
