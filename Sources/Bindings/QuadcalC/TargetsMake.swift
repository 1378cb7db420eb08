internal import CQuadcal
internal import QuadGeometry

/// Targets that a caller holds.
private final class HeldTargets {
    let index: MarkerIndex

    init(_ index: MarkerIndex) { self.index = index }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_targets_make(
    _ quads: UnsafePointer<Double>!, _ count: Int64, _ targets: UnsafeMutablePointer<OpaquePointer?>!
) -> Int32 {
    Arguments.status { () throws(Refusal) in
        let place = try Arguments.place(targets)
        place.pointee = nil
        let numbers = try Arguments.numbers(quads, Arguments.numbered(count), each: 12)
        let quads = (0..<numbers.count / 12).map { index in
            func corner(_ first: Int) -> SIMD3<Double> {
                let first = 12 * index + first
                return SIMD3(numbers[first], numbers[first + 1], numbers[first + 2])
            }
            return Quad(corner(0), corner(3), corner(6), corner(9))
        }
        let held = HeldTargets(MarkerIndex(skippingNonFinite: quads))
        place.pointee = OpaquePointer(Unmanaged.passRetained(held).toOpaque())
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_targets_free(_ targets: OpaquePointer!) {
    guard let targets else { return }
    Unmanaged<HeldTargets>.fromOpaque(UnsafeRawPointer(targets)).release()
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_nearest(
    _ targets: OpaquePointer!, _ rays: UnsafePointer<Double>!, _ ranges: UnsafePointer<Double>!,
    _ count: Int64, _ face: Int32, _ level: Int32, _ indices: UnsafeMutablePointer<Int64>!,
    _ hits: UnsafeMutablePointer<Double>!, _ faces: UnsafeMutablePointer<UInt8>!
) -> Int32 {
    Arguments.status { () throws(Refusal) in
        guard let targets else { throw Refusal(QUADCAL_NULL_POINTER) }
        let rays = try Arguments.numbers(rays, count, each: 6)
        let places = try Arguments.places(indices, count)
        let level = try Arguments.level(level)
        let only: QuadFace? =
            switch Int(face) {
            case QUADCAL_FACE_ANY: nil
            case QUADCAL_FACE_FRONT: .front
            case QUADCAL_FACE_BACK: .back
            default: throw Refusal(QUADCAL_BAD_CHOICE)
            }
        let held = Unmanaged<HeldTargets>.fromOpaque(UnsafeRawPointer(targets)).takeUnretainedValue()
        for index in places.indices {
            let first = 6 * index
            var found: RayHit?
            do throws(RayError) {
                let ray = try Ray(
                    from: SIMD3(rays[first], rays[first + 1], rays[first + 2]),
                    along: SIMD3(rays[first + 3], rays[first + 4], rays[first + 5]),
                    start: ranges?[2 * index] ?? 0, end: ranges?[2 * index + 1] ?? .infinity)
                found = held.index.nearestHit(by: ray, only: only, on: level)
                places[index] = found.map { Int64($0.index) } ?? Int64(QUADCAL_RAY_MISSED)
            } catch {
                places[index] = Int64(error.number)
            }
            if let hits {
                hits[3 * index] = found?.hit.distance ?? .nan
                hits[3 * index + 1] = found?.hit.u ?? .nan
                hits[3 * index + 2] = found?.hit.v ?? .nan
            }
            faces?[index] = found.map { $0.hit.face == .front ? 1 : 2 } ?? 0
        }
    }
}

extension RayError {
    /// The number that stands for the index of a quad where the ray cannot be cast.
    fileprivate var number: Int {
        switch self {
        case .nonFiniteOrigin: QUADCAL_RAY_NON_FINITE_ORIGIN
        case .nonFiniteDirection: QUADCAL_RAY_NON_FINITE_DIRECTION
        case .zeroDirection: QUADCAL_RAY_ZERO_DIRECTION
        case .rangeNotANumber: QUADCAL_RAY_RANGE_NOT_A_NUMBER
        }
    }
}
