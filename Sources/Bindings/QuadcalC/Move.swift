public import CQuadcal
internal import QuadGeometry
internal import RigidCalibration

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_move(
    _ motion: UnsafePointer<quadcal_motion>!, _ growth: Double, _ points: UnsafePointer<Double>!,
    _ count: Int64, _ moved: UnsafeMutablePointer<Double>!
) -> Int32 {
    Arguments.status { () throws(Refusal) in
        guard let motion else { throw Refusal(QUADCAL_NULL_POINTER) }
        let numbers = try Arguments.numbers(points, count, each: 3)
        let places = try Arguments.places(moved, count, each: 3)
        guard let motion = motion.pointee.motion else { throw Refusal(QUADCAL_BAD_MOTION) }
        guard growth > 0, growth.isFinite else { throw Refusal(QUADCAL_BAD_GROWTH) }
        guard let p = numbers.baseAddress, let q = places.baseAddress else { return }
        // A factor of one changes no bit.
        for place in stride(from: 0, to: numbers.count, by: 3) {
            let found = motion.moved(SIMD3(p[place], p[place + 1], p[place + 2]), growth: growth)
            (q[place], q[place + 1], q[place + 2]) = (found.x, found.y, found.z)
        }
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_translation(
    _ motion: UnsafePointer<quadcal_motion>!, _ translation: UnsafeMutablePointer<Double>!
) -> Int32 {
    Arguments.status { () throws(Refusal) in
        guard let motion else { throw Refusal(QUADCAL_NULL_POINTER) }
        let place = try Arguments.place(translation)
        guard let transform = motion.pointee.motion?.transform else { throw Refusal(QUADCAL_BAD_MOTION) }
        for axis in 0..<3 { place[axis] = transform.translation[axis] }
    }
}

extension quadcal_motion {
    init(_ motion: AnchoredMotion) {
        let (r, s, t, d) = (motion.rotation, motion.sourceCenter, motion.targetCenter, motion.rest)
        self.init(
            rotation: (r.x.x, r.x.y, r.x.z, r.y.x, r.y.y, r.y.z, r.z.x, r.z.y, r.z.z),
            source_center: (s.x, s.y, s.z), target_center: (t.x, t.y, t.z), rest: (d.x, d.y, d.z))
    }

    /// NaN throughout: nothing that is moved by it passes for a point.
    static var undefined: quadcal_motion {
        let n = Double.nan
        return quadcal_motion(
            rotation: (n, n, n, n, n, n, n, n, n), source_center: (n, n, n), target_center: (n, n, n),
            rest: (n, n, n))
    }

    /// The motion, if these are the numbers of one.
    var motion: AnchoredMotion? {
        let r = rotation
        guard
            let rotation = try? Rotation(
                columns: SIMD3(r.0, r.1, r.2), SIMD3(r.3, r.4, r.5), SIMD3(r.6, r.7, r.8))
        else { return nil }
        return AnchoredMotion(
            stored: rotation, sourceCenter: SIMD3(source_center.0, source_center.1, source_center.2),
            targetCenter: SIMD3(target_center.0, target_center.1, target_center.2),
            rest: SIMD3(rest.0, rest.1, rest.2))
    }
}
