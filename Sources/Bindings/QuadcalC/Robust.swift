public import CQuadcal
internal import QuadGeometry
internal import RigidCalibration

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_robust(
    _ sources: UnsafePointer<Double>!, _ targets: UnsafePointer<Double>!,
    _ weights: UnsafePointer<Double>!, _ groups: UnsafePointer<Int64>!, _ count: Int64, _ bound: Double,
    _ choice: Int32, _ result: UnsafeMutablePointer<quadcal_robust_result>!,
    _ inliers: UnsafeMutablePointer<UInt8>!, _ problem: UnsafeMutablePointer<quadcal_problem>!
) -> Int32 {
    FittingRefusal.status(problem) { () throws(FittingRefusal) in
        let (place, p, q) = try FittingRefusal.arguments { () throws(Refusal) in
            (
                try Arguments.place(result),
                try Arguments.numbers(sources, Arguments.numbered(count), each: 3),
                try Arguments.numbers(targets, count, each: 3)
            )
        }
        let fit = try FittingRefusal.pairs { () throws(RigidFitError) in
            try RobustFit(
                CallerPairs.pairs(p, q, weights, groups), bound: bound == 0 ? nil : bound,
                choice: try motionChoice(choice))
        }
        place.pointee = quadcal_robust_result(
            fit: quadcal_fit_result(fit.fit),
            rival: fit.rival.map { quadcal_motion($0.targetFromSource) } ?? .undefined, bound: fit.bound,
            margin: fit.margin, support: Int64(fit.support), needed_support: Int64(fit.neededSupport),
            rival_support: Int64(fit.rival?.support ?? 0),
            bound_was_estimated: fit.boundWasEstimated ? 1 : 0, reserved: 0)
        if let inliers { for pair in fit.inliers.indices { inliers[pair] = fit.inliers[pair] ? 1 : 0 } }
    }
}

/// The motion to take where there are two; `nil` for 0.
func motionChoice(_ choice: Int32) throws(RigidFitError) -> Int? {
    guard choice >= 0 else { throw .noSuchMotion(choice: Int(choice), motions: 1) }
    return choice == 0 ? nil : Int(choice)
}
